import RewindDiagnosis
import RewindJSON
import RewindText

/// The answer of `explore`: what it found, and what it tried.
struct ExplorationAnswer: AnswerPart {
  let exploration: Exploration
  let findings: [ExploredFinding]
  /// The paths of their sessions, in the same order; nil for one that was not written.
  let files: [String?]
  let isAskedForFiles: Bool
  let program: ReplayProgram

  // MARK: - For scripts

  var json: JSONValue { .array(records) }

  var records: [JSONValue] {
    findings.enumerated().map { number, finding in
      record(finding, files[number])
    } + [summaryRecord]
  }

  private func record(_ finding: ExploredFinding, _ file: String?) -> JSONValue {
    let failure = finding.failure
    return [
      "file": JSONValue(file), "tier": .string(failure.origin.tier.rawValue),
      "class": .string(failure.className), "signature": .string(failure.signature),
      "culprit": JSONValue(finding.culprit), "actions": JSONValue(failure.actions),
      "from": .string(failure.origin.from), "how": .string(failure.origin.words),
      "runs": JSONValue(failure.run), "reproduced": JSONValue(failure.reproduced),
      "minimal": .bool(failure.isMinimal), "group": .string(finding.id),
      "unseen": failure.doubt?.json ?? .null,
    ]
  }

  private var summaryRecord: JSONValue {
    [
      "runs": JSONValue(exploration.progress.runs), "states": JSONValue(exploration.progress.kinds),
      "findings": JSONValue(findings.count), "doubtful": JSONValue(doubtful),
      "actions": JSONValue(exploration.actions),
      "recordings": JSONValue(exploration.recordingCount),
      "dismissed": .array(exploration.dismissed.map(\.json)),
      "checks": .array(
        checked.map { ["name": .string($0.key), "types": JSONValue($0.value.sorted())] }
      ),
      "unexplained": JSONValue(exploration.unexplained.sorted()),
      "untried": JSONValue(exploration.untried),
    ]
  }

  private var checked: [(key: String, value: Set<String>)] {
    exploration.checked.sorted { $0.key < $1.key }
  }

  /// The number of findings, the last ones, that a user may not be able to cause.
  private var doubtful: Int { findings.count { $0.failure.doubt != nil } }

  // MARK: - In words

  /// Returns a few lines for each finding, and what was explored.
  ///
  /// ```
  /// order    exit(1) in pay: KeyError at reduce < replay
  ///          as in monday.jsonl, but searched (31) came after logout (35)
  ///          culprit logout, 4 actions, found/g1a2b3c4.jsonl
  /// ```
  func lines(_ style: Style) -> [String] {
    let width = ExploredOrigin.Tier.allCases.map(\.rawValue.count).max() ?? 0
    let indent = String.spaces(width + 2)
    var lines: [String] = []
    for (number, finding) in findings.enumerated() {
      let failure = finding.failure
      if failure.doubt != nil, number == findings.count - doubtful {
        lines += ["Doubtful, and not counted: a user may not be able to do this.", ""]
      }
      let tier = failure.origin.tier.rawValue.padded(to: width)
      lines.append("\(style.yellow(tier))  \(style.bold(failure.signature.escapedForTerminal))")
      lines.append(indent + failure.origin.words.escapedForTerminal)
      var facts = finding.culprit.map { ["culprit \($0)"] } ?? []
      facts.append(counted(failure.actions, "action"))
      if failure.reproduced < ExploredFailure.replays {
        facts.append("fails in \(failure.reproduced) of \(ExploredFailure.replays) replays")
      }
      facts.append("run \(failure.run)")
      if let file = files[number] { facts.append(file) }
      if let doubt = failure.doubt { lines.append(indent + doubt.words.escapedForTerminal) }
      lines.append(indent + style.dim(facts.joined(separator: ", ").escapedForTerminal))
      lines.append("")
    }
    lines.append(summary)
    for obstacle in exploration.dismissed {
      lines.append("Left out: \(obstacle.obstacle.escapedForTerminal).")
    }
    for (name, types) in checked {
      let words = "it died in \(name) in \(types.sorted().shortList), as of whatever no user can do"
      lines.append("Left out: \(words.escapedForTerminal).")
    }
    if !exploration.unexplained.isEmpty {
      let failures = exploration.unexplained.sorted().joined(separator: ", ")
      lines.append("Not looked into, as the time was over: \(failures.escapedForTerminal).")
    }
    if !exploration.untried.isEmpty {
      lines.append(
        "Never tried: \(exploration.untried.joined(separator: ", ").escapedForTerminal)."
      )
    }
    if let file = files.lazy.compactMap(\.self).first {
      let words = "rewind bisect \(file.shellPath) \(program.words())"
      lines += ["", "# next: \(words.escapedForTerminal)"]
    } else if !findings.isEmpty, !isAskedForFiles {
      lines.append("-o DIR keeps their sessions.")
    }
    return lines
  }

  var layout: AnswerLayout { .summary }

  private var summary: String {
    let recordings = counted(exploration.recordingCount, "recording")
    let kinds = counted(exploration.progress.kinds, "kind of states", plural: "kinds of states")
    let sure = findings.count - doubtful
    let found =
      (sure == 0 ? "nothing found" : counted(sure, "finding"))
      + (doubtful == 0 ? "" : ", \(doubtful) doubtful")
    return
      "\(counted(exploration.progress.runs, "run")) from \(recordings): \(kinds), \(found)."
  }
}

extension UnseenState {
  private var figures: String {
    let times = "\(type) was recorded \(counted(recorded, "time"))"
    guard let content else { return "\(times), never with what is not in \(pointer)" }
    let share = others == 0 ? "" : ", as in \(others) % of all actions"
    return "\(times), never where \(pointer) is \(content)\(share)"
  }

  fileprivate var words: String { figures }

  /// Why a failure is no finding.
  fileprivate var obstacle: String {
    let failure = failure.map { " (\($0))" } ?? ""
    return "\(figures); it always fails there\(failure), so a user can probably not do it"
  }

  fileprivate var json: JSONValue {
    [
      "action": .string(type), "recorded": JSONValue(recorded), "pointer": .string(pointer),
      "content": content.map { .string($0) } ?? .null, "share": JSONValue(others),
      "failure": failure.map { .string($0) } ?? .null,
    ]
  }
}
