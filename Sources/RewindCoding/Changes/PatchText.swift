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

  /// A state of the text that can be restored.
  struct Mark {
    fileprivate let count: Int
    fileprivate let pathCount: Int
    fileprivate let depth: Int
  }

  init(_ output: JSONWriter) {
    self.output = output
    start = output.count
  }

  var isEmpty: Bool { output.count == start }

  var mark: Mark { Mark(count: output.count, pathCount: path.count, depth: depth) }

  mutating func goBack(to mark: Mark) {
    output.truncate(to: mark.count)
    leave(to: mark)
  }

  /// Returns the bytes of the operations since a mark, each with a comma.
  func size(since mark: Mark) -> Int {
    output.count == mark.count ? 0 : output.count - mark.count + (mark.count == start ? 1 : 0)
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
    var text: [UInt8] = []
    Pointer(tokens: [name]).description.writeJSON(to: &text)
    return Array(text.dropFirst().dropLast())
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
    output.truncate(to: isShorter ? mark.count : operationsEnd)
    guard isShorter else { return }
    replace { output in value.withUnsafeBytes { output.state.pointee.buffer.append($0) } }
  }
}

extension JSONWriter {
  /// Writes a value of fewer bytes than `limit`; otherwise returns false, with a part of it written.
  fileprivate func writeShort(limit: Int, _ write: (JSONWriter) -> Void) -> Bool {
    let start = count
    let tooDeep = state.pointee.tooDeep
    state.pointee.limit = min(start + limit, state.pointee.end)
    state.pointee.isCut = false
    write(self)
    state.pointee.limit = state.pointee.end
    let isWhole = !state.pointee.isCut
    state.pointee.tooDeep = tooDeep
    return isWhole && count - start < limit
  }
}
