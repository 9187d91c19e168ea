import RewindJSON
import RewindLog
package import RewindSession
package import RewindTimeline

/// A comparison of a program's behavior today with a recorded session.
package struct Verification: Sendable {
  package enum Verdict: Sendable {
    /// Every state is equal, and both end alike.
    case same
    /// Both end alike; the states differ, but only the end is compared.
    case sameEnd
    /// The recording crashed at this action; the replay survived it.
    case fixed(action: Int)
    /// The replay survived the recorded crash at this action, which a replay may not repeat even if nothing
    /// was changed.
    case notReproduced(action: Int, Doubt)
    /// The replay survived the recorded crash at this action, whose payload was redacted: with the real one
    /// it may crash.
    case unproven(action: Int)
    case diverged(Divergence)
    /// The replay crashed otherwise than recorded, in or after this action. This includes the recorded
    /// fatal action if the replay exited with 0, hung, or took too much memory there: a recording cannot
    /// show that it did so.
    case crashed(CrashClass, action: Int, errorText: String)
    /// These actions, or the state, cannot be decoded.
    case undecodable(UndecodableParts)
    /// The reducer read an input that the recording does not have, and that cannot be made up.
    case unresolved(input: String, action: Int)
    /// The log is not intact, so there is nothing to compare with.
    case damaged(LogDamage)
    /// The replay looked for wrong states, and reached its end or one of them.
    case judged([WrongStateFinding])

    /// The word for it in `rewind verify --json`.
    package var name: String {
      switch self {
      case .same: "same"
      case .sameEnd: "same-end"
      case .fixed: "fixed"
      case .notReproduced: "not-reproduced"
      case .unproven: "unproven"
      case .diverged, .unresolved: "diverged"
      case .crashed: "crashed"
      case .undecodable: "undecodable"
      case .damaged: "damaged"
      case .judged(let findings): findings.verdict
      }
    }
  }

  /// A reason why a crash that a replay survives may not be fixed.
  package enum Doubt: Hashable, Sendable {
    /// It was recorded, or replayed, by the very build that survives it now.
    case sameBuild
    /// Actions were dispatched without end, so that the stack or the memory may have ended.
    case burst(DispatchBurst)
    /// The attachment does not show if the reducer or a listener of the store crashed.
    case attachment
  }

  /// Options for a comparison.
  package struct Options: Sendable {
    /// The state that a replay starts from.
    package enum Start: String, Sendable, CaseIterable {
      /// The recorded initial state.
      case recorded
      /// The state that the app makes.
      case app
    }

    /// Nil: the app's if the recording says that the reducer made it, otherwise the recorded one.
    package var start: Start?
    package var tolerance = Tolerance.none
    /// True if only the end counts: a difference in states or inputs is reported, and does not.
    package var comparesOnlyTheEnd = false
    /// True if the session is replayed again under other conditions, to find values that depend on them.
    package var variesConditions = false
    /// The crash that the fatal action must end in; nil: a signal, or an exit status other than 0.
    package var expectedCrash: CrashClass?
    /// True if a build is classified for `git bisect`: where the recording crashes, only that counts.
    package var judgesCommits = false
    /// True if a recorded crash is not to happen: where states differ, as after a fix they may, the session is
    /// replayed again without going on from the recorded states.
    package var expectsNoCrash = false
    /// True if the functions of the crash in the fatal action are looked up.
    package var locatesCrash = false
    /// Wrong states to look for; if there are any, nothing else counts.
    package var never: [WrongState] = []

    package init() {}
  }

  package private(set) var verdict: Verdict
  /// The header of the recording.
  package let header: SessionHeader
  /// Actions in the recording.
  package let actions: Int
  /// Actions after which nothing was compared, since their states were not recorded.
  package internal(set) var unrecorded = 0
  /// The lines that could not be written to the log, and so are neither replayed nor compared.
  package internal(set) var gap: SessionGap?
  /// The pointers into the last state that the recorder could not write, and that are not compared:
  /// `/cache`, `/rows/*/image`.
  package internal(set) var unwritten: [String] = []
  /// The action in which the recording crashes; nil if it ends in another way.
  package let recordedCrash: Int?
  /// True if the log is cut off within its last line; that line is not compared.
  package let isCut: Bool
  /// The crash in the recorded fatal action; nil if that did not crash in the replay.
  package internal(set) var signature: CrashSignature?
  /// Every divergence, including the first one: after each, the replay continued from the recorded state.
  ///
  /// Where only the end counts, those of the first action that shows one.
  package internal(set) var divergences: [Divergence] = []
  /// The last action whose state was compared, where the app could not decode the recorded one to continue from.
  package internal(set) var uncomparedAfter: Int?
  /// The values that were expected to change and did, by their pattern: `/rows/*/total`.
  package internal(set) var expectedChanges: [String: ExpectedChange] = [:]
  /// The condition under which the divergence shows, if it does not under the usual ones.
  package internal(set) var condition: ReplayCondition?
  /// The last action up to the first divergence, and not long before it, that was dispatched while another was
  /// being reduced.
  package internal(set) var overlapping: Int?
  /// Conditions that could not be varied, with the reasons.
  package internal(set) var unvaried: [String] = []
  /// The type of the action in which the recording or the replay crashed; nil if neither did in an action.
  package internal(set) var crashedType: String?
  /// True if only wrong states were asked for.
  package internal(set) var isAboutStates = false
  /// The recorded time zone, in which the session was replayed; nil if it is unknown.
  package var timeZone: String? { header.timeZoneVariable }

  /// The crash that recording and replay share, if any.
  package var sharedCrash: CrashClass? {
    switch verdict {
    case .same, .sameEnd: signature?.crash
    default: nil
    }
  }

  init(_ verdict: Verdict, of timeline: Timeline) {
    self.verdict = verdict
    header = timeline.log.header
    actions = timeline.actionCount
    isCut = timeline.end == .cut
    recordedCrash = timeline.end.fatalAction
  }

  /// Replays a session and compares it with the recording, state by state.
  ///
  /// - Throws: ``ReplayProgramError``; `SessionLogError` where the log cannot be read.
  package static func run(
    _ timeline: Timeline,
    by program: ReplayProgram,
    options: Options = Options()
  ) throws -> Verification {
    var options = options
    if options.judgesCommits, case .crashed = timeline.end { options.comparesOnlyTheEnd = true }
    if let damage = timeline.log.damage { return Verification(.damaged(damage), of: timeline) }
    let usual: VerificationRun
    do {
      if !options.never.isEmpty { return try judging(timeline, by: program, options) }
      usual = try VerificationRun.run(timeline, by: program, options: options)
    } catch let error as SessionLogError {
      // The lines of a long log are checked as they are read.
      guard case .damaged(let damage) = error.reason else { throw error }
      return Verification(.damaged(damage), of: timeline)
    }
    let isVaried = options.variesConditions && usual.verdict.isEndAsRecorded
    let deviation =
      isVaried ? try usual.underOtherConditions(timeline, by: program, options: options) : nil
    let run = deviation?.run ?? usual
    var verification = Verification(run.verdict, of: timeline)
    verification.unrecorded = options.comparesOnlyTheEnd ? 0 : try timeline.unrecordedStates()
    verification.gap = try timeline.log.gap()
    verification.unwritten = options.comparesOnlyTheEnd ? [] : try timeline.unwrittenPointers()
    (verification.signature, verification.divergences) = (run.signature, run.divergences)
    verification.uncomparedAfter = run.uncomparedAfter
    verification.expectedChanges = run.expectedChanges
    if case .diverged(let first) = run.verdict {
      verification.overlapping = timeline.overlappingAction(upTo: first.index)
    }
    verification.condition = deviation?.condition
    verification.unvaried = isVaried ? ConditionSetting.all().unvaried : []
    switch run.verdict {
    case .fixed(let action), .notReproduced(let action, _), .unproven(let action),
      .crashed(_, let action, _):
      verification.crashedType = try? timeline.recordedAction(action)?.type
    default:
      break
    }
    if case .diverged = run.verdict, options.expectsNoCrash, case .crashed = timeline.end {
      var ending = options
      (ending.comparesOnlyTheEnd, ending.expectsNoCrash) = (true, false)
      let end = try Self.run(timeline, by: program, options: ending)
      switch end.verdict {
      case .fixed, .notReproduced, .unproven:
        (verification.verdict, verification.crashedType) = (end.verdict, end.crashedType)
      default: break
      }
    }
    return verification
  }
}

extension Timeline {
  /// Returns the last of some actions up to an index that overlaps another; nil if none does.
  fileprivate func overlappingAction(upTo index: Int) -> Int? {
    // In a gap there is no action.
    (max(firstIndex, index - 10)..<index).map { $0 + 1 }
      .last { (try? action($0))?.overlaps ?? false }
  }

  /// Returns the pointers into the last recorded state that lead to a placeholder for a value which may change.
  ///
  /// A closure or a type does not.
  fileprivate func unwrittenPointers() throws(SessionLogError) -> [String] {
    guard let last = try lastState(), let state = try? state(after: last) else { return [] }
    var pointers: Set<String> = []
    state.walk(element: "*") { value, path in
      guard case .string(let kind)? = value["$rewind"] else { return true }
      if ["opaque", "too deep", "more", "error"].contains(kind) {
        pointers.insert(Pointer(tokens: path).description)
      }
      return false
    }
    return pointers.sorted()
  }
}

extension Verification.Verdict {
  /// True if a replay under other conditions can show more.
  fileprivate var isEndAsRecorded: Bool {
    switch self {
    case .same, .sameEnd, .fixed, .notReproduced, .unproven: true
    default: false
    }
  }
}
