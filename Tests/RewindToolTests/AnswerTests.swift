import Foundation
import RewindTestSupport
import Testing

/// Some commands and what they print, of a file in `Tests/Fixtures/Answers`.
///
/// Below a command are the lines of its output, those of its errors after `! `, and after `= ` its exit status, if
/// that is not 0. The files that it names lie beside, or in `recordings`; its programs are those of the package.
private struct Answers: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: String

  static let folder = Recordings.fixture("Answers")

  static let all = ["questions", "conditions", "logs", "apps", "devtools", "stores"].flatMap {
    name in
    let file = folder.appending(path: "\(name).txt")
    let text = "\n" + ((try? String(contentsOf: file, encoding: .utf8)) ?? "")
    return text.components(separatedBy: "\n## ").dropFirst().map { part in
      let title = part.prefix { $0 != "\n" }
      return Answers(
        testDescription: String(title),
        text: part.dropFirst(title.count).trimmingCharacters(in: .newlines)
      )
    }
  }

  /// The words of a command; single or double quotes hold one together.
  private func words(_ command: Substring, _ out: TemporaryFolder) -> [String] {
    var isProgram = false
    return command.matches(of: /'([^']*)'|"((?:\\"|[^"])*)"|[^ ]+/).map { match in
      let quoted = (match.1 ?? match.2).map(String.init)
      let word = quoted?.replacing("\\\"", with: "\"") ?? String(match.0)
      defer { isProgram = word == "--app" }
      guard quoted == nil else { return word }
      guard !isProgram else { return Program(word).path }
      guard !word.hasPrefix("OUT/") else { return out.path(String(word.dropFirst(4))) }
      // Before a file with actions to insert stands where.
      let name = word.split(separator: ":").last.map(String.init) ?? word
      let files = [Self.folder, Recordings.folder].map { $0.appending(path: name).path }
      let file = files.first { FileManager.default.fileExists(atPath: $0) }
      return file.map { word.dropLast(name.count) + $0 } ?? word
    }
  }

  /// The text as it is today.
  func printed(_ out: TemporaryFolder) throws -> String {
    let products = URL(fileURLWithPath: rewind.path).deletingLastPathComponent()
    let folders = [Self.folder, Recordings.folder, products].map { "\($0.path)/" }
    var lines: [String] = []
    for command in text.split(separator: "\n") where command.hasPrefix("$ ") {
      let run = try rewind.run(words(command.dropFirst(2), out))
      let errors = run.errors.split(separator: "\n").map { "! \($0)" }
      let status = "\(run.exit)".firstMatch(of: /status\((.*)\)/).map { "= \($0.1)" } ?? "= dead"
      let answer = (run.lines + errors + (status == "= 0" ? [] : [status])).joined(separator: "\n")
        .replacing("\(out.url.path)/", with: "OUT/")
      lines.append(String(command))
      if !answer.isEmpty { lines.append(folders.reduce(answer) { $0.replacing($1, with: "") }) }
    }
    return lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}

@Suite("The tool's answers", .process)
struct AnswerTests {
  private let folder = TemporaryFolder()

  @Test("are those that are stored", arguments: Answers.all)
  private func stored(answers: Answers) throws {
    let printed = try answers.printed(folder)
    #expect(printed == answers.text, "\(printed)")
  }

  @Test("are all read")
  func all() {
    #expect(Answers.all.count == 76)
  }
}
