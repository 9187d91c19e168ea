import Foundation
import RewindDiagnosis
import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

extension Verification {
  /// The action of the failure, if any.
  var index: Int? {
    switch verdict {
    case .same, .sameEnd, .undecodable, .damaged: nil
    case .fixed(let action), .notReproduced(let action, _), .unproven(let action),
      .crashed(_, let action, _),
      .unresolved(_, let action):
      action
    case .diverged(let divergence): divergence.index
    case .judged(let findings): findings.firstThatHolds?.replayed.last?.first.index
    }
  }

  /// Returns the verdict in words; the first line follows the file's name.
  func lines(
    _ style: Style,
    expecting expectation: Expectation = .recorded,
    by program: ReplayProgram? = nil
  ) -> [String] {
    let name = verdict.name
    switch verdict {
    case .same, .sameEnd:
      let isUnwanted = expectation == .noCrash && sharedCrash != nil
      let crash =
        sharedCrash.map {
          isUnwanted ? ": it still crashes (\($0))" : ", the crash (\($0)) included"
        }
        ?? ""
      let rest =
        unrecorded > 0 ? "; the states after \(unrecorded) of them were not recorded" : ""
      let lost = gap.map { "; \($0.words.escapedForTerminal)" } ?? ""
      let cut = isCut ? "; the log is cut off in its last line, which was not compared" : ""
      let end = if case .sameEnd = self.verdict { "same end" } else { name }
      let verdict = isUnwanted ? style.red(end) : style.green(end)
      return [verdict + ", \(counted(actions, "action"))\(crash)\(rest)\(lost)\(cut)"]
        + differenceLines
    case .fixed(let action):
      return [
        style.yellow(name) + ": the recording crashed in action \(action), the replay survived it"
          + (gap.map { "; \($0.words.escapedForTerminal)" } ?? "")
      ]
        + (divergences.first.map {
          ["  States differ from it, as a fix may have it: \("\($0)".escapedForTerminal)."]
        } ?? [])
    case .notReproduced(let action, let doubt):
      return [
        style.yellow("not reproduced")
          + ": the recording crashed in action \(action), the replay survived it; but \(doubt.words)"
      ] + differenceLines
    case .unproven(let action):
      return [
        style.yellow(name)
          + ": the replay survived action \(action), in which the recording crashed; but its payload was redacted, and the real one may crash"
      ] + differenceLines
    case .diverged(let divergence):
      return [style.red(name) + " " + divergence.words] + divergence.difference.lines(style)
        + overlapLines + tableLines + uncomparedLines + cure
        + (divergence.leadsToPseudonym ? pseudonymLines : [])
    case .crashed(let crash, let action, let errors):
      let words =
        signature == nil
        ? "the replay died in or after action \(action) (\(crash)), the recording did not"
        : "the replay \(crash.outcome) in action \(action) (\(crash)), which does not count as the recorded crash without --crash '\(crash)'"
      return [style.red(name) + ": \(words)"]
        + FinalMessage(errors).labeled("it wrote:", indent: "  ")
        + (signature == nil ? pseudonymLines : [])
    case .undecodable(let session):
      let other = program.flatMap {
        header.otherApp(than: $0, whichCannotDecode: session, ofActions: actions)
      }
      let app = other.map { "; the log is of \($0.app.escapedForTerminal)" } ?? ""
      return [style.red(name) + ": the app cannot decode these\(app)"]
        + session.lines(in: header, of: other).map { "  \($0)" }
    case .unresolved(let input, let action):
      return [
        style.red(name)
          + " in action \(action): the reducer read \"\(input.escapedForTerminal)\", which is not in the recording"
      ]
    case .judged(let findings):
      var lines = findings.lines(style, actions: actions)
      if let signature {
        lines[0] += "; it also dies as recorded (\(signature.crash)), which does not count here"
      }
      return lines
    case .damaged(let damage):
      return [
        style.red(name) + ": line \(damage.line) is damaged. See `rewind check`."
      ]
    }
  }

  /// True if the replay differs from the recording, and the verdict does not say so.
  var differsBesidesVerdict: Bool {
    if case .diverged = verdict { false } else { !divergences.isEmpty }
  }

