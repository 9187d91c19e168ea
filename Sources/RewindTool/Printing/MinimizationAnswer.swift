import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindTimeline

/// The answer of `minimize`: the remaining actions of a session.
struct MinimizationAnswer: AnswerPart {
  let result: Minimization
  /// The culprit that had to be kept; nil if only the failure had to be.
  let culprit: CrashBisection.Culprit?
  /// The minimized session.
  let original: Timeline
  /// The written result.
  let written: Timeline
  let verification: Verification

  // MARK: - For scripts

  var json: JSONValue {
    [
      "before": JSONValue(result.before), "after": JSONValue(result.steps.count),
      "probes": JSONValue(probes),
      "signature": JSONValue(result.signature?.description),
      "never": JSONValue(result.wrong?.title),
      "minimal": .bool(result.isMinimal),
      "kept": .array(result.steps.map { JSONValue($0.index) }),
      "culprit": JSONValue(result.culprit),
      "from": JSONValue(result.position), "external": .bool(result.beginsExternally),
      "transaction": JSONValue(result.externalStart?.transaction),
      "verified": .bool(verification.verdict.name == "same"),
    ]
  }

  private var probes: Int { result.probes + (culprit?.probes ?? 0) }

  // MARK: - In words

  func lines(_ style: Style) throws -> [String] {
    var lines = [
      "\(counted(result.before, "action")) → \(style.bold("\(result.steps.count)")), \(failure)",
      "",
    ]
    lines += try steps(style)
    lines += ["", beginning] + role
    lines += [proof, "\(written.log.path): \(verification.lines(style)[0])"]
    if verification.verdict.name == "diverged" { lines.append(OtherReplay.usualReason) }
    lines.append(style.dim("\(counted(probes, "replay")) in child processes."))
    if result.wrong != nil, case .crashed(let action) = original.end {
      lines.append("The session also crashes, in action \(action), which was not minimized here.")
    }
    return lines
  }

  /// The failure that was kept.
  private var failure: String {
    (result.signature?.description ?? result.wrong?.title ?? "").escapedForTerminal
  }

  /// Returns the actions under their old numbers; of those with a smaller payload, the old one too.
  private func steps(_ style: Style) throws -> [String] {
    let width = "\(result.steps.last?.index ?? 0)".count
    let first = written.lastIndex - result.steps.count + 1
    return try result.steps.enumerated().map { number, step in
      let action = try written.action(first + number).brief(in: written, style, width: 100)
      let mark = step.index == result.culprit && step.index != result.before
      let old = try original.action(step.index)
      let change = old.payload == step.payload ? "" : "  " + style.dim(Self.words(old))
      return "\("\(step.index)".rightAligned(to: width))  \(action)"
        + (mark ? "  \(style.yellow("culprit"))" : "") + change
    }
  }

  /// An action's payload before it was made smaller, in a few words.
  private static func words(_ old: RecordedAction) -> String {
    let isShort = old.payload?.textCount(upTo: 60) ?? 0 <= 60
    return isShort ? "was \(old.content())" : "shortened"
  }

  private var beginning: String {
    if result.beginsAtStart { return "They begin at the session's start." }
    let change = result.externalStart.map { change in
      let isNamed = change.transaction != nil || change.travel != nil
      return "\(isNamed ? change.name.escapedForTerminal : "the external change") after "
    }
    return
      "They begin at the state after \(change ?? "")action \(result.position), which the result contains."
  }

  /// The culprit's role in the result.
  private var role: [String] {
    if result.wrong != nil, result.culprit != nil {
      return [
        "It holds after action \(result.before), as in the session, and not before it."
      ]
    }
    guard let culprit else {
      return ["With --any, the culprit may differ from the session's."]
    }
    if result.losesCulprit {
      return [
        "The culprit of `rewind bisect` is not kept: by itself it does not lead to the crash."
      ]
    }
    if culprit.initialState == .toBlame {
      return ["The initial state is to blame, as in the session."]
    }
    if culprit.externalChange != nil { return ["That change is to blame, as in the session."] }
    guard let index = result.culprit, index != result.before else { return [] }
    return [
      "Action \(index) is to blame, as in the session: without it, action \(result.before) does not crash like this."
    ]
  }

  private var proof: String {
    result.isMinimal
      ? "No action can be left out: each was tried."
      : "Not proven minimal: the search was stopped."
  }
}
