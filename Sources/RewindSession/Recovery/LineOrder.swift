/// Whether the indexes of a log's lines come in the order in which a recorder writes them.
///
/// Checksums tell whether a log is as it was written; this tells whether a recorder can have written
/// it. Actions are numbered upwards, states as well, and what the reducer took or made belongs to an
/// action that has begun. Without that, "the state after action 5" has no one answer.
package struct LineOrder {
  /// A line that no recorder writes there.
  package struct Fault: Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    package let index: Int
    /// The last action before it.
    package let last: Int
  }

  package private(set) var fault: Fault?
  private var last: Int?
  private var lastState: Int?
  /// Whether lines may be missing, which a gap tells.
  private var isBehindGap = false

  package init() {}

  /// Takes in the next line, counted from 0.
  package mutating func add(_ line: Int, _ key: LineKey) {
    if key.kind == .gap { isBehindGap = true }
    guard fault == nil, let index = key.index else { return }
    switch key.kind {
    case .action:
      check(line, index, isInOrder: index > last ?? 0)
      last = index
      isBehindGap = false
    case .input, .reduced:
      skipGap(to: index)
      check(line, index, isInOrder: index <= last ?? 0)
    case .patch, .keyframe, .external:
      // The first state of a later segment may have any index.
      if last == nil { last = index }
      skipGap(to: index)
      check(line, index, isInOrder: index <= last ?? 0 && index >= lastState ?? 0)
      lastState = index
    default:
      break
    }
  }

  /// Behind a gap, the line of the action itself may be lost.
  private mutating func skipGap(to index: Int) {
    if isBehindGap { last = max(last ?? 0, index) }
  }

  private mutating func check(_ line: Int, _ index: Int, isInOrder: Bool) {
    if !isInOrder { fault = Fault(line: line + 1, index: index, last: last ?? 0) }
  }
}
