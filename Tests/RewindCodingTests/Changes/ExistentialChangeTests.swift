import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

private protocol Contained: Sendable {}

/// It fits into an existential's three words, and leaves two of them as they were.
private struct Small: Contained {
  var number: Int
}

/// It lies in a box.
private struct Large: Contained {
  var numbers: [Int]
  var name: String
  var flags = (true, Int8(1), 2.5)
}

private enum Alternative: Contained {
  case none
  case number(Int)
  case text(String)
}

/// It is no value: another who has it may change it.
private final class Shared: Contained, @unchecked Sendable {
  var number = 0
}

private struct Failure: Error {
  var code: Int
}

private struct Row {
  var held: any Contained
  var other: (any Contained)?
  var outcome: Result<Int, any Error>
  var size: (width: Double, label: any Contained)
}

private struct Rows {
  var rows: [Row]
  var byName: [String: any Contained] = [:]
  var counter = 0
}

/// Counts how often it is encoded.
private struct Counted: Contained, Encodable {
  @TaskLocal static var count: Count?

  final class Count: @unchecked Sendable {
    var encoded = 0
  }

  var number: Int

  func encode(to encoder: any Encoder) throws {
    Self.count?.encoded += 1
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

private protocol Bound: AnyObject, Sendable {}
private protocol Named {}
private protocol Numbered {}

/// An existential of three protocols that is bound to classes is as large as `Any`, and has another layout.
private final class BoundObject: Bound, Named, Numbered, @unchecked Sendable {
  var number = 0
}

/// A protocol with an argument: its existentials have a layout of their own.
private protocol Source<Item> {
  associatedtype Item
  var item: Item { get }
}

private struct NumberSource: Source {
  var item: Int
}

@Suite("A change of a state with existentials")
struct ExistentialChangeTests {
  private func held(_ random: inout some RandomNumberGenerator, objects: [Shared]) -> any Contained
  {
    let number = Int.random(in: 0..<5, using: &random)
    return switch Int.random(in: 0..<(objects.isEmpty ? 4 : 5), using: &random) {
    case 0: Small(number: number)
    case 1: Large(numbers: Array(0..<number), name: "a name that is long enough \(number)")
    case 2: Alternative.number(number)
    case 3: number == 0 ? Alternative.none : Alternative.text("text \(number)")
    default: objects[number % objects.count]
    }
  }

  private func row(_ random: inout some RandomNumberGenerator, objects: [Shared]) -> Row {
    let number = Int.random(in: 0..<5, using: &random)
    return Row(
      held: held(&random, objects: objects),
      other: number == 0 ? nil : held(&random, objects: objects),
      outcome: number < 2 ? .success(number) : .failure(Failure(code: number)),
      size: (Double(number), held(&random, objects: objects))
    )
  }

  @Test(
    "leads to the next state, whatever they hold, and is none where all is the same",
    arguments: TestScale.seeds(4, of: 100)
  )
  func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Objects come and go, and change by themselves.
    for objects in [[], [Shared(), Shared()]] {
      var state = Rows(rows: (0..<20).map { _ in row(&random, objects: []) })
      var followed = try FollowedStates(reflecting: state)
      for step in 0..<120 {
        let index = Int.random(in: 0..<max(state.rows.count, 1), using: &random)
        let allowed = step % 40 < 20 ? [] : objects
        switch Int.random(in: 0..<8, using: &random) {
        case 0: state.rows.insert(row(&random, objects: allowed), at: index)
        case 1 where state.rows.count > 2: state.rows.remove(at: index)
        case 2: state.rows[index].held = held(&random, objects: allowed)
        case 3: state.rows[index].other = held(&random, objects: allowed)
        case 4: state.rows[index].outcome = .failure(Failure(code: step))
        case 5: state.byName["name \(step % 7)"] = held(&random, objects: allowed)
        case 6: objects.randomElement(using: &random)?.number += 1
        default: state.counter += 1
        }
        if step % 11 == 0 { state.rows = state.rows.reversed().reversed() }
        try followed.patch(to: state, "seed \(seed), step \(step)")
        let same = try followed.patch(to: state, "seed \(seed), step \(step), again")
        #expect(same == "[]", "seed \(seed), step \(step)")
      }
    }
  }

  @Test("is found where they are bound to classes, or have arguments")
  func otherLayouts() throws {
    struct State {
      var bound: [any Bound & Named & Numbered]
      var sources: [any Source<Int>]
    }
    let object = BoundObject()
    var state = State(bound: [object, BoundObject()], sources: [NumberSource(item: 1)])
    var followed = try FollowedStates(reflecting: state)
    object.number = 1
    try followed.patch(to: state, "an object has changed")
    state.bound.append(object)
    try followed.patch(to: state, "an object more")
    state.sources[0] = NumberSource(item: 2)
    let patch = try followed.patch(to: state, "another source")
    #expect(patch.contains("/sources/0"))
  }

  @Test("writes only what has changed, as if their values were no existentials", .needsRuntime)
  func onlyTheChange() {
    struct State {
      var values: [any Contained]
      var counter = 0
    }
    let count = Counted.Count()
    Counted.$count.withValue(count) {
      var state = State(values: (0..<1_000).map { Counted(number: $0) })
      let finder = ChangeDetector(reflecting: State.self)
      withUnsafePointer(to: state) { finder.begin(with: $0) }
      func advance() -> String {
        var line = LineBuffer()
        count.encoded = 0
        withUnsafePointer(to: state) { _ = finder.advance(to: $0, appendingPatchTo: &line) }
        return String(decoding: Array(line.contents), as: UTF8.self)
      }
      _ = advance()
      state.counter += 1
      #expect(advance() == #"[{"op":"replace","path":"/counter","value":1}]"#)
      #expect(count.encoded == 0)
      state.values[500] = Counted(number: -1)
      #expect(advance() == #"[{"op":"replace","path":"/values/500","value":-1}]"#)
      #expect(count.encoded < 10)
    }
  }
}
