import RewindSession

/// The position of a line in the regular order of a log: an action, its inputs, its state.
///
/// ```
/// header 0 │ input 0: 0 │ state 0: 1 │ action 1: 2 │ input 1: 2 │ state 1: 3 │ action 2: 4 │ …
/// ```
struct LinePosition {
  enum Step {
    /// Nothing seems to be missing between the two lines.
    case follows
    /// Lines are missing between them.
    case jumps
    /// The line belongs to something earlier.
    case goesBack
    case unclear
  }

  private let ordinal: Int
  private let kind: LineKind

  /// Finds the position of a line; nil for kinds that may occur anywhere.
  init?(_ key: LineKey) {
    kind = key.kind
    switch (key.kind, key.index) {
    case (.header, _): ordinal = 0
    case (.action, let index?), (.input, let index?): ordinal = 2 * index
    case (.patch, let index?), (.keyframe, let index?), (.reduced, let index?):
      ordinal = 2 * index + 1
    case (.end, let index?), (.note, let index?): ordinal = 2 * index
    case (.external, _), (.gap, _), (.travel, _), (.unknown, _), (_, nil): return nil
    }
  }

  /// Returns the step from this line to another.
  func step(to next: LinePosition) -> Step {
    switch next.kind {
    case .end:
      // An app that closes its log within a reducer is rarer than a lost state.
      return next.ordinal > ordinal || next.ordinal == ordinal && ordinal > 0 ? .jumps : .unclear
    case .note:
      return next.ordinal > ordinal ? .jumps : .unclear
    case .header:
      return .goesBack
    case .keyframe where kind == .header:
      // A later segment of a session begins with any state.
      return .follows
    default:
      if next.ordinal == ordinal + 1 {
        return next.kind == .input ? .jumps : .follows
      }
      if next.ordinal == ordinal, ordinal.isMultiple(of: 2) {
        return next.kind == .input ? .follows : .goesBack
      }
      return next.ordinal > ordinal ? .jumps : .goesBack
    }
  }

  /// True if other lines can be compared with this one.
  var isRegular: Bool { kind != .end && kind != .note }
}
