import RewindJSON

/// The lines of an input that comes in pieces.
struct MCPLines {
  /// No message of a client has as many bytes; a longer line is skipped, and refused at its end.
  static let limit = 1 << 22

  private var pending: [UInt8] = []
  private var isSkipping = false

  /// Adds a piece, and passes on the lines that it completes; nil for one that was too long.
  mutating func add(_ piece: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>?) -> Void) {
    var rest = piece
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[..<end])
      if isSkipping {
        body(nil)
      } else if pending.contains(where: { !Self.blanks.contains($0) }) {
        body(pending[...])
      }
      pending.removeAll(keepingCapacity: pending.capacity <= 1 << 16)
      isSkipping = false
      rest = rest[(end + 1)...]
    }
    take(rest)
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    guard pending.count + bytes.count <= Self.limit else {
      (pending, isSkipping) = ([], true)
      return
    }
    pending += bytes
  }

  /// A last line without an end; nil if there is none.
  var last: [UInt8]? {
    !isSkipping && pending.contains { !Self.blanks.contains($0) } ? pending : nil
  }

  private static let blanks = Array(" \t\r".utf8)

  /// The message instead of a line that was too long.
  static let tooLong = MCPMessage.invalid(
    MCPFault(.parseError, "This line has more than \(limit) bytes."),
    id: .null
  )
}
