/// The beginning and the end of a child's standard error, and the addresses of its crash.
///
/// Some languages write the innermost functions first, others last: what is too long is cut in the middle.
///
/// A line that begins with U+001E, the record separator, which no text has by chance, is a marker of the contract.
/// It is removed from the text.
///
/// ```
/// \u{1E}at 1f30 2a44     the addresses of the crash
/// ```
struct ChildErrors {
  /// The beginning, once there is more than the end has room for.
  private var head: [UInt8] = []
  private var bytes: [UInt8] = []
  /// The addresses of the crash, relative to the program's images; nil if they were not reported.
  private(set) var addresses: String?
  /// A marker that has begun.
  private var mark: [UInt8]?

  /// The number of bytes to keep of the beginning, and of the end: enough for a message and a backtrace.
  private static let limit = 1 << 14
  /// The maximum length of a marker; a longer line is the program's own.
  private static let markLimit = 512
  private static let separator: UInt8 = 0x1E

  var text: String {
    guard !head.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
    let newline = UInt8(ascii: "\n")
    let start = head[...(head.lastIndex(of: newline) ?? head.endIndex - 1)]
    let end = bytes.suffix(Self.limit).drop { $0 != newline }
    return String(decoding: start, as: UTF8.self) + ErrorTrace.omission
      + String(decoding: end, as: UTF8.self)
  }

  /// Adds a piece of output.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      if mark != nil { takeMark(&rest) } else { takeText(&rest) }
    }
  }

  private mutating func takeText(_ rest: inout ArraySlice<UInt8>) {
    let end = rest.firstIndex(of: Self.separator) ?? rest.endIndex
    bytes.append(contentsOf: rest[..<end])
    if bytes.count > 2 * Self.limit {
      if head.isEmpty { head = Array(bytes.prefix(Self.limit)) }
      bytes.removeFirst(bytes.count - Self.limit)
    }
    if end < rest.endIndex { mark = [] }
    rest = rest[end...].dropFirst()
  }

  private mutating func takeMark(_ rest: inout ArraySlice<UInt8>) {
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    mark?.append(contentsOf: rest[..<end])
    let isWhole = end < rest.endIndex
    rest = rest[end...].dropFirst()
    guard let line = mark, isWhole || line.count > Self.markLimit else { return }
    mark = nil
    read(String(decoding: line, as: UTF8.self))
  }

  private mutating func read(_ line: String) {
    if line.hasPrefix("at ") {
      addresses = String(line.dropFirst(3))
    } else {
      // Not the contract's: a program may print anything.
      bytes.append(contentsOf: line.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