  /// The first difference of a replay of which only the end counts.
  private var differenceLines: [String] {
    guard let first = divergences.first else { return [] }
    let what = if case .state = first.difference { "States" } else { "Inputs" }
    let start = first.type == nil ? "the initial state" : "action \(first.index)"
    return ["  \(what) differ from \(start) on: \("\(first)".escapedForTerminal)."]
  }

  /// The recorded time zone, if it is not the tool's own.
  var replayedTimeZone: String? {
    timeZone.flatMap { $0 == TimeZone.current.identifier ? nil : $0 }
  }

  private var overlapLines: [String] {
    overlapping.map {
      [
        "  Action \($0) began on another thread before the one before it was done: a replay reduces them in turn."
      ]
    } ?? []
  }

  private var uncomparedLines: [String] {
    uncomparedAfter.map { index in
      let last = index == 0 ? "the initial state" : "that of action \(index)"
      return [
        "  The states after \(last) were not compared: the app cannot decode its recorded states."
      ]
    } ?? []
  }

  private var pseudonymLines: [String] { header.pseudonymAdvice.map { "  " + $0 } }

  /// The remedy for the first value that looks as if a reducer had read it from outside.
  private var cure: [String] {
    let suspects = divergences.lazy.compactMap { divergence in
      divergence.foreignValue.map { (kind: $0, pattern: divergence.patterns.first ?? "") }
    }
    guard let (kind, pattern) = suspects.first else { return [] }
    let path = pattern.escapedForTerminal
    let quoted = path.contains("*") ? "'\(path)'" : path
    if header.attach == "hooks" {
      return [
        "  Hooks record no inputs: give the store the recorded reducer; --ignore \(quoted) leaves this one out."
      ]
    }
    return ["  An external value? \(kind.remedy) records it; --ignore \(quoted) leaves it out."]
  }

  /// The number of rows shown to a person.
  private static let tableLimit = 12

  private var tableLines: [String] {
    let rows = DivergenceTable(divergences).rows
    guard rows.count > 1 || rows.contains(where: { $0.count > 1 }) else { return [] }
    let words = rows.prefix(Self.tableLimit).map { row in
      (
        "\(row.count)", (row.type ?? "the initial state").escapedForTerminal,
        row.subject.words.escapedForTerminal,
        row.first
      )
    }
    let (counts, types) = (
      words.map(\.0.count).max() ?? 0, words.map(\.1.columns).max() ?? 0
    )
    let actions = Set(divergences.map(\.index)).count
    let how = uncomparedAfter == nil ? "Continuing from the recorded state after each, " : ""
    var lines = ["  \(how)\(counted(actions, "state")) diverged:"]
    lines += words.map {
      "  \($0.0.rightAligned(to: counts + 2)) × \($0.1.padded(to: types))  \($0.2)  (first at \($0.3))"
    }
    if rows.count > Self.tableLimit {
      lines.append("    and \(counted(rows.count - Self.tableLimit, "more row")) (see --json)")
    }
    return lines
  }
}

extension Verification.Doubt {
  /// The reason, to follow "but".
  var words: String {
    switch self {
    case .sameBuild:
      "this build has crashed in it before, so nothing was fixed in between"
    case .burst(let burst):
      """
      \(burst.words) came before it, so the stack or the memory may have run out, \
      which a replay does not repeat
      """
    case .attachment:
      "a subscriber or listener may have crashed instead of the reducer, and a replay runs none"
    }
  }
}

extension DispatchBurst {
  /// The burst for scripts.
  var json: JSONValue {
    [
      "first": JSONValue(first), "count": JSONValue(count),
      "types": .array(types.map { .string($0) }), "origin": JSONValue(origin),
    ]
  }
}

extension DivergenceTable.Row {
  /// The row for scripts.
  var json: JSONValue {
    let (kind, name) =
      switch subject {
      case .path(let pattern): ("path", pattern)
      case .missingInput(let name): ("missing", name)
      case .surplusInput(let name): ("surplus", name)
      }
    return [
      "type": JSONValue(type), kind: .string(name), "count": JSONValue(count),
      "first": JSONValue(first),
    ]
  }
}

extension DivergenceTable.Row.Subject {
  fileprivate var words: String {
    switch self {
    case .path(let pattern): pattern.isEmpty ? "(the whole state)" : pattern
    case .missingInput(let name): "no longer reads \"\(name)\""
    case .surplusInput(let name): "also reads \"\(name)\""
    }
  }
}

