import Foundation
import RewindCoding
import RewindInputs
import RewindJSON
import RewindSession

/// The inputs of one reduction in a replay: they come from the recording, and effects do not happen.
///
/// Inputs match by name, and in order among those with the same name. A missing input is made up, the
/// same way in every run: dates are those of the action; random numbers, identifiers and permutations
/// come from a generator seeded by session, index, name and ordinal. Only a value specific to the app
/// cannot be made up.
///
/// An input whose name was redacted matches if it is the next one, all before it having been read in their
/// order, and if no other name has its mark. If there is none, or some are left when the reducer returns,
/// nobody knows which are which: the input is unresolved.
final class ReplayInputs: InputSource, @unchecked Sendable {
  /// An input as read in the replay.
  struct Input {
    let name: String
    let value: JSONValue
    /// True if the recording has no such input, so that the value was made up.
    let isMadeUp: Bool
  }

  /// The action; made-up values depend on it.
  private let action: (session: String, index: Int)
  private let date: Date
  private let onInput: (Int, Input) -> Void
  private let onUnresolved: (Int, _ name: String) -> Void
  private let lock = NSLock()
  private var recorded: [String: ArraySlice<(order: Int, value: JSONValue)>] = [:]
  /// The inputs whose names are redacted.
  private var redacted: ArraySlice<(order: Int, mark: String, value: JSONValue)> = []
  /// The marks of the names that were read, by name.
  private var marks: [String: String] = [:]
  /// The number of inputs read in their recorded order from the first on; nil once one was read out of it.
  private var ordered: Int? = 0
  private var ordinals: [String: Int] = [:]
  private var isDone = false

  /// - Parameters:
  ///   - recorded: The inputs of the action in the recording, in order.
  ///   - action: The recorded session's id, and the action's index.
  ///   - date: The time of the action.
  ///   - onInput: Called with the action's index and each input.
  ///   - onUnresolved: Called with an input specific to the app that the recording does not have; if it
  ///     returns, the live value is used.
  init(
    _ recorded: [(name: String, value: JSONValue)],
    of action: (session: String, index: Int),
    date: Date,
    onInput: @escaping (Int, Input) -> Void,
    onUnresolved: @escaping (Int, String) -> Void
  ) {
    (self.action, self.date) = (action, date)
    (self.onInput, self.onUnresolved) = (onInput, onUnresolved)
    for (order, input) in recorded.enumerated() {
      if RecordedInput.isRedacted(input.name) {
        redacted.append((order, input.name, input.value))
      } else {
        self.recorded[input.name, default: []].append((order, input.value))
      }
    }
  }

  var isOpen: Bool { lock.withLock { !isDone } }

  func close() {
    let isAmbiguous = lock.withLock {
      isDone = true
      return !marks.isEmpty && !redacted.isEmpty
    }
    if isAmbiguous { onUnresolved(action.index, Self.unknown) }
  }

  /// The name of an input in messages if it is not known which of the redacted ones it is.
  private static let unknown = "an input with a redacted name"

  func effect(_ name: String, perform: () -> Void) {}

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    let (next, ordinal) = lock.withLock {
      ordinals[name, default: 0] += 1
      return (self.next(name), ordinals[name] ?? 0)
    }
    if let next, let value = try? next.value.decode(Value.self) {
      onInput(action.index, Input(name: next.name, value: next.value, isMadeUp: false))
      return value
    }
    let value = try madeUp(name, ordinal, live)
    var bytes: [UInt8] = []
    ValueWriter<Value>().write(value, to: &bytes)
    let json = (try? JSONValue(parsing: bytes)) ?? .null
    onInput(action.index, Input(name: name, value: json, isMadeUp: true))
    return value
  }

  /// Takes the recorded input that matches a name; requires the lock.
  private func next(_ name: String) -> (name: String, value: JSONValue)? {
    if let next = recorded[name]?.popFirst() {
      ordered = ordered == next.order ? next.order + 1 : nil
      return (name, next.value)
    }
    guard let next = redacted.first, !RecordedInput.libraryNames.contains(name) else { return nil }
    let isKnown = marks[name] == next.mark
    guard ordered == next.order, isKnown || marks[name] == nil && !marks.values.contains(next.mark)
    else { return nil }
    ordered = next.order + 1
    marks[name] = next.mark
    redacted.removeFirst()
    return (next.mark, next.value)
  }

  private func madeUp<Value>(
    _ name: String,
    _ ordinal: Int,
    _ live: () throws -> Value
  ) rethrows -> Value {
    switch name {
    case "date":
      if let date = date as? Value { return date }
    case "uuid", "random", "shuffle":
      let generator = SeededGenerator("\(action.session)/\(action.index)/\(name)/\(ordinal)")
      return try Recorded.$generator.withValue(generator, operation: live)
    default:
      break
    }
    onUnresolved(action.index, lock.withLock { redacted.isEmpty } ? name : Self.unknown)
    return try live()
  }
}

/// A small generator whose numbers are the same in every process (SplitMix64: Steele, Lea and
/// Flood, 2014).
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Seeds the generator with a text (FNV-1a).
  init(_ seed: String) {
    state = seed.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
