import RewindTimeline

/// A crash for which no action can be blamed, because it does not follow from the state and the action alone.
package struct UnattributedCrash: Sendable {
  package enum Reason: Hashable, Codable, Sendable {
    /// The fatal action crashes in only some of several replays on the same state.
    case sometimes(crashes: Int, tries: Int)
    /// The reducers survive; the program dies while the state after the fatal action is encoded.
    case encoding
  }

  package let crash: CrashClass
  /// The fatal action.
  package let fatal: Int
  package let why: Reason
  /// The end of the program's standard error in the crash.
  package let errorText: String
}

extension UnattributedCrash {
  /// Looks closer at a recorded crash that a replay survived; nil if others survive as well, or die elsewhere.
  static func find(
    _ timeline: Timeline,
    by program: ReplayProgram
  ) throws -> UnattributedCrash? {
    guard case .crashed(let fatal) = timeline.end else { return nil }
    func deaths(_ states: ReplayRequest.States, _ count: Int) throws -> [ReplayProgram.Outcome] {
      let request = try ReplayRequest.whole(timeline, states: states)
      return try program.run(Array(repeating: request, count: count), withBacktrace: true)
        .map { try $0.get() }
        .filter { outcome in
          if case .died = outcome.ending { return outcome.lastAction == fatal }
          return false
        }
    }
    let plain = try deaths(.none, tries - 1)
    let encoded = try plain.isEmpty ? deaths(.all, 1) : []
    guard let death = plain.first ?? encoded.first, case .died(let crash) = death.ending else {
      return nil
    }
    return UnattributedCrash(
      crash: crash,
      fatal: fatal,
      why: plain.isEmpty ? .encoding : .sometimes(crashes: plain.count, tries: tries),
      errorText: death.errorText
    )
  }

  /// The number of replays that must be alike: a crash that depends on chance, half the time, is taken for
  /// one that does not once in 2⁵.
  static let tries = 6
  /// The number of replays of each side of an answer besides those of the search.
  static let moreTries = 3
}
