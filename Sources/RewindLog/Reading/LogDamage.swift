/// The first line of a log from which on it is not, or cannot be, as its writer wrote it.
public struct LogDamage: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The last line is not complete: the program stopped while writing it, or the copy was cut.
    case torn
    /// The line does not continue the one before it: it was changed, inserted, repeated or moved, or lines before it
    /// are missing.
    case altered
    /// The checksum is right, but the line cannot follow the lines before it, or is not a line of a session.
    case contradiction
  }

  /// The line number, from 1.
  public let line: Int
  public let kind: Kind
  /// The finding as a sentence that names the line.
  public let why: String
  /// True if the line ends with a carriage return, as all do in a file that was copied as text.
  private(set) var endsInReturn = false

  package init(line: Int, kind: Kind, why: String) {
    self.line = line
    self.kind = kind
    self.why = why
  }

  /// A line that does not continue the one before it.
  static func altered(_ line: Int) -> LogDamage {
    LogDamage(
      line: line,
      kind: .altered,
      why: "Line \(line) was altered, or lines before it are missing."
    )
  }

  /// A line that a copy has ended with a carriage return.
  static func endedByReturn(_ line: Int) -> LogDamage {
    var damage = LogDamage(
      line: line,
      kind: .altered,
      why:
        "Line \(line) ends with a carriage return (CRLF), which no recorder writes: the file was copied as text."
    )
    damage.endsInReturn = true
    return damage
  }

  /// A line that ends where its file does.
  static func torn(_ line: Int) -> LogDamage {
    LogDamage(
      line: line,
      kind: .torn,
      why:
        "Line \(line) is cut off: the program stopped while writing it, or the file was not copied whole."
    )
  }
}
