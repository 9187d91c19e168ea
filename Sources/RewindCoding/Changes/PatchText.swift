import RewindJSON

/// A patch that is written directly as text, operation by operation (RFC 6902).
///
/// The operations lie at the end of an output, after `[`; the owner closes the bracket.
struct PatchText {
  let output: JSONWriter
  /// The path to the current value, in the form of a pointer in a JSON string.
  private(set) var path: [UInt8] = []
  /// The number of tokens in the path.
  private(set) var depth = 0
  /// The remaining cost limit of finding alignments, for all the lists of one patch.
  var effort = SequenceAlignment.usualEffort
  /// The offset of the first operation.
  private let start: Int
  /// The values that are copied.
  ///
  /// Copies from the last state come before all other operations, each one before those that were found earlier, so
  /// that it finds that state; copies from the new state come after all others.
  private var copies: [Copy] = []

  /// A value that is also put elsewhere.
  fileprivate struct Copy {
    let from: [UInt8]
    let to: [UInt8]
    /// The path of the value that is changed by it: the target, or the list that gets one more element.
    let touched: [UInt8]
    /// True if the new state has the value.
    let isLast: Bool
  }

  /// A state of the text that can be restored.
  struct Mark {
    fileprivate let count: Int
    fileprivate let pathCount: Int
    fileprivate let depth: Int
    fileprivate let copyCount: Int
  }

  init(_ output: JSONWriter) {
    self.output = output
    start = output.count
  }

  var isEmpty: Bool { output.count == start && copies.isEmpty }

  var mark: Mark {
    Mark(count: output.count, pathCount: path.count, depth: depth, copyCount: copies.count)
  }

  mutating func goBack(to mark: Mark) {
    discard(since: mark)
    leave(to: mark)
  }

  private mutating func discard(since mark: Mark) {
    output.truncate(to: mark.count)
    if copies.count > mark.copyCount { copies.removeLast(copies.count - mark.copyCount) }
  }

  /// Returns the bytes of the operations since a mark, each with a comma.
  func size(since mark: Mark) -> Int {
    let copied = copies.dropFirst(mark.copyCount).reduce(0) { $0 + $1.size }
    return copied
      + (output.count == mark.count ? 0 : output.count - mark.count + (mark.count == start ? 1 : 0))
  }

  /// Returns true if no operation was added since a mark.
  func isUnchanged(since mark: Mark) -> Bool {
    output.count == mark.count && copies.count == mark.copyCount
  }

