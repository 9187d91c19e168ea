// A list of closures, and the names that macros give.
// swift-format-ignore-file: NeverForceUnwrap, NoLeadingUnderscores, OnlyOneTrailingClosureArgument

import Foundation

/// What an app keeps in lists and dictionaries, of every kind that is no plain value to `Codable`.
private enum Own {
  struct Item: Equatable {
    var id: Int
    var isDone = false
    var title = "an item of more than 15 bytes"
  }
  struct Coded: Codable, Hashable {
    var id: Int
    var isDone = false
    var title = "a title"
  }
  struct Key: Hashable { var raw: String }
  struct CodedKey: Hashable, Codable { var raw: Int }
  enum Color: String, Hashable { case red, green }
  enum NamedKey: String, Codable, CodingKeyRepresentable, Hashable { case one, two }

  enum Phase {
    case idle
    case loading(progress: Double)
    case loaded([Item], at: Date)
    case failed(any Error)
    indirect case retrying(Phase, Int)
  }

  enum CodedPhase: Codable {
    case idle
    case loading(progress: Double)
    case loaded([Coded])
    indirect case retrying(CodedPhase, Int)
  }

  enum Tree {
    indirect case node(Int, [Tree])
    case leaf
  }
  enum Generic<Value> {
    case some(Value)
    case none
  }
  struct Failure: Error { var code = 1 }
  enum Trouble: Error { case offline(Int) }
  protocol Shape {}
  struct Circle: Shape { var r = 1 }
  struct Square: Shape { var r = 1 }

  final class Model {
    var count = 0
    var items = [Item(id: 1)]
  }
  class Base { var id = 1 }
  final class Derived: Base { var name = "n" }
  final class CodedModel: Encodable {
    var count = 0
    var items = [Coded(id: 1)]
  }
  final class Link {
    var count = 0
    weak var other: Link?
    var strong: Link?
  }

  @propertyWrapper struct Clamped { var wrappedValue: Int }
  @propertyWrapper struct Loaded { var wrappedValue: [Int: Item] }

  struct Nested { var inner = Inner() }
  struct Inner { var values: [String: [Item]] = ["a": [Item(id: 1)]] }
  struct Observed {
    var count = 0
    var _$observationRegistrar = ObservationStateRegistrar()
  }
  struct Twins {
    var id = 1
    var _id = 1
  }
  struct Wrapped {
    @Clamped var level = 1
    @Loaded var items = [1: Item(id: 1)]
  }
  struct Lazy {
    lazy var sum = 3
    var other = 1
  }
  struct Optionals {
    var item: Item? = Item(id: 1)
    var items: [Item]? = [Item(id: 1)]
  }
  struct Tuples {
    var pair = (1, "a")
    var named = (x: 1, y: Item(id: 1))
  }
  struct Existentials {
    var any: Any = 1
    var shape: any Shape = Circle()
    var error: (any Error)?
  }
  struct Texts {
    var substring: Substring = "abc"
    var character: Character = "a"
    var scalar: Unicode.Scalar = "a"
    var characters: [Character] = ["a", "b"]
  }
  struct Presenting { @PresentationState var destination: Destination? = .detail(Item(id: 1)) }
  enum Destination {
    case detail(Item)
    case alert(String)
  }
  struct Sharing { @Shared var settings = Item(id: 1) }
  struct Boxed { var box = CopyOnWrite(Item(id: 1)) }
  struct CustomStyleless: CustomReflectable {
    var hidden = 1
    var customMirror: Mirror { Mirror(self, children: ["shown": hidden]) }
  }
  struct Holder<Value> { var value: Value }
  struct Ranges {
    var range = 1..<4
    var closed: ClosedRange<Double> = 0...1
    var items = Set([1])
  }
  struct Foundations {
    var date = Date(timeIntervalSince1970: 0)
    var url = URL(fileURLWithPath: "/a")
    var data = Data([1])
    var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!
    var decimal = Decimal(1)
    var components = DateComponents(year: 2026)
    var indexes = IndexSet([1])
    var path = IndexPath(indexes: [1])
    var notification = Notification.Name("a")
    var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    var measurement = Measurement(value: 1, unit: UnitLength.meters)
    var calendar = Calendar(identifier: .gregorian)
    var characters = CharacterSet(charactersIn: "abc")
  }
  struct Body: Codable {
    var position = SIMD2<Double>(1, 2)
    var velocity = SIMD3<Float>(1, 2, 3)
    var color = SIMD4<UInt8>(1, 2, 3, 4)
    var frame = CGRect(x: 0, y: 0, width: 1, height: 1)
    var name = "a body of more than 15 bytes"
  }
  struct PlainBody {
    var position = SIMD2<Double>(1, 2)
    var velocity = SIMD3<Float>(1, 2, 3)
    var frame = CGRect(x: 0, y: 0, width: 1, height: 1)
    var name = "a body of more than 15 bytes"
  }
  enum CodedLoad: Codable {
    case idle
    case loading
    case failed(String)
    case loaded([Coded])
  }
  enum Load {
    case idle
    case loading
    case failed(String)
    case loaded([Item])
  }
}

