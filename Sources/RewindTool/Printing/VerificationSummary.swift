import RewindDiagnosis
import RewindJSON
import RewindText
import RewindTimeline

/// Many verified sessions on one page of Markdown: what changed by accident first, then what changed on purpose.
struct VerificationSummary {
  let answers: [VerificationAnswer]
  let program: ReplayProgram

  /// The items of each section; with all headings and commands that makes 40 lines at most.
  private static let limits = (states: 5, appeared: 3, gone: 3, expected: 3, others: 3)

  /// One line about a group of sessions.
  private struct Item {
    let text: String
    /// The session to look at; nil if there is nothing to look for.
    let path: String?
  }

  private struct Expected {
    let pattern: String
    let change: ExpectedChange
  }

  /// The page.
  var lines: [String] {
    let failed = answers.count { !$0.isClean }
    let title =
      failed == 0
      ? "\(counted(answers.count, "session")) verified, all clean"
      : "\(failed) of \(counted(answers.count, "session")) not clean"
    var lines = ["### rewind verify: \(title)", "", answers.summary + "."]
    let (states, appeared, others) = (changedStates, appearedCrashes, otherFailures)
    lines += section("States that changed", states, Self.limits.states)
    lines += section("Crashes that appeared", appeared, Self.limits.appeared)
    lines += section("Crashes that went", goneCrashes, Self.limits.gone)
    lines += section("Changed on purpose", expectedChanges, Self.limits.expected)
    lines += section("Other failures", others, Self.limits.others)
    let first = [states, appeared, others].compactMap { $0.first?.path }
    guard !first.isEmpty else { return lines }
    var paths: [String] = []
    for path in first where !paths.contains(path) { paths.append(path) }
    let expected = answers.contains { $0.expectation == .noCrash } ? "--expect no-crash " : ""
    return lines + ["", "To look closer:"]
      + paths.map {
        "- " + "rewind verify \($0.shellPath) \(expected)\(program.words())".markdownCode
      }
  }

  private func section(_ title: String, _ items: [Item], _ limit: Int) -> [String] {
    guard !items.isEmpty else { return [] }
    let rest = items.count - limit
    return ["", "**\(title)**"] + items.prefix(limit).map { "- " + $0.text }
      + (rest > 0 ? ["- and \(rest) more"] : [])
  }

  /// Returns a text for each group of answers that have one key, the largest group first.
  private func groups<Value>(
    _ value: (VerificationAnswer, Verification) -> [(key: String, Value)],
    _ text: (_ first: Value, _ path: String, _ sessions: String) -> String
  ) -> [Item] {
    var found: [String: (first: Value, path: String, count: Int, order: Int)] = [:]
    for answer in answers {
      guard let verification = try? answer.result.get() else { continue }
      for (key, value) in value(answer, verification) {
        let order = found.count
        found[key, default: (value, answer.path, 0, order)].count += 1
      }
    }
    return found.values.sorted { ($1.count, $0.order) < ($0.count, $1.order) }.map {
      Item(text: text($0.first, $0.path, counted($0.count, "session")), path: $0.path)
    }
  }

  /// The first divergence of each type of action and pattern.
  private var changedStates: [Item] {
    groups { _, verification -> [(key: String, Divergence)] in
      guard case .diverged(let first) = verification.verdict else { return [] }
      return [("\(first.type ?? "") \(first.patterns.first ?? first.difference.inputName)", first)]
    } _: { first, path, sessions in
      let moment =
        "\(first.type.map { "after action \(first.index) " + $0.markdownCode } ?? "at the start") of \(path.markdownCode)"
      switch first.difference {
      case .state(let change, _, _):
        return
          "\((first.patterns.first ?? "").pathCode) in \(sessions), first \(moment): \(change.markdown)"
      case .missingInput(let name):
        return "the input \(name.markdownCode) is no longer read in \(sessions), first \(moment)"
      case .surplusInput(let name):
        return "the input \(name.markdownCode) is read as well in \(sessions), first \(moment)"
      }
    }
  }

  private var appearedCrashes: [Item] {
    groups { answer, verification -> [(key: String, String)] in
      guard case .crashed(let crash, let action, _) = verification.verdict, !answer.isClean else {
        return []
      }
      let type = verification.crashedType
      return [
        (
          "\(crash) \(type ?? "")",
          "\("\(crash)".markdownCode) in action \(action)\(type.map { " " + $0.markdownCode } ?? "")"
        )
      ]
    } _: { words, path, sessions in
      "\(words) of \(path.markdownCode); \(sessions)"
    }
  }

  private var goneCrashes: [Item] {
    groups { _, verification -> [(key: String, String)] in
      let words: (action: Int, more: String)? =
        switch verification.verdict {
        case .fixed(let action): (action, "")
        case .notReproduced(let action, let doubt): (action, ", but \(doubt.words)")
        case .unproven(let action): (action, ", but its payload was redacted")
        default: nil
        }
      return words.map { action, more in
        let type = verification.crashedType
        return [
          (
            "\(type ?? "")\(more)",
            "action \(action)\(type.map { " " + $0.markdownCode } ?? "") survives\(more)"
          )
        ]
      } ?? []
    } _: { words, path, sessions in
      "\(words): \(path.markdownCode); \(sessions)"
    }
  }

  private var expectedChanges: [Item] {
    groups { _, verification -> [(key: String, Expected)] in
      verification.expectedChanges.sorted { $0.key < $1.key }.map {
        ($0.key, Expected(pattern: $0.key, change: $0.value))
      }
    } _: { first, path, sessions in
      let moment = first.change.first == 0 ? "at the start" : "after action \(first.change.first)"
      return
        "\(first.pattern.pathCode) in \(sessions), first \(moment) of \(path.markdownCode): \(first.change.example.markdown)"
    }
  }

  /// Sessions that are not clean for another reason, or could not be verified; first those that crash still.
  private var otherFailures: [Item] {
    (answers.filter(\.crashesStill) + answers.filter { !$0.crashesStill }).compactMap {
      answer -> Item? in
      guard !answer.isClean else { return nil }
      switch (try? answer.result.get())?.verdict {
      case .diverged, .crashed, .fixed, .notReproduced, .unproven: return nil
      default:
        let line = answer.lines(.plain)[0].dropFirst(answer.path.count + 2)
        return Item(
          text: "\(answer.path.markdownCode): \(String(line).markdownCode)",
          path: answer.path
        )
      }
    }
  }
}

extension Divergence.Difference {
  fileprivate var inputName: String {
    switch self {
    case .state: ""
    case .missingInput(let name): "-\(name)"
    case .surplusInput(let name): "+\(name)"
    }
  }
}

extension Change {
  fileprivate var markdown: String {
    let (old, new) = (old?.brief(30).markdownCode, new?.brief(30).markdownCode)
    return "\(old ?? "nothing") is now \(new ?? "nothing")"
  }
}

extension String {
  fileprivate var pathCode: String { isEmpty ? "the whole state" : markdownCode }
}