  /// Passes the text of all operations to `body`, in pieces.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    var hasBegun = false
    func append(_ piece: UnsafeRawBufferPointer) {
      guard !piece.isEmpty else { return }
      if hasBegun { [UInt8(ascii: ",")].withUnsafeBytes(body) }
      hasBegun = true
      body(piece)
    }
    for copy in copies.reversed() where !copy.isLast { copy.text.withUnsafeBytes(append) }
    append(UnsafeRawBufferPointer(rebasing: output.state.pointee.buffer.contents[start...]))
    for copy in copies where copy.isLast { copy.text.withUnsafeBytes(append) }
  }

  // MARK: - Path

  mutating func enter(_ token: [UInt8]) { enter(token, depth: 1) }

  /// Enters a path of `depth` tokens.
  mutating func enter(_ way: [UInt8], depth count: Int) {
    path += way
    depth += count
  }

  mutating func enter(index: Int) { enter(Self.token(index)) }

  mutating func leave(to mark: Mark) {
    path.removeLast(path.count - mark.pathCount)
    depth = mark.depth
  }

  /// Returns a member's name in the form of a pointer in a JSON string: `/name`.
  static func token(_ name: String) -> [UInt8] {
    let isPlain = !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "~") }
    let text = isPlain ? name : String(Pointer(tokens: [name]).description.dropFirst())
    var token: [UInt8] = []
    text.writeJSON(to: &token)
    token[0] = UInt8(ascii: "/")
    token.removeLast()
    return token
  }

  static func token(_ index: Int) -> [UInt8] {
    var token: [UInt8] = []
    token.reserveCapacity(12)
    token.append(UInt8(ascii: "/"))
    token.append(digits: index)
    return token
  }

  // MARK: - Operations

  /// Replaces the current value with the output of `write`.
  func replace(_ write: (JSONWriter) -> Void) {
    begin(#"{"op":"replace","path":""#)
    putPath()
    output.put(#"","value":"#)
    write(output)
    output.put("}")
  }

  /// Adds a member or element to the current value.
  func add(_ token: [UInt8], _ write: (JSONWriter) -> Void) {
    begin(#"{"op":"add","path":""#)
    putPath(token)
    output.put(#"","value":"#)
    write(output)
    output.put("}")
  }

  func remove(_ token: [UInt8]) {
    begin(#"{"op":"remove","path":""#)
    putPath(token)
    output.put(#""}"#)
  }

  func move(_ from: [UInt8], to token: [UInt8]) {
    begin(#"{"op":"move","from":""#)
    putPath(from)
    output.put(#"","path":""#)
    putPath(token)
    output.put(#""}"#)
  }

  /// Copies a value of the last state to a path before all other operations, or one of the new state after them;
  /// `touched` is what that changes.
  ///
  /// - Returns: False, with nothing copied, if another copy needs what this one would change, or changes what this one
  ///   needs.
  mutating func copy(
    from: [UInt8],
    to: [UInt8],
    touching touched: [UInt8],
    isLast: Bool
  ) -> Bool {
    for copy in copies {
      if touched.overlaps(copy.touched) { return false }
      guard copy.isLast == isLast else { continue }
      if touched.overlaps(copy.from) || isLast && from.overlaps(copy.touched) { return false }
    }
    copies.append(Copy(from: from, to: to, touched: touched, isLast: isLast))
    return true
  }

  /// Forgets the copies, when the operations are cleared.
  mutating func forgetCopies() {
    if !copies.isEmpty { copies.removeAll(keepingCapacity: true) }
  }

  private func begin(_ opening: StaticString) {
    if output.count > start { output.put(UInt8(ascii: ",")) }
    output.put(opening)
  }

  private func putPath(_ token: [UInt8] = []) {
    path.withUnsafeBytes { output.state.pointee.buffer.append($0) }
    token.withUnsafeBytes { output.state.pointee.buffer.append($0) }
  }
}

extension PatchText {
  /// Discards the operations since `mark` if replacing the value is shorter, as ``Patch`` does.
  ///
  /// The value is written only until it is known to be longer, and not at all if `minimumSize`
  /// already decides.
  mutating func replaceIfShorter(
    since mark: Mark,
    minimumSize: Int,
    _ write: (JSONWriter) -> Void
  ) {
    let overhead = #"{"op":"replace","path":"","value":},"#.utf8.count
    let rest = size(since: mark) - overhead - path.count
    guard rest > minimumSize, output.count <= output.state.pointee.end else { return }
    let operationsEnd = output.count
    let isShorter = output.writeShort(limit: rest, write)
    let value = Array(output.state.pointee.buffer.contents[operationsEnd...])
    output.truncate(to: operationsEnd)
    guard isShorter else { return }
    discard(since: mark)
    replace { output in value.withUnsafeBytes { output.state.pointee.buffer.append($0) } }
  }
}

extension PatchText.Copy {
  /// The operation.
  fileprivate var text: [UInt8] {
    var text = Array(#"{"op":"copy","from":""#.utf8)
    text += from
    text += #"","path":""#.utf8
    text += to
    text += #""}"#.utf8
    return text
  }

  /// The bytes of the operation, with a comma.
  fileprivate var size: Int {
    #"{"op":"copy","from":"","path":""},"#.utf8.count + from.count + to.count
  }
}

extension [UInt8] {
  /// Returns true if one path leads to the value of the other, or into it.
  func overlaps(_ other: [UInt8]) -> Bool {
    let (short, long) = count < other.count ? (self, other) : (other, self)
    return long.starts(with: short)
      && (long.count == short.count || long[short.count] == UInt8(ascii: "/"))
  }
}

extension JSONWriter {
  /// Writes a value of fewer bytes than `limit`; otherwise returns false, with a part of it written.
  fileprivate func writeShort(limit: Int, _ write: (JSONWriter) -> Void) -> Bool {
    let start = count
    let tooDeep = state.pointee.tooDeep
    // Below the end, so that what is tried does not give the patch up (``giveUpEarly(_:_:)``).
    state.pointee.limit = min(start + limit, state.pointee.end - 1)
    state.pointee.isCut = false
    write(self)
    state.pointee.limit = state.pointee.end
    let isWhole = !state.pointee.isCut
    state.pointee.tooDeep = tooDeep
    return isWhole && count - start < limit
  }
}
