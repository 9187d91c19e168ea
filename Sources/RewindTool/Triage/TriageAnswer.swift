import RewindDiagnosis
import RewindJSON
import RewindReports
import RewindText
import RewindTimeline

/// The answer of `triage`: a table of groups.
struct TriageAnswer: AnswerPart {
  let triage: Triage

  var json: JSONValue { triage.json }
  var records: [JSONValue] { triage.groups.map(\.json) }
  var layout: AnswerLayout { .table }

  // MARK: - Table

  /// Returns the table: two lines for each group, and a summary; in a narrow terminal, a line for each of its parts.
  ///
  /// ```
  /// COUNT  VERSIONS  SEEN                     FATAL ← CULPRIT
  ///    52  1.0 1.1   2026-11-20 – 2026-11-22  Flip ← Restart  Index out of range
  ///                                           g1a2b3c4  /cards  crashes/17.jsonl (24 actions)
  /// ```
  func lines(_ style: Style) -> [String] {
    let width = table(.plain).map(\.columns).max() ?? 0
    return (width > style.columns ?? .max ? list(style) : table(style)) + ["", summary]
  }

  private func table(_ style: Style) -> [String] {
    let rows = triage.groups.map { ["\($0.count)", $0.versionRange, $0.extent] }
    let heads = ["COUNT", "VERSIONS", "SEEN"]
    let widths = heads.indices.map { column in
      ([heads[column]] + rows.map { $0[column] }).map(\.columns).max() ?? 0
    }
    func columns(_ cells: [String]) -> String {
      cells[0].rightAligned(to: widths[0]) + "  " + cells[1].padded(to: widths[1]) + "  "
        + cells[2].padded(to: widths[2])
    }
    let indent = String.spaces(widths.reduce(0, +) + 6)
    var lines = [style.dim(columns(heads) + "  FATAL ← CULPRIT")]
    for (group, row) in zip(triage.groups, rows) {
      let mark = group.isNew && !triage.isFirst ? style.green("new ") : ""
      lines.append("\(columns(row))  \(mark)\(group.title(style, shared))")
      lines.append(indent + style.dim(group.details(isFirst: triage.isFirst)))
    }
    return lines
  }

  /// Returns the groups one below the other: of each its number, then a line for each part.
  ///
  /// ```
  ///    52  Flip ← Restart
  ///        Index out of range
  ///        g1a2b3c4  1.0 1.1  2026-11-20 – 2026-11-22
  ///        /cards
  ///        crashes/17.jsonl (24 actions)
  /// ```
  private func list(_ style: Style) -> [String] {
    let width = triage.groups.map { "\($0.count)".count }.max() ?? 1
    let indent = String.spaces(width + 4)
    return triage.groups.flatMap { group in
      let mark = group.isNew && !triage.isFirst ? style.green("new ") : ""
      let title = mark + group.title(style, shared, withReason: false)
      let seen = [group.id, group.versionRange, group.extent].filter { $0 != "–" }
      let rest = [group.reason?.escapedForTerminal].compactMap(\.self)
      let dim = [seen.joined(separator: "  ")] + group.detailList(isFirst: triage.isFirst)
      return ["  \("\(group.count)".rightAligned(to: width))  \(title)"]
        + (rest + dim.map(style.dim)).map { indent + $0 }
    }
  }

  private var shared: SharedType {
    SharedType(of: triage.groups.flatMap { $0.fatal + [$0.culprit].compactMap(\.self) })
  }

  /// The numbers of groups, as in "1000 sessions: 20 causes of crashes, 2 new".
  private var summary: String {
    let crashes = triage.groups.filter { $0.kind == .crash }
    var parts = [counted(crashes.count, "cause of crashes", plural: "causes of crashes")]
    let wrong = triage.groups.filter { $0.kind == .wrongState }.count
    if wrong > 0 {
      parts.append(counted(wrong, "cause of wrong states", plural: "causes of wrong states"))
    }
    let others = triage.groups.count - crashes.count - wrong
    if others > 0 { parts.append(counted(others, "other group")) }
    let fresh = triage.groups.filter(\.isNew).count
    let new = triage.isFirst ? "" : ", \(fresh) new"
    return "\(counted(triage.logs, "session")): \(parts.joined(separator: ", "))\(new)."
  }

  // MARK: - For CI servers

  /// A crash is a failed check, a log that could not be judged an error.
  var checks: [ReportedCheck] { triage.groups.map(\.check) }
}

extension TriageGroup {
  /// The fatal actions and the culprit, without the type that all actions share.
  fileprivate func title(
    _ style: Style,
    _ shared: SharedType = SharedType(of: []),
    withReason hasReason: Bool = true
  ) -> String {
    let reason = self.reason.flatMap { hasReason ? "  \($0.escapedForTerminal)" : nil } ?? ""
    let fatal = self.fatal.map { shared.short($0) }.shortList.escapedForTerminal
    let culprit = self.culprit.map { shared.short($0).escapedForTerminal }
    switch kind {
    case .crash:
      let own = culprit == fatal && changed.isEmpty
      let cause =
        culprit.map { own ? " ← itself, or the initial state" : " ← \(style.yellow($0))" } ?? ""
      return style.bold(fatal) + cause + reason
    case .wrongState:
      return style.bold("(wrong state)") + " ← \(style.yellow(culprit ?? "(no action)"))\(reason)"
    default:
      let words = "(\(kind.rawValue.replacing("-", with: " ")))"
      return style.bold(fatal.isEmpty ? words : "\(fatal) \(words)") + reason
    }
  }

  fileprivate func details(isFirst: Bool) -> String {
    ([id.escapedForTerminal] + detailList(isFirst: isFirst)).joined(separator: "  ")
  }

  /// The number that was added, the pointers that the crash needs changed, and the shortest session.
  fileprivate func detailList(isFirst: Bool) -> [String] {
    let more = isFirst || isNew || added == 0 ? [] : ["\(added) more"]
    let pointers = changed.isEmpty ? [] : [changed.prefix(4).joined(separator: " ")]
    let shortest = "\(representative.path) (\(counted(representative.actions, "action")))"
    return (more + pointers + [shortest]).map(\.escapedForTerminal)
  }

  fileprivate var versionRange: String {
    switch versions.count {
    case 0: "–"
    case 1...3: versions.map { String($0.prefix(12)) }.joined(separator: " ").escapedForTerminal
    default: "\(versions.count) versions"
    }
  }

  /// The days of the first and the last session.
  fileprivate var extent: String {
    let days = [first, last].compactMap { $0.map { String($0.prefix(10)).escapedForTerminal } }
    return Set(days).count < 2 ? days.first ?? "–" : days.joined(separator: " – ")
  }

  fileprivate var check: ReportedCheck {
    let title = title(Style(isColored: false))
    let lines =
      [
        title, "\(counted(count, "session")), versions: \(versions.joined(separator: ", "))",
        details(isFirst: true), signature ?? "",
      ] + logs.prefix(20).map(\.path)
    return ReportedCheck(
      name: "\(id) \(title)",
      group: "triage.\(kind.rawValue)",
      seconds: 0,
      output: kind.isFailure ? nil : lines.joined(separator: "\n"),
      failure: kind.isFailure || kind.isError
        ? ReportedCheck.Failure(
          kind: kind.rawValue,
          message: title,
          text: lines.joined(separator: "\n"),
          isError: kind.isError
        ) : nil
    )
  }
}
