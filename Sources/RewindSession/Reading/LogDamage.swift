/// A place in a log that is not as its writer left it, or that contradicts what stands above it.
public struct LogDamage: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The bytes of the line were changed.
    case altered
    /// One or more lines before this one are gone.
    case missing
    /// The line stands there a second time.
    case doubled
    /// The line belongs to another place in this file.
    case reordered
    /// The line comes from another session, or from no session at all.
    case foreign
    /// The line ends were converted.
    case lineEnds = "line-ends"
    /// A piece of a line, left by a write that failed.
    case torn
    /// Either this line was changed or lines before it are gone; nobody can tell which.
    case alteredOrMissing = "altered-or-missing"
    /// The checksum is right, and the line is none of a session.
    case invalid
    /// The line is about an action that cannot stand there, or one that should stand there is missing.
    case index
    /// The patch does not fit the state above it.
    case patch
    /// The whole state is another one than the patches lead to.
    case keyframe

    /// Whether what follows can no longer be trusted to follow from what stands before.
    ///
    /// Around a torn piece, and under converted line ends, the chain of checksums is unbroken: nothing
    /// that the session tells is lost.
    public var endsPrefix: Bool { self != .torn && self != .lineEnds }
  }

  /// The line, counted from 1.
  public let line: Int
  public let kind: Kind
  /// How many lines in a row it concerns.
  public let count: Int
  /// Why a line with a right checksum contradicts what stands above it, as a sentence.
  public let why: String?

  public init(line: Int, kind: Kind, count: Int = 1, why: String? = nil) {
    self.line = line
    self.kind = kind
    self.count = count
    self.why = why
  }
}
