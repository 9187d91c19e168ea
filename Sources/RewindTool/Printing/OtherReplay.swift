import RewindDiagnosis
import RewindJSON
import RewindTimeline

/// The words for a replay that did not reach the recorded crash: where it first left the recording, and
/// the usual reason.
struct OtherReplay {
  private let timeline: Timeline
  /// The crash of the replay; nil if it survived.
  private let crash: (class: CrashClass, action: Int)?
  /// The first difference to the recorded states; nil if there is none.
  private let divergence: Divergence?
  /// True if the crash happens from the recorded state after that difference on.
  private let happensAfterIt: Bool

  /// Compares a replay with the recording.
  static func compared(
    _ timeline: Timeline,
    by program: ReplayProgram,
    crash: (class: CrashClass, action: Int)? = nil
  ) throws -> OtherReplay {
    let divergence = try Verification.run(timeline, by: program).divergences.first
    return OtherReplay(
      timeline: timeline,
      crash: crash,
      divergence: divergence,
      happensAfterIt: try divergence.map {
        try CrashBisection.happens(in: timeline, after: $0.index, by: program)
      } ?? false
    )
  }

  /// True if neither the recording nor the replay crashed in a reducer, and the states are the same.
  var isWithoutCrash: Bool {
    timeline.end.fatalAction == nil && crash == nil && divergence == nil
  }

  /// The statement in lines.
  var lines: [String] {
    [ending] + (divergence.map(reason) ?? withoutDivergence)
  }

  private var ending: String {
    let count = timeline.actionCount
    let all = count == 1 ? "the one action" : "all \(counted(count, "action"))"
    switch (timeline.end, crash) {
    case (.crashed(let recorded), let crash?):
      return "The recording crashed in action \(recorded), the replay in action \(crash.action) "
        + "(\(crash.class)): this is not the recorded crash."
    case (.crashed(let recorded), nil):
      return
        "The crash recorded in action \(recorded) does not happen: the app survives \(all)."
    case (.cut, nil) where timeline.actionCount == 0,
      (.stopped, nil) where timeline.actionCount == 0:
      return "The log has no action to replay."
    case (.cut, nil):
      return "The log ends early: the app survives the \(counted(count, "action")) that it has."
    case (.closed, nil), (.continued, nil):
      return "There is no crash: the app survives \(all), as recorded."
    default:
      return "No reducer crashes: the app survives \(all)."
    }
  }

  private func reason(_ divergence: Divergence) -> [String] {
    [
      "The replay differs from the recording \("\(divergence)".escapedForTerminal)."
    ] + outside(divergence) + [
      Self.usualReason + " `rewind verify` lists all differences."
    ]
  }

  /// What the recorded state shows that the action need not have written.
  ///
  /// Recorders of before wrote a change without an action before the first one as a part of that.
  private func outside(_ divergence: Divergence) -> [String] {
    guard happensAfterIt else { return [] }
    return [
      "From the recorded state after action \(divergence.index) it does happen: if that action's reducer did not write this, the state was changed from outside before it, which is to blame."
    ]
  }

  /// The usual reason of a difference.
  static let usualReason =
    "Either the app has changed since, or its reducers read what is not recorded: "
    + "Recorded.date(), Recorded.uuid() and their like record it."

  private var withoutDivergence: [String] {
    switch (timeline.end, crash) {
    case (.crashed(let fatal), nil) where (try? timeline.isRedacted(payloadOf: fatal)) ?? false:
      ["The payload of action \(fatal) was redacted: with the real one it may crash."]
    case (.crashed, nil):
      [
        "Either it has been fixed since, or its cause was not in the reducers alone, or the log's end is missing."
      ]
    case (.crashed, _?):
      ["The states up to there are the recorded ones: the app has changed since."]
    case (.cut, _):
      [
        "What came after action \(timeline.lastIndex) is missing or damaged, so nothing can be said of a crash there: get the log again, whole."
      ]
    case (.stopped, _) where timeline.actionCount == 0:
      ["If the app crashed, it was before its first action, or the log's end is missing."]
    case (.stopped, _):
      [
        "If the app crashed, it was after action \(timeline.lastIndex), outside the reducers or not in them alone, or the log's end is missing."
      ] + unwritten
    default: []
    }
  }

  private var unwritten: [String] {
    guard let gap = try? timeline.log.gap(), gap.actions > 0 else { return [] }
    return ["Or it was in an action that is not in the log: \(gap.words.escapedForTerminal)."]
  }

  /// The statement for scripts.
  var json: JSONValue {
    var json = JSONObject([("result", "not-reproduced")])
    json["recorded"] = timeline.end.fatalAction.map { JSONValue($0) }
    if timeline.end == .cut { json["cut"] = true }
    if let crash {
      json["replayed"] = JSONValue(crash.action)
      json["class"] = .string("\(crash.class)")
    }
    json["diverged"] = divergence.map { JSONValue($0.index) }
    if happensAfterIt { json["happensAfter"] = divergence.map { JSONValue($0.index) } }
    if case .state(let change, _, _)? = divergence?.difference {
      json["path"] = .string(change.pointer.description)
    }
    return .object(json)
  }
}
