import Foundation
import RewindText

/// The answers of a search as a text that a person can edit and a later search replays.
///
/// ```
/// # rewind bisect run -- ./is-sorted.sh
/// session 3F2504E0-4F89-41D3-9A0C-0305E82C3301
/// good 0
/// bad 24
/// skip 12
/// ```
///
/// Empty lines and those that begin with `#` are ignored. If a state has two answers, the later one
/// counts, so that a wrong one can be corrected by a line at the end.
public struct BisectionLog: Hashable, Sendable {
  /// The session that the answers are about; nil if the text does not say.
  public private(set) var session: String?
  /// The answers, by the indexes of the states.
  public private(set) var answers: [Int: StateBisection.Answer] = [:]

  /// A line that does not belong to a bisection log.
  public struct Fault: Error, Hashable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    public let text: String

    public var description: String {
      """
      Line \(line), \(text.debugDescription), is not an answer. A log of `rewind bisect run` has lines \
      like "good 3", "bad 12", "skip 7" and "session ID".
      """
    }
  }

  /// Reads a text.
  ///
  /// - Throws: ``Fault`` for the first line that is not a line of a log.
  public init(_ text: String) throws(Fault) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      if first == "session", words.count == 2 {
        session = String(words[1])
      } else if let answer = StateBisection.Answer(rawValue: String(first)), words.count == 2,
        let index = Int(words[1]), index >= 0
      {
        answers[index] = answer
      } else {
        throw Fault(line: number + 1, text: String(line.prefix(80)))
      }
    }
  }

  /// Returns the lines that a log begins with.
  public static func opening(session: String, command: [String]) -> String {
    "# rewind bisect run -- \(command.map(\.shellWord).joined(separator: " "))\n"
      + "session \(word(session))\n"
  }

  /// Returns a session's identifier as the log has it: one word, whatever the session's header says.
  public static func word(_ session: String) -> String {
    session.escaped { scalar in
      let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
      return isPlain || scalar == "-" || ("0"..."9").contains(scalar) ? nil : "{\(scalar.value)}"
    }
  }

  /// Returns the line for an answer.
  public static func line(_ answer: StateBisection.Answer, about index: Int) -> String {
    "\(answer.rawValue) \(index)\n"
  }
}
