import Foundation
import RewindDiagnosis
import RewindJSON
import RewindReports
import RewindText

/// The answer of `verify --screens` about one session.
struct ScreenAnswer: AnswerPart, Sendable {
  let path: String
  let result: Result<ScreenComparison, any Error>
  let duration: Duration

  private var comparison: ScreenComparison? { try? result.get() }

  var isError: Bool { comparison == nil }
  var isClean: Bool { comparison?.differences.isEmpty ?? false }

  /// The result in a word.
  var verdict: String {
    guard let comparison else { return "error" }
    guard let first = comparison.first else { return "same" }
    if case .failure(let failure) = first.new, failure.isOfView { return "dies" }
    return "differs"
  }

  var json: JSONValue {
    var json = JSONObject([("file", .string(path)), ("result", .string(verdict))])
    json["screens"] = comparison.map { JSONValue($0.count) }
    if let first = comparison?.first {
      json["index"] = JSONValue(first.index)
      json["type"] = first.type.map { .string($0) }
      json["differing"] = comparison.map { JSONValue($0.differences.count) }
      (json["before"], json["after"]) = (first.old.json, first.new.json)
    }
    if case .failure(let error) = result { json["why"] = .string("\(error)") }
    return .object(json)
  }

  /// The lines of a difference to show.
  static let lineLimit = 6

  func lines(_ style: Style) -> [String] {
    switch result {
    case .failure(let error):
      return ["\(path): \(style.red("error")): \("\(error)".escapedForTerminal)"]
    case .success(let comparison):
      guard let first = comparison.first else {
        let alike = comparison.failures > 0 ? ", \(comparison.failures) of which fail alike" : ""
        return ["\(path): \(style.green("same")): \(counted(comparison.count, "screen"))\(alike)"]
      }
      let many = "in \(comparison.differences.count) of \(counted(comparison.count, "state"))"
      let place = first.moment.escapedForTerminal
      if case .failure(let failure) = first.new {
        let word = style.red(failure.isOfView ? "the view fails" : "no screen")
        return [
          "\(path): \(word) \(place) (the screens differ \(many))",
          "  \(failure.sentence.escapedForTerminal)",
        ]
      }
      return ["\(path): \(style.red("screens differ")) \(many), first \(place)"]
        + first.changedLines(Self.lineLimit).map { line in
          let shown = "  \(line.escapedForTerminal)"
          return line.hasPrefix("-") ? style.red(shown) : style.green(shown)
        }
    }
  }

  var checks: [ReportedCheck] {
    let kind = isClean ? nil : verdict
    return [ReportedCheck(ofFile: path, duration, lines(.plain), failed: kind, isError: isError)]
  }

  /// The difference as lines of Markdown, with the screen before and after.
  fileprivate var markdown: [String] {
    guard let first = comparison?.first else {
      return isError ? ["- \(path.markdownCode): \(lines(.plain)[0].markdownCode)"] : []
    }
    let head = "- \(path.markdownCode), \(first.moment.markdownCode):"
    return [head] + first.changedLines(Self.lineLimit).map { "  - \($0.markdownCode)" }
  }
}

extension ScreenComparison.Difference {
  fileprivate var moment: String {
    type.map { "after action \(index) \($0)" } ?? "of the first state"
  }

  /// Returns the lines of a text, or the elements of a picture, that went and that came, with `-` and `+`.
  fileprivate func changedLines(_ limit: Int) -> [String] {
    let (old, new) = (old.parts, new.parts)
    let changes = new.difference(from: old)
    let removed = changes.removals.map { change -> String in
      if case .remove(_, let line, _) = change { "- \(line)" } else { "" }
    }
    let added = changes.insertions.map { change -> String in
      if case .insert(_, let line, _) = change { "+ \(line)" } else { "" }
    }
    let half = max(1, limit / 2)
    let rest = max(0, removed.count - half) + max(0, added.count - half)
    return removed.prefix(half).map { String($0.prefix(120)) }
      + added.prefix(half).map { String($0.prefix(120)) } + (rest > 0 ? ["+ \(rest) more"] : [])
  }
}

extension SessionScreens.Drawn {
  /// The parts to compare: lines of a text, elements of a picture of shapes, the bytes of one of pixels in words.
  fileprivate var parts: [String] {
    switch self {
    case .failure(let failure): return [failure.sentence]
    case .success(let screen):
      switch screen.content {
      case .text(let text): return text.split(separator: "\n").map(String.init)
      case .svg(let text): return text.split(separator: ">").map { "\($0)>" }
      case .png(let bytes): return ["a PNG of \(bytes.count) bytes, with other pixels"]
      }
    }
  }
}

extension ReportFormat {
  /// A page of Markdown about the screens of all verified sessions; the first five that differ are shown.
  static func screens(to output: ReportOutput) -> ReportFormat {
    ReportFormat(to: output) { parts in
      let all = parts.compactMap { $0 as? ScreenAnswer }
      let failed = all.filter { !$0.isClean }
      let title =
        failed.isEmpty
        ? "the screens of \(counted(all.count, "session")) are the same"
        : "screens differ in \(failed.count) of \(counted(all.count, "session"))"
      let rest = failed.count > 5 ? ["- and \(failed.count - 5) more"] : []
      let lines =
        ["### rewind verify --screens: \(title)", "", "Drawn from the states of the logs."]
        + (failed.isEmpty ? [] : [""]) + failed.prefix(5).flatMap(\.markdown) + rest
      return lines.joined(separator: "\n") + "\n"
    }
  }
}
