import Foundation
import RewindTestSupport
import Testing

/// What people who know Swift and git type first, beside the documented form or what the answer has to say.
@Suite("A first guess", .process)
struct FirstGuessTests {
  private let folder = Recordings.folder.appending(path: "memory-tunes")

  /// Reads blocks of two lines, an empty line between two.
  private static func pairs(_ name: String) -> [(String, String)] {
    let file = Recordings.fixture("FirstGuesses/\(name).txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n").map { block in
      let lines = block.components(separatedBy: "\n")
      return (lines[0], lines[lines.count - 1])
    }
  }

  private func run(_ words: [String], in folder: URL) throws -> Program.Run {
    let home = ["HOME": folder.path, "XDG_STATE_HOME": folder.path]
    return try rewind.run(words, environment: home, in: folder)
  }

  /// Returns the words of a line, in which single or double quotes hold one together.
  private func words(_ line: String) -> [String] {
    line.matches(of: /'[^']*'|"[^"]*"|[^ ]+/).map { match in
      let word = match.output
      return "'\"".contains(word.first ?? " ") ? String(word.dropFirst().dropLast()) : String(word)
    }
  }

  @Test("at an expression finds what the documented form finds", arguments: pairs("expressions"))
  func expressions(guess: String, form: String) throws {
    let expected = try run(["log", "win.jsonl", "--where", form], in: folder)
    #expect(!expected.lines.isEmpty)
    let found = try run(["log", "win.jsonl", "--where", guess], in: folder)
    #expect(found.output == expected.output && found.errors.isEmpty, "\(found.errors)")
  }

  @Test("at an argument does what the documented form does", arguments: pairs("arguments"))
  func arguments(guess: String, form: String) throws {
    try TemporaryFolder.with { folder in
      let log = self.folder.appending(path: "win.jsonl")
      try folder.copy(log.path, as: "win.jsonl")
      let guessed = try run(words(guess), in: folder.url)
      let documented = try run(words(form), in: folder.url)
      #expect(guessed.exit == documented.exit && guessed.exit != .status(2), "\(guessed.errors)")
      // The first line of a search quotes the condition.
      #expect(guessed.lines.dropFirst() == documented.lines.dropFirst())
    }
  }

  @Test("that is none of the language names the right form", arguments: pairs("messages"))
  func messages(guess: String, message: String) throws {
    let answer = try run(words(guess), in: folder)
    #expect(answer.errors.contains(message), "\(answer.errors)")
    #expect(answer.output.isEmpty && answer.exit != .status(0))
  }
}
