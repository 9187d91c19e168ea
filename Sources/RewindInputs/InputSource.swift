/// The source of a reducer's inputs while it is being recorded or replayed.
///
/// It is open during its dispatch:
///
/// ```
///   made for a dispatch ──▶ open ──── the reducer returns ────▶ closed
///                           inputs come from it                 inputs are live and unrecorded,
///                                                               effects still go through it
/// ```
///
/// A task that a reducer starts inherits its source and finds it closed.
package protocol InputSource: Sendable {
  /// Returns the value of the input `name`: the live one during recording, the recorded one in a replay.
  ///
  /// If the recording has no such value, the source makes one up by running `live` with
  /// `Recorded.$generator` bound to a seeded generator: random numbers, identifiers and permutations
  /// then come from that generator, and are in the range that the program asks for.
  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value

  /// Runs `perform` where effects happen for real; skips it in a replay, even once the source is closed.
  func effect(_ name: String, perform: () -> Void)

  /// False once the dispatch of this source has returned; inputs are then live and unrecorded.
  var isOpen: Bool { get }
}
