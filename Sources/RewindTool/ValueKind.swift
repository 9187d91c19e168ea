import Foundation
import RewindJSON
import RewindTimeline

/// The kind of a flag's or an operand's value.
enum ValueKind: Hashable, Sendable {
  /// None: the flag is given or not.
  case toggle
  case text
  /// A session's log, or a word such as `@last`.
  case session
  /// The same, or a folder of logs.
  case sessions
  case file
  case folder
  /// A new file that ends with a suffix; without one, of any name, or a folder.
  case output(String)
  case program
  /// A position in a session.
  case index
  /// Positions such as `3..7`, or one.
  case range
  case pointer
  /// A type of action, which may be a glob.
  case type
  case expression
  case count(ClosedRange<Int>)
  case seconds
  case choice([String])

  /// Any positive number.
  static let count = count(1...Int.max)

  /// The name of the value, as help shows it; nil for none.
  var placeholder: String? {
    switch self {
    case .toggle: nil
    case .text: "TEXT"
    case .session, .sessions, .file, .output: "FILE"
    case .folder: "DIR"
    case .program: "PROGRAM"
    case .index, .count: "N"
    case .range: "A..B"
    case .pointer: "POINTER"
    case .type: "GLOB"
    case .expression: "EXPR"
    case .seconds: "SECONDS"
    case .choice(let choices): choices.joined(separator: "|")
    }
  }

  /// Checks a value as far as that is possible without a session.
  ///
  /// - Throws: A sentence that says what is expected.
  func check(_ text: String, of name: String) throws {
    let expected: String
    switch self {
    case .index:
      _ = try Position(typed: text)
      return
    case .pointer:
      _ = try Pointer(typed: text)
      return
    case .count(let range):
      guard Int(text).map(range.contains) != true else { return }
      let (low, high) = (range.lowerBound, range.upperBound)
      expected = high == .max ? "a number of \(low) or more" : "a number from \(low) to \(high)"
    case .seconds:
      guard Double(text).map({ $0 > 0 && $0 < 1e6 }) != true else { return }
      expected = "a number of seconds above 0"
    case .choice(let choices):
      guard !choices.contains(text) else { return }
      expected = choices.joined(separator: " or ")
    default:
      return
    }
    throw InputError.takes(name, expected, not: text)
  }
}

extension Position {
  /// Reads a position as a person types it.
  init(typed text: String) throws {
    guard let position = Position(text) else {
      var hint = "Write positions as \(Position.forms)."
      if let range = text.wholeMatch(of: /(\w+)[-:](\w+)/) {
        hint = "Write a range as \(range.1)..\(range.2), where the command takes one."
      } else if FileManager.default.fileExists(atPath: text) {
        hint = "The session comes first, and then the position."
      }
      throw CommandError("\"\(text)\" is not a position. \(hint)")
    }
    self = position
  }
}