extension CrashClass {
  /// The ending of the program, to follow its name.
  fileprivate var outcome: String {
    switch self {
    case .exit(0): "exited"
    case .timeOut: "hung"
    case .memory: "exceeded the memory limit"
    default: "died differently"
    }
  }
}

extension ReplayCondition {
  /// The word for scripts.
  var name: String {
    switch self {
    case .hashSeed: "hash-seed"
    case .timeZone: "time-zone"
    case .locale: "locale"
    case .user: "user"
    case .temporaryFolder: "temporary-folder"
    case .several: "several"
    case .again: "again"
    case .middle(let index): "from-\(index)"
    }
  }

  var words: String {
    switch self {
    case .hashSeed: "under another hash seed: a reducer depends on the order of a set or dictionary"
    case .timeZone: "in another time zone: a reducer depends on it"
    case .locale: "in another locale: a reducer depends on it"
    case .user: "for another user: a reducer reads the environment or the home folder"
    case .temporaryFolder:
      "with another folder for temporary files: a reducer depends on its path or its contents"
    case .several:
      """
      under another hash seed, clock, time zone and locale, for another user, all of them together: \
      a reducer depends on more than one, or on something that changes from run to run
      """
    case .again:
      "when it is replayed again: a reducer depends on something that changes from run to run"
    case .middle(let index):
      "from the recorded state after action \(index) on: a reducer depends on something outside the state"
    }
  }
}

extension Divergence {
  fileprivate var words: String {
    type.map { "at action \(index), \($0.escapedForTerminal)" } ?? "at the initial state"
  }
}

extension Divergence.Difference {
  var members: [(String, JSONValue)] {
    switch self {
    case .state(let change, let count, let writer):
      [
        ("path", .string(change.pointer.description)), ("recorded", change.old ?? .null),
        ("replayed", change.new ?? .null), ("places", JSONValue(count)),
        ("lastWriter", JSONValue(writer?.index)),
      ]
    case .missingInput(let name):
      [("missing", .string(name))]
    case .surplusInput(let name):
      [("surplus", .string(name))]
    }
  }

  fileprivate func lines(_ style: Style) -> [String] {
    switch self {
    case .state(let change, let count, let writer):
      var lines = [
        "  \(style.bold(change.pointer.description.escapedForTerminal))",
        "    recorded  \(change.old?.brief(100) ?? "nothing")",
        "    replayed  \(change.new?.brief(100) ?? "nothing")",
      ]
      if let writer {
        lines.append("    the recorded value was written by \(writer.words)")
      }
      if count > 1 { lines.append("  and \(counted(count - 1, "more value")) in the same state") }
      return lines
    case .missingInput(let name):
      return [
        "  the recorded reducer read \"\(name.escapedForTerminal)\", the replayed one did not"
      ]
    case .surplusInput(let name):
      return [
        "  the replayed reducer read \"\(name.escapedForTerminal)\", the recorded one did not"
      ]
    }
  }
}

extension Blame {
  /// The writer of the value, in a sentence.
  fileprivate var words: String {
    if isExternal { return "an external change, after action \(index)" }
    if let type { return "action \(index), \(type.escapedForTerminal)" }
    return index == 0 ? "the initial state" : "an action before the log's first state"
  }
}

extension ForeignValue {
  /// The function that a reducer calls instead.
  fileprivate var remedy: String {
    switch self {
    case .date: "Recorded.date()"
    case .uuid: "Recorded.uuid()"
    case .random: "Recorded.random(in:)"
    }
  }
}

extension Divergence {
  /// True if the replay has a pseudonym where the recording has a value.
  fileprivate var leadsToPseudonym: Bool {
    guard case .state(let change, _, _) = difference else { return false }
    return change.new?.string?.isRedaction ?? false
  }
}

extension SessionHeader {
  /// The usual reason why a session with pseudonyms goes another way than its recording; none if it has none.
  var pseudonymAdvice: [String] {
    guard RedactionMask(self).hasPseudonyms else { return [] }
    return [
      "Secrets have pseudonyms in this session: where no rule covers the same value elsewhere, a look-up of it fails in a replay. `rewind privacy` shows which fields are as they were."
    ]
  }
}
