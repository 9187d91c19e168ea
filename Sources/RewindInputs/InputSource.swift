/// What stands between a reducer and the outside world while it is being recorded or replayed.
///
/// It is open while the dispatch that it belongs to is under way:
///
/// ```
///   made for a dispatch ──▶ open ──── the reducer returns ────▶ closed
///                           draws go through it                 draws are live and unrecorded,
///                                                               effects still go through it
/// ```
///
/// A task that a reducer starts inherits its source and meets it closed.
package protocol InputSource: Sendable {
  /// Gives the value of the draw `name`: the live one while recording, the recorded one in a replay.
  ///
  /// A source that has to make a value up, because the recording has none, runs `live` with
  /// `Recorded.$generator` bound to a seeded generator: then random numbers, identifiers and
  /// permutations come from that, and lie in the range that the program asks for.
  func draw<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value

  /// Runs `perform` where effects happen for real; skips it in a replay, also once it is closed.
  func effect(_ name: String, perform: () -> Void)

  /// False once the dispatch that this source belongs to has returned; then draws are live and
  /// unrecorded.
  var isOpen: Bool { get }
}
