/// A place in a log that differs from what its writer wrote, or that contradicts the lines before it.
///
/// The kinds say what may be lost: nothing where lines occur twice, were moved or got other line ends; the
/// content of one line where it was altered; whole lines where some are missing.
public struct LogDamage: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The bytes of the line were changed.
    case altered
    /// One or more lines before this one are missing.
    case missing
    /// The line occurs a second time.
    case doubled
    /// The line belongs to another place in this file.
    case reordered
    /// The line comes from another session, or is not from a session at all.
    case foreign
    /// The line ends were converted.
    case lineEnds = "line-ends"
    /// A fragment of a line, left by a failed write.
    case torn
    /// Either this line was changed or lines before it are missing; these cannot be distinguished.
    case alteredOrMissing = "altered-or-missing"
    /// The checksum is right, but the line is not a line of a session.
    case invalid
    /// The line is about an action that cannot occur there, or a required action is missing.
    case index
    /// The patch does not fit the state before it.
    case patch
    /// The whole state differs from the result of the patches.
    case keyframe

    /// True if the following lines no longer certainly continue the preceding ones.
    ///
    /// Around a torn fragment, and under converted line ends, the chain of checksums is unbroken:
    /// nothing in the session is lost.
    public var endsPrefix: Bool { self != .torn && self != .lineEnds }
  }

  /// The line number, from 1.
  public let line: Int
  public let kind: Kind
  /// The number of consecutive lines that it concerns.
  public let count: Int
  /// The reason why a line with a right checksum contradicts the lines before it, as a sentence.
  public let why: String?

  public init(line: Int, kind: Kind, count: Int = 1, why: String? = nil) {
    self.line = line
    self.kind = kind
    self.count = count
    self.why = why
  }
}
