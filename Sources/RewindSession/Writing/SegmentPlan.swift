/// How a long session is divided into several files.
///
/// ```
/// name.jsonl     {"rewind":1,…,"segment":1}  {"after":0,"state":…}  …  {"end":"continued","index":812}
/// name.2.jsonl   {"rewind":1,…,"segment":2}  {"after":812,"state":…}  …
/// ```
///
/// Each segment is a log by itself: its chain begins with 0, its first state line is whole, and its
/// header tells in `"dropped"` how many segments before it were removed when it was begun.
package struct SegmentPlan: Sendable {
  /// A new file and its first line, without the closing brace.
  package typealias Beginning = Result<(any LogStorage, header: [UInt8]), SystemError>

  /// Bytes after which a new segment is begun, at the next state.
  package let limit: Int
  /// Creates the file of a segment, counted from 1, and makes its header without its closing brace.
  package let create: @Sendable (_ number: Int) -> Beginning
  /// Told whether a segment whose file was created was begun; if not, the file is to be removed.
  package let settle: @Sendable (_ number: Int, _ isBegun: Bool) -> Void

  package init(
    limit: Int,
    create: @escaping @Sendable (_ number: Int) -> Beginning,
    settle: @escaping @Sendable (_ number: Int, _ isBegun: Bool) -> Void
  ) {
    self.limit = limit
    self.create = create
    self.settle = settle
  }
}
