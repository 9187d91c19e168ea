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
