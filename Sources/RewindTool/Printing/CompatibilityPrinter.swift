import RewindDiagnosis
import RewindJSON
import RewindText

/// An app's ability to replay a session, in words and for scripts.
struct CompatibilityPrinter {
  let forecast: CompatibilityReport
  let path: String
  let program: ReplayProgram

  /// The number of findings shown to a person; `--json` has them all.
  private static let findingsShown = 20

  /// True if the app can begin with an initial state of its own.
  private var canStartAlone: Bool {
    forecast.findings.contains { finding in
      if case .stateUndecodable(_, isNeeded: false) = finding.change { true } else { false }
    }
  }

  var isClean: Bool { forecast.verdict == .fine }

  var json: JSONValue {
    [
      "verdict": .string(forecast.verdict.rawValue), "actions": JSONValue(forecast.actions),
      "states": JSONValue(forecast.states), "findings": .array(forecast.findings.map(\.json)),
      "types": .array(forecast.types.map(\.json)),
    ]
  }

  func lines(_ style: Style) -> [String] {
    let verdict = forecast.verdict
    let painted =
      switch verdict {
      case .fine: style.green(verdict.rawValue)
      case .risky: style.yellow(verdict.rawValue)
      case .impossible: style.red(verdict.rawValue)
      }
    let looked =
      forecast.states == 0
      ? counted(forecast.actions, "action")
      : "\(counted(forecast.actions, "action")) and \(counted(forecast.states, "state"))"
    var lines = [
      "  Replay by \(program.name.escapedForTerminal): \(painted), \(looked) \(verdict == .impossible ? "tried" : "decoded")."
    ]
    let changes = forecast.findings.map(\.words) + forecast.types.map(\.words)
    lines += changes.prefix(Self.findingsShown).map { "    \($0)" }
    let rest = changes.count - Self.findingsShown
    if rest > 0 { lines.append("    And \(counted(rest, "more change")): see --json.") }
    if let advice { lines.append("    \(advice)") }
    return lines
  }

  /// The command that replays it anyway; nil if none can or none is needed.
  private var advice: String? {
    var flags: [String] = canStartAlone ? ["--start app"] : []
    var ignored: [String] = []
    var addsMembers = false
    for finding in forecast.findings {
      switch finding.change {
      case .actionGone, .dies, .stateUndecodable(_, isNeeded: true):
        return nil
      case .memberAdded(let member) where member.type == nil:
        addsMembers = true
      case .memberRenamed(let member, _) where member.type == nil:
        addsMembers = true
        ignored.append(member.pattern)
      case .memberGone(let member, _) where member.type == nil,
        .valueChanged(let member) where member.type == nil:
        ignored.append(member.pattern)
      default:
        break
      }
    }
    // The new member also comes with the app's own state, where recorded ones cannot be decoded.
    if addsMembers || canStartAlone { flags.append("--compare known") }
    flags += ignored.prefix(Self.findingsShown).map { "--ignore \($0.shellWord)" }
    guard !flags.isEmpty else { return nil }
    return
      "To compare the rest: rewind verify \(path.shellPath) \(program.words(with: flags))"
  }
}

extension CompatibilityReport.Finding {
  fileprivate var words: String {
    let times = count == 1 ? "at \(first)" : "\(counted(count, "time")), first at \(first)"
    switch change {
    case .actionGone(let type, let why):
      return "\(type.escapedForTerminal) cannot be decoded (\(times)): \(why.escapedForTerminal)"
    case .actionRenamed(let type, let now):
      return "\(type.escapedForTerminal) is read as \(now.escapedForTerminal) (\(times))."
    case .stateUndecodable(let why, let isNeeded):
      let rest = isNeeded ? "" : " The app can only begin with its own initial state."
      return "Recorded states cannot be decoded: \(why.escapedForTerminal)\(rest)"
    case .memberGone(let member, let isNeeded):
      let rest = isNeeded ? "" : " A replay runs the actions from the start."
      return "\(member.words) is gone (\(times)).\(rest)"
    case .memberAdded(let member):
      return "\(member.words) was added (\(times))."
    case .memberRenamed(let member, let now):
      return "\(member.words) is now \(now.escapedForTerminal) (\(times))."
    case .valueChanged(let member):
      return "\(member.words) comes back with a different value (\(times))."
    case .dies(let crash):
      return "The app dies (\(crash)) while decoding, after \(first)."
    }
  }

  fileprivate var json: JSONValue {
    let members: [(String, JSONValue)] =
      switch change {
      case .actionGone(let type, let why):
        [("kind", "action-gone"), ("type", .string(type)), ("why", .string(why))]
      case .actionRenamed(let type, let now):
        [("kind", "action-renamed"), ("type", .string(type)), ("now", .string(now))]
      case .stateUndecodable(let why, _):
        [("kind", "state-undecodable"), ("why", .string(why))]
      case .memberGone(let member, _):
        [("kind", "member-gone")] + member.members
      case .memberAdded(let member):
        [("kind", "member-added")] + member.members
      case .memberRenamed(let member, let now):
        [("kind", "member-renamed")] + member.members + [("now", .string(now))]
      case .valueChanged(let member):
        [("kind", "value-changed")] + member.members
      case .dies(let crash):
        [("kind", "dies"), ("class", .string("\(crash)"))]
      }
    let extent: [(String, JSONValue)] = [
      ("first", JSONValue(first)), ("count", JSONValue(count)),
      ("verdict", .string(change.verdict.rawValue)),
    ]
    return .object(JSONObject(members + extent))
  }
}

extension TypeChange {
  fileprivate var words: String {
    let owner = "\(type).\(part)".escapedForTerminal
    let part = isCase ? "The case \(owner)" : owner
    switch kind {
    case .added(let type): return "\(part) is new (\(type.escapedForTerminal))."
    case .gone: return "\(part) is gone."
    case .renamed(let name): return "\(part) is now \(name.escapedForTerminal)."
    case .retyped(let old, let new):
      return "\(part) was \(old.escapedForTerminal), and is \(new.escapedForTerminal) now."
    }
  }

  fileprivate var json: JSONValue {
    let (name, more): (String, [(String, JSONValue)]) =
      switch kind {
      case .added(let type): ("added", [("now", .string(type))])
      case .gone(let type): ("gone", [("was", .string(type))])
      case .renamed(let name): ("renamed", [("now", .string(name))])
      case .retyped(let old, let new): ("retyped", [("was", .string(old)), ("now", .string(new))])
      }
    let members: [(String, JSONValue)] = [
      ("kind", .string(name)), ("type", .string(type)), (isCase ? "case" : "member", .string(part)),
    ]
    return .object(JSONObject(members + more + [("risky", .bool(isRisky))]))
  }
}

extension CompatibilityReport.Member {
  fileprivate var words: String {
    let owner = type.map { " of \($0.escapedForTerminal)" } ?? " of the state"
    return (pattern.isEmpty ? "The whole" : pattern.escapedForTerminal) + owner
  }

  /// The type of the action whose payload it is; null for a state.
  fileprivate var members: [(String, JSONValue)] {
    [("type", JSONValue(type)), ("path", .string(pattern))]
  }
}
