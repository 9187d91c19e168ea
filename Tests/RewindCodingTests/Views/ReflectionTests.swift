import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// Each shape twice: as an app writes it, and with `Codable`, which reflection is held against.
private enum Plain {
  struct Point {
    var x = 1
    var y: Double? = 2.5
    var z: Int?
  }

  enum Shape {
    case none
    case circle(Int)
    case line(from: Point, to: Point)
    case mixed(Int, label: String)
  }

  class Base {
    var id = 7
  }

  final class Derived: Base {
    var name = "d"
    var next: Derived?
  }

  struct Everything {
    var shapes: [Shape] = [
      .none, .circle(3), .line(from: Point(), to: Point(z: 1)), .mixed(1, label: "m"),
    ]
    var names: [String: Point] = ["b": Point(), "a": Point(y: nil)]
    var numbers: [Int: String] = [2: "two", 10: "ten"]
    var set: Set<Int> = [3, 1, 2]
    var text = "t\"x"
    var flag = true
    var url = URL(fileURLWithPath: "/tmp/x")
  }
}

private enum Coded {
  struct Point: Codable {
    var x = 1
    var y: Double? = 2.5
    var z: Int?
  }

  enum Shape: Codable {
    case none
    case circle(Int)
    case line(from: Point, to: Point)
    case mixed(Int, label: String)
  }

  struct Everything: Codable {
    var shapes: [Shape] = [
      .none, .circle(3), .line(from: Point(), to: Point(z: 1)), .mixed(1, label: "m"),
    ]
    var names: [String: Point] = ["b": Point(), "a": Point(y: nil)]
    var numbers: [Int: String] = [2: "two", 10: "ten"]
    var set: Set<Int> = [3, 1, 2]
    var text = "t\"x"
    var flag = true
    var url = URL(fileURLWithPath: "/tmp/x")
  }
}

@Suite("Reflection")
struct ReflectionTests {
  private func json<Value>(_ value: Value) throws -> JSONValue {
    var bytes: [UInt8] = []
    ValueWriter<Value>().write(value, to: &bytes)
    return try JSONValue(parsing: bytes)
  }

  @Test("writes what Codable would write")
  func shapes() throws {
    var (plain, coded) = (try json(Plain.Everything()), try json(Coded.Everything()))
    // A set has no order of its own; reflection sorts it.
    #expect(plain["set"] == [1, 2, 3])
    for member in ["shapes", "names", "numbers", "text", "flag", "url"] {
      #expect(plain[member] == coded[member], "\(member)")
    }
    plain = try json(Plain.Point())
    coded = try json(Coded.Point())
    #expect(plain == coded)
  }

  @Test("writes inherited properties under super, and marks what leads back to itself")
  func classes() throws {
    let object = Plain.Derived()
    #expect(try json(object) == ["super": ["id": 7], "name": "d"])
    object.next = object
    #expect(try json(object)["next"] == ["$rewind": "same", "at": ""])
  }

  @Test("marks what cannot be written")
  func marks() throws {
    struct Odd {
      var closure: () -> Void = {}
      var type: Any.Type = Int.self
      var any: Any = Plain.Point(y: nil)
      var error: any Error = CocoaError(.fileNoSuchFile)
      var pair = (1, "two")
      var labeled = (a: 1, b: "two")
      var nothing: Int??
    }
    let odd = try json(Odd())
    #expect(odd["closure"] == ["$rewind": "closure"])
    #expect(odd["type"] == ["$rewind": "type", "name": "Int"])
    #expect(odd["any"] == ["$type": "Plain.Point", "x": 1])
    #expect(odd["pair"] == [1, "two"])
    #expect(odd["labeled"] == ["a": 1, "b": "two"])
    #expect(odd["error"] != nil)
    #expect(odd["nothing"] == nil)
  }

  @Test(
    "leaves out what libraries add to a state, and keeps what an app calls the same",
    .needsRuntime
  )
  func addedProperties() throws {
    struct Dependency<Value> {
      var keyPath: KeyPath<String, Value>
      var initialValues = UUID()
    }
    struct ButtonState<Action> {
      let id = UUID()
      var action: Action
    }
    struct State {
      // swift-format-ignore: NoLeadingUnderscores
      private var _count = Dependency(keyPath: \String.count)
      var dependency = 1
      var button = ButtonState(action: 3)
      let id = UUID()
    }
    // By the runtime's records, and by a mirror, as for an object in an existential.
    final class Object { var state: Any = State() }
    let state = State()
    #expect(
      try json(state)
        == ["dependency": 1, "button": ["action": 3], "id": .string(state.id.uuidString)]
    )
    let object = try json(Object())["state"]
    #expect(object?["button"]?.object?.members.map(\.key).filter { $0 != "$type" } == ["action"])
    #expect(object?["count"] == nil && object?["id"] != nil)
  }

  @Test("stops where values lie too deep")
  func depth() throws {
    indirect enum List {
      case end
      case more(List)
    }
    var list = List.end
    for _ in 0..<1_000 { list = .more(list) }
    #expect(try json(list).text.contains(#"{"$rewind":"too deep"}"#))
  }

  @Test("stops where values are too many", .oracle)
  func width() throws {
    struct Endless: CustomReflectable {
      var customMirror: Mirror {
        Mirror(self, unlabeledChildren: 0..<100_010, displayStyle: .collection)
      }
    }
    #expect(try json(Endless()).array?.last == ["$rewind": "more", "count": 10])
  }
}
