import Foundation
import RewindCoding
import RewindInputs
import RewindJSON

/// The inputs of one reduction in a replay: they come from the recording, and effects do not happen.
///
/// Inputs match by name, and in order among those with the same name. A missing input is made up, the
/// same way in every run: dates are those of the action; random numbers, identifiers and permutations
/// come from a generator seeded by session, index, name and ordinal. Only a value specific to the app
/// cannot be made up.
final class ReplayInputs: InputSource, @unchecked Sendable {
  /// An input as read in the replay.
  struct Input {
    let name: String
    let value: JSONValue
    /// True if the recording has no such input, so that the value was made up.
    let isMadeUp: Bool
  }

  /// The action, which determines made-up values.
  private let place: (session: String, index: Int)
  private let date: Date
  private let onInput: (Int, Input) -> Void
  private let onUnresolved: (Int, _ name: String) -> Void
  private let lock = NSLock()
  private var recorded: [String: ArraySlice<JSONValue>] = [:]
  private var ordinals: [String: Int] = [:]
  private var isDone = false

  /// - Parameters:
  ///   - recorded: The inputs of the action in the recording, in order.
  ///   - place: The recorded session's id, and the action's index.
  ///   - date: The time of the action.
  ///   - onInput: Called with the action's index and each input.
  ///   - onUnresolved: Called with an input specific to the app that the recording does not have; if it
  ///     returns, the live value is used.
  init(
    _ recorded: [(name: String, value: JSONValue)],
    of place: (session: String, index: Int),
    date: Date,
    onInput: @escaping (Int, Input) -> Void,
    onUnresolved: @escaping (Int, String) -> Void
  ) {
    (self.place, self.date) = (place, date)
    (self.onInput, self.onUnresolved) = (onInput, onUnresolved)
    for input in recorded { self.recorded[input.name, default: []].append(input.value) }
  }

  var isOpen: Bool { lock.withLock { !isDone } }

  func close() {
    lock.withLock { isDone = true }
  }

  func effect(_ name: String, perform: () -> Void) {}

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    let (next, ordinal) = lock.withLock {
      ordinals[name, default: 0] += 1
      return (recorded[name]?.popFirst(), ordinals[name] ?? 0)
    }
    if let next, let value = try? next.decode(Value.self) {
      onInput(place.index, Input(name: name, value: next, isMadeUp: false))
      return value
    }
    let value = try madeUp(name, ordinal, live)
    var bytes: [UInt8] = []
    ValueWriter<Value>().write(value, to: &bytes)
    let json = (try? JSONValue(parsing: bytes)) ?? .null
    onInput(place.index, Input(name: name, value: json, isMadeUp: true))
    return value
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
      let generator = SeededGenerator("\(place.session)/\(place.index)/\(name)/\(ordinal)")
      return try Recorded.$generator.withValue(generator, operation: live)
    default:
      break
    }
    onUnresolved(place.index, name)
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