/// Every kind of state that is tried, with one kind of change each.
package enum StateKinds {
  package static let all: [StateKind] =
    lists + dictionaries + sets + enums + classes + existentials + wrappers + texts + foundation
    + libraries + codable + unusual + screens

  private static func items(_ count: Int = 3) -> [Own.Item] { (0..<count).map { Own.Item(id: $0) } }

  private static var lists: [StateKind] {
    [
      StateKind("an element of a list", { items() }, { $0[1].isDone.toggle() }),
      StateKind("a list that grows", { items() }, { $0.append(Own.Item(id: $0.count)) }),
      StateKind("a list that shrinks", { items(5) }, { $0.removeFirst() }),
      StateKind("a list that is reversed", { items(4) }, { $0.reverse() }),
      StateKind("a long list that is reversed", { items(400) }, { $0.reverse() }),
      StateKind(
        "a long list with an element put in front",
        { items(400) },
        {
          $0.insert(Own.Item(id: $0.count), at: 0)
        }
      ),
      StateKind("a long list with a move", { items(400) }, { $0.append($0.remove(at: 3)) }),
      StateKind(
        "a long list that is filtered",
        { items(4_000) },
        { list in
          list = list.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        }
      ),
      StateKind(
        "a long list with changes all over",
        { items(400) },
        { list in
          for place in stride(from: 0, to: 400, by: 7) { list[place].isDone.toggle() }
        }
      ),
      StateKind("a contiguous array", { ContiguousArray(items()) }, { $0[0].isDone.toggle() }),
      StateKind("a slice of an array", { items(5)[1...3] }, { $0[2].isDone.toggle() }),
      StateKind("a list of lists", { [items(), items()] }, { $0[1][2].isDone.toggle() }),
      StateKind(
        "a list of optionals",
        { [items()[0], nil] as [Own.Item?] },
        {
          $0[1] = $0[1] == nil ? Own.Item(id: 9) : nil
        }
      ),
      StateKind("a list of tuples", { [(1, "a"), (2, "b")] }, { $0[1].0 += 1 }),
      StateKind(
        "a rebuilt list",
        { items(40) },
        { list in
          list = list.map { Own.Item(id: $0.id, isDone: $0.id == 7 ? !$0.isDone : $0.isDone) }
        }
      ),
      StateKind("an optional list", { Own.Optionals() }, { $0.items?[0].isDone.toggle() }),
      StateKind(
        "an optional that comes and goes",
        { Own.Optionals() },
        {
          $0.item = $0.item == nil ? Own.Item(id: 2) : nil
        }
      ),
      StateKind("a ring", { Ring([1, 2, 3]) }, { $0.rotate() }),
      StateKind("a tuple's value", { Own.Tuples() }, { $0.named.y.isDone.toggle() }),
      StateKind("a tuple without labels", { Own.Tuples() }, { $0.pair.1 += "b" }),
    ]
  }

  private static var dictionaries: [StateKind] {
    [
      StateKind("a value by an integer", { [1: Own.Item(id: 1)] }, { $0[1]!.isDone.toggle() }),
      StateKind("a value by a text", { ["a": Own.Item(id: 1)] }, { $0["a"]!.isDone.toggle() }),
      StateKind(
        "a value by a key of the app's",
        { [Own.Key(raw: "k"): Own.Item(id: 1)] },
        {
          $0[Own.Key(raw: "k")]!.isDone.toggle()
        }
      ),
      StateKind(
        "a value by an enum",
        { [Own.Color.red: Own.Item(id: 1)] },
        {
          $0[.red]!.isDone.toggle()
        }
      ),
      StateKind(
        "a key that comes",
        { ["a": Own.Item(id: 1)] },
        {
          $0["\($0.count)"] = Own.Item(id: 2)
        }
      ),
      StateKind(
        "a key that goes",
        {
          Dictionary(uniqueKeysWithValues: items(9).map { ($0.id, $0) })
        },
        { $0[$0.count - 1] = nil }
      ),
      StateKind(
        "keys of the app's that come and go",
        {
          Dictionary(uniqueKeysWithValues: items(200).map { (Own.Key(raw: "\($0.id)"), $0) })
        },
        { values in
          let first = values.keys.map(\.raw).min() ?? ""
          values[Own.Key(raw: first)] = nil
          values[Own.Key(raw: "new \(values.count)" + first)] = Own.Item(id: 1)
          values[values.keys.first!]!.isDone.toggle()
        }
      ),
      StateKind(
        "a large dictionary",
        {
          Dictionary(uniqueKeysWithValues: items(500).map { ("key \($0.id)", $0) })
        },
        { $0["key 77"]!.isDone.toggle() }
      ),
      StateKind(
        "a rebuilt dictionary",
        {
          Dictionary(uniqueKeysWithValues: items(50).map { ("key \($0.id)", $0) })
        },
        { values in
          var other = Dictionary(uniqueKeysWithValues: values.map { ($0, $1) })
          other["key 7"]!.isDone.toggle()
          values = other
        }
      ),
      StateKind(
        "a nested dictionary",
        { Own.Nested() },
        {
          $0.inner.values["a"]![0].isDone.toggle()
        }
      ),
      StateKind(
        "an optional dictionary",
        { Own.Holder(value: [1: items()] as [Int: [Own.Item]]?) },
        {
          $0.value![1]![2].isDone.toggle()
        }
      ),
      StateKind(
        "a dictionary in a list",
        { [[1: Own.Item(id: 1)]] },
        { $0[0][1]!.isDone.toggle() }
      ),
      StateKind(
        "values of any type",
        { ["a": 1, "b": "x"] as [String: Any] },
        {
          $0["a"] = ($0["a"] as? Int ?? 0) + 1
        }
      ),
      StateKind(
        "a key that is written in another way",
        {
          ["é": Own.Item(id: 1)]
        },
        { values in
          let key = values.keys.first!
          values = [key.utf8.count == 2 ? "e\u{301}" : "\u{e9}": Own.Item(id: 1)]
        }
      ),
    ]
  }

  private static var sets: [StateKind] {
    [
      StateKind(
        "a set of values of the app's",
        { Set([Own.Key(raw: "a")]) },
        {
          $0.insert(Own.Key(raw: "\($0.count)"))
        }
      ),
      StateKind(
        "a set that loses elements",
        { Set((0..<300).map { Own.Key(raw: "\($0)") }) },
        {
          $0.remove(Own.Key(raw: "\($0.count - 1)"))
        }
      ),
      StateKind("a set of integers", { Own.Ranges() }, { $0.items.insert($0.items.count + 1) }),
      StateKind("a range", { Own.Ranges() }, { $0.range = 1..<($0.range.upperBound + 1) }),
    ]
  }

  private static var enums: [StateKind] {
    [
      StateKind("a case", { Own.Color.red }, { $0 = $0 == .red ? .green : .red }),
      StateKind(
        "a payload",
        { Own.Phase.loading(progress: 0) },
        { phase in
          guard case .loading(let progress) = phase else { return }
          phase = .loading(progress: progress + 1)
        }
      ),
      StateKind(
        "a list in a payload",
        { Own.Phase.loaded(items(), at: Date()) },
        { phase in
          guard case .loaded(var items, let date) = phase else { return }
          items[1].isDone.toggle()
          phase = .loaded(items, at: date)
        }
      ),
      StateKind(
        "a case that changes to another",
        { Own.Phase.idle },
        { phase in
          if case .idle = phase { phase = .loading(progress: 1) } else { phase = .idle }
        }
      ),
      StateKind(
        "an indirect payload",
        { Own.Phase.retrying(.idle, 0) },
        { phase in
          guard case .retrying(let inner, let count) = phase else { return }
          phase = .retrying(inner, count + 1)
        }
      ),
      StateKind(
        "an error in a payload",
        { Own.Phase.failed(Own.Failure()) },
        { phase in
          guard case .failed(let error) = phase, let error = error as? Own.Failure else { return }
          phase = .failed(Own.Failure(code: error.code + 1))
        }
      ),
      StateKind(
        "a tree",
        { Own.Tree.node(1, [.leaf, .node(2, [])]) },
        { tree in
          guard case .node(let count, let children) = tree else { return }
          tree = .node(count + 1, children + [.leaf])
        }
      ),
      StateKind(
        "a generic enum",
        { Own.Generic.some([Own.Item(id: 1)]) },
        { value in
          guard case .some(var items) = value else { return }
          items[0].isDone.toggle()
          value = .some(items)
        }
      ),
      StateKind(
        "a result",
        { Result<[Own.Item], Own.Trouble>.success(items()) },
        { result in
          if case .success = result {
            result = .failure(.offline(3))
          } else {
            result = .success([])
          }
        }
      ),
      StateKind(
        "a list of enums",
        { [Own.Phase.idle, .loading(progress: 0)] },
        { phases in
          guard case .loading(let progress) = phases[1] else { return }
          phases[1] = .loading(progress: progress + 1)
        }
      ),
      StateKind(
        "a list of structures with an enum",
        {
          (0..<100).map { Own.Holder(value: Own.Generic.some("text \($0)")) }
        },
        { list in
          guard case .some(let text) = list[50].value else { return }
          list[50].value = .some(text + "!")
        }
      ),
    ]
  }

  private static var classes: [StateKind] {
    [
      StateKind("an instance", { Own.Model() }, { $0.count += 1 }),
      StateKind("a list in an instance", { Own.Model() }, { $0.items[0].isDone.toggle() }),
      StateKind("an instance in a list", { [Own.Model()] }, { $0[0].count += 1 }),
      StateKind("an instance in a dictionary", { ["a": Own.Model()] }, { $0["a"]!.count += 1 }),
      StateKind("an instance of a subclass", { Own.Derived() }, { $0.name += "x" }),
      StateKind("what a subclass inherits", { Own.Derived() }, { $0.id += 1 }),
      StateKind(
        "a subclass by its superclass",
        { Own.Holder<Own.Base>(value: Own.Derived()) },
        {
          ($0.value as! Own.Derived).name += "x"
        }
      ),
      StateKind(
        "another subclass",
        { Own.Holder<Own.Base>(value: Own.Derived()) },
        {
          $0.value = $0.value is Own.Derived ? Own.Base() : Own.Derived()
        }
      ),
      StateKind(
        "an instance that leads back to itself",
        { () -> Own.Link in
          let link = Own.Link()
          link.strong = link
          return link
        },
        { $0.count += 1 }
      ),
      StateKind(
        "a weak reference",
        { () -> Own.Link in
          let link = Own.Link()
          link.strong = Own.Link()
          link.other = link.strong
          return link
        },
        { $0.strong!.count += 1 }
      ),
      StateKind(
        "an optional instance",
        { Own.Holder(value: Own.Model() as Own.Model?) },
        {
          $0.value!.count += 1
        }
      ),
    ]
  }

  private static var existentials: [StateKind] {
    [
      StateKind(
        "a value of any type",
        { Own.Existentials() },
        {
          $0.any = ($0.any as? Int ?? 0) + 1
        }
      ),
      StateKind(
        "a value of another type",
        { Own.Existentials() },
        {
          $0.any = $0.any is Int ? "text" as Any : 1
        }
      ),
      StateKind(
        "a type behind a protocol",
        { Own.Existentials() },
        {
          $0.shape = $0.shape is Own.Circle ? Own.Square() : Own.Circle()
        }
      ),
      StateKind(
        "a value behind a protocol",
        { Own.Existentials() },
        {
          $0.shape = Own.Circle(r: (($0.shape as? Own.Circle)?.r ?? 0) + 1)
        }
      ),
      StateKind(
        "an error",
        { Own.Existentials() },
        {
          $0.error = $0.error is Own.Failure ? Own.Trouble.offline(1) : Own.Failure()
        }
      ),
      StateKind(
        "a list behind a protocol",
        { [Own.Circle(), Own.Square()] as [any Own.Shape] },
        {
          $0[1] = $0[1] is Own.Square ? Own.Circle() : Own.Square()
        }
      ),
      StateKind(
        "keys of any type",
        { ["a": 1, 2: "x"] as [AnyHashable: Any] },
        {
          $0["a"] = ($0["a"] as? Int ?? 0) + 1
        }
      ),
    ]
  }

  private static var wrappers: [StateKind] {
    [
      StateKind("a wrapped property", { Own.Wrapped() }, { $0.level += 1 }),
      StateKind("a wrapped dictionary", { Own.Wrapped() }, { $0.items[1]!.isDone.toggle() }),
      StateKind("a lazy property", { Own.Lazy() }, { $0.sum += 1 }),
      StateKind("a property beside an observation", { Own.Observed() }, { $0.count += 1 }),
      StateKind("a name with an underscore", { Own.Twins() }, { $0._id += 1 }),
      StateKind("a name without an underscore", { Own.Twins() }, { $0.id += 1 }),
      StateKind("a box that is copied on write", { Own.Boxed() }, { $0.box.value.isDone.toggle() }),
      StateKind("a mirror without a style", { Own.CustomStyleless() }, { $0.hidden += 1 }),
    ]
  }

  private static var texts: [StateKind] {
    [
      StateKind("a substring", { Own.Texts() }, { $0.substring += "d" }),
      StateKind(
        "a character",
        { Own.Texts() },
        {
          $0.character = $0.character == "a" ? "b" : "a"
        }
      ),
      StateKind("a scalar", { Own.Texts() }, { $0.scalar = $0.scalar == "a" ? "b" : "a" }),
      StateKind("a list of characters", { Own.Texts() }, { $0.characters.append("c") }),
      StateKind(
        "a text with other code points",
        { Own.Holder(value: "\u{e9}") },
        {
          $0.value = $0.value.utf8.count == 2 ? "e\u{301}" : "\u{e9}"
        }
      ),
      StateKind(
        "a long text",
        { Own.Holder(value: String(repeating: "a", count: 10_000)) },
        {
          $0.value += "b"
        }
      ),
    ]
  }

  private static var foundation: [StateKind] {
    [
      StateKind("a date", { Own.Foundations() }, { $0.date += 1 }),
      StateKind("a URL", { Own.Foundations() }, { $0.url.appendPathComponent("b") }),
      StateKind("data", { Own.Foundations() }, { $0.data.append(1) }),
      StateKind("a UUID", { Own.Foundations() }, { $0.uuid = UUID() }),
      StateKind("a decimal", { Own.Foundations() }, { $0.decimal += 1 }),
      StateKind("date components", { Own.Foundations() }, { $0.components.year! += 1 }),
      StateKind("an index set", { Own.Foundations() }, { $0.indexes.insert($0.indexes.count + 5) }),
      StateKind("an index path", { Own.Foundations() }, { $0.path.append(1) }),
      StateKind(
        "a notification's name",
        { Own.Foundations() },
        {
          $0.notification = Notification.Name($0.notification.rawValue + "a")
        }
      ),
      StateKind("a rectangle", { Own.Foundations() }, { $0.rect.origin.x += 1 }),
      StateKind("a measurement", { Own.Foundations() }, { $0.measurement.value += 1 }),
      StateKind("a calendar", { Own.Foundations() }, { $0.calendar.firstWeekday += 1 }),
      StateKind(
        "a set of characters",
        { Own.Foundations() },
        { state in
          let others: [Unicode.Scalar] = ["d", "e", "f", "g"]
          let next = others.first { !state.characters.contains($0) }
          if let next { state.characters.insert(next) }
        }
      ),
      StateKind(
        "vectors in a list",
        { (0..<9).map { _ in Own.PlainBody() } },
        { $0[3].velocity.y += 1 }
      ),
      StateKind(
        encoding: "encoded vectors in a list",
        { (0..<9).map { _ in Own.Body() } },
        { bodies in
          for place in bodies.indices { bodies[place].position.x += 1 }
          bodies[2].color.w += 1
        }
      ),
      StateKind(
        "a list that is loaded",
        { Own.Load.loading },
        { load in
          switch load {
          case .idle: load = .loading
          case .loading: load = .loaded((0..<50).map { Own.Item(id: $0) })
          case .failed: load = .idle
          case .loaded: load = .failed("it is not there any more")
          }
        }
      ),
      StateKind(
        encoding: "an encoded list that is loaded",
        { Own.CodedLoad.loading },
        { load in
          switch load {
          case .idle: load = .loading
          case .loading: load = .loaded((0..<50).map { Own.Coded(id: $0) })
          case .failed: load = .idle
          case .loaded: load = .failed("it is not there any more")
          }
        }
      ),
      StateKind(
        "an object of Foundation",
        {
          Own.Holder(value: ["n": NSNumber(value: 1), "s": NSString("x")] as [String: Any])
        },
        {
          let number = ($0.value["n"] as? NSNumber)?.intValue ?? 0
          $0.value["n"] = NSNumber(value: number + 1)
        }
      ),
      StateKind(
        "a mutable object of Foundation",
        {
          Own.Holder(value: NSMutableDictionary(dictionary: ["a": NSNumber(value: 1)]) as Any)
        },
        {
          let values = $0.value as! NSMutableDictionary
          values["\(values.count)"] = NSNull()
        }
      ),
    ]
  }

  private static var libraries: [StateKind] {
    [
      StateKind("an ordered set", { OrderedSet([1, 2, 3]) }, { $0.append($0.count + 1) }),
      StateKind("the order of an ordered set", { OrderedSet([1, 2, 3]) }, { $0.swapAt(0, 2) }),
      StateKind(
        "an ordered dictionary",
        { OrderedDictionary(items().map { ($0.id, $0) }) },
        {
          $0[1]!.isDone.toggle()
        }
      ),
      StateKind(
        "the order of an ordered dictionary",
        {
          OrderedDictionary([("a", 1), ("b", 2), ("c", 3)])
        },
        { $0.swapAt(0, 2) }
      ),
      StateKind(
        "an identified array",
        { IdentifiedArray(items(), id: \.id) },
        {
          $0[id: 1]!.isDone.toggle()
        }
      ),
      StateKind(
        "a row more in an identified array",
        { IdentifiedArray(items(), id: \.id) },
        {
          $0[id: $0.count] = Own.Item(id: $0.count)
        }
      ),
      StateKind(
        "a presented state",
        { Own.Presenting() },
        { state in
          guard case .detail(var item)? = state.destination else { return }
          item.isDone.toggle()
          state.destination = .detail(item)
        }
      ),
      StateKind(
        "a presentation that comes and goes",
        { Own.Presenting() },
        {
          $0.destination = $0.destination == nil ? .alert("a") : nil
        }
      ),
      StateKind(
        "a presentation without a style",
        {
          StylelessPresentation(state: Own.Item(id: 1))
        },
        { $0.state!.isDone.toggle() }
      ),
      StateKind("a shared state", { Own.Sharing() }, { $0.settings.isDone.toggle() }),
      StateKind(
        "a tagged value",
        {
          Own.Holder(value: Tagged<Own.Item, Int>(rawValue: 1))
        },
        { $0.value.rawValue += 1 }
      ),
    ]
  }

  private static var codable: [StateKind] {
    [
      StateKind(
        encoding: "an element of a list",
        { [Own.Coded(id: 1), Own.Coded(id: 2)] },
        {
          $0[1].isDone.toggle()
        }
      ),
      StateKind(
        encoding: "a contiguous array",
        { ContiguousArray([Own.Coded(id: 1)]) },
        {
          $0[0].isDone.toggle()
        }
      ),
      StateKind(
        encoding: "a payload",
        { Own.CodedPhase.loading(progress: 1) },
        { phase in
          guard case .loading(let progress) = phase else { return }
          phase = .loading(progress: progress + 1)
        }
      ),
      StateKind(
        encoding: "a list in a payload",
        {
          Own.CodedPhase.loaded((0..<50).map { Own.Coded(id: $0) })
        },
        { phase in
          guard case .loaded(var items) = phase else { return }
          items[7].isDone.toggle()
          phase = .loaded(items)
        }
      ),
      StateKind(
        encoding: "values by UUIDs",
        {
          Dictionary(
            uniqueKeysWithValues: (0..<100).map {
              (
                UUID(uuidString: "00000000-0000-0000-0000-\(String(100_000_000_000 + $0 * 7919))")!,
                Own.Coded(id: $0)
              )
            }
          )
        },
        { values in
          let key = values.keys.sorted { $0.uuidString < $1.uuidString }[40]
          values[key]!.isDone.toggle()
          values[UUID()] = Own.Coded(id: 1)
          values[values.keys.max { $0.uuidString < $1.uuidString }!] = nil
          values[values.keys.min { $0.uuidString < $1.uuidString }!]!.isDone.toggle()
        }
      ),
      StateKind(
        encoding: "values by keys of the app's",
        {
          Dictionary(
            uniqueKeysWithValues: (0..<40).map { (Own.CodedKey(raw: $0), Own.Coded(id: $0)) }
          )
        },
        {
          $0[Own.CodedKey(raw: 9)]!.isDone.toggle()
          $0[Own.CodedKey(raw: 100 + $0.count)] = Own.Coded(id: 0)
        }
      ),
      StateKind(
        encoding: "values by named keys",
        { [Own.NamedKey.one: Own.Coded(id: 1)] },
        {
          $0[.one]!.isDone.toggle()
        }
      ),
      StateKind(
        encoding: "a set",
        { Set((0..<100).map { Own.Coded(id: $0) }) },
        {
          $0.insert(Own.Coded(id: 1000 + $0.count))
          $0.remove($0.min { $0.id < $1.id }!)
        }
      ),
      StateKind(
        encoding: "a dictionary of dictionaries",
        {
          ["a": ["b": [Own.Coded(id: 1)]]]
        },
        { $0["a"]!["b"]![0].isDone.toggle() }
      ),
      StateKind(encoding: "numbers of every width", { Numbers() }, { $0.change() }),
      StateKind(
        encoding: "numbers of every width in a list",
        { NumberList() },
        { $0.numbers.change() }
      ),
      StateKind(
        encoding: "numbers of every width as values",
        { NumberValues() },
        { $0.numbers.change() }
      ),
      StateKind(encoding: "an instance", { Own.CodedModel() }, { $0.count += 1 }),
      StateKind(
        encoding: "an instance in a list",
        { [Own.CodedModel()] },
        {
          $0[0].items[0].isDone.toggle()
        }
      ),
      StateKind(
        encoding: "an ordered dictionary",
        {
          OrderedDictionary((0..<20).map { ("\($0)", Own.Coded(id: $0)) })
        },
        { $0["7"]!.isDone.toggle() }
      ),
      StateKind(
        encoding: "an identified array",
        {
          IdentifiedArray((0..<20).map { Own.Coded(id: $0) }, id: \.id)
        },
        { $0[id: 7]!.isDone.toggle() }
      ),
      StateKind(
        encoding: "a tagged value",
        { [Tagged<Own.Item, Int>(rawValue: 1)] },
        {
          $0[0].rawValue += 1
        }
      ),
      StateKind(
        encoding: "an optional",
        { [Own.Coded(id: 1)] as [Own.Coded]? },
        {
          $0![0].isDone.toggle()
        }
      ),
    ]
  }
}
