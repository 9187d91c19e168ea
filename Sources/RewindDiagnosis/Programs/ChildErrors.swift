/// The standard error of a child: the end of its text, and the markers of the contract.
///
/// A marker is a line that begins with U+001E, the record separator, which no text has by chance. It is
/// removed from the text.
///
/// ```
/// \u{1E}at 1f30 2a44     the addresses of the crash
/// \u{1E}fork 12          the end of the output of the child with this number
/// ```
struct ChildErrors {
  /// The end of one process's output.
  struct Text {
    fileprivate(set) var bytes: [UInt8] = []
    /// The place of the crash, relative to the program's images; nil if it was not reported.
    fileprivate(set) var addresses: String?

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The output since the last marker of a child.
  private(set) var last = Text()
  /// The output of each child of the child, by its number.
  private(set) var forks: [Int: Text] = [:]
  /// A marker that has begun.
  private var mark: [UInt8]?

  /// The number of bytes to keep of the end: enough for a message and a backtrace.
  private static let limit = 1 << 14
  /// The maximum length of a marker; a longer line is the program's own.
  private static let markLimit = 512
  private static let separator: UInt8 = 0x1E

  /// Adds a piece of output.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      if mark != nil { takeMark(&rest) } else { takeText(&rest) }
    }
  }

  private mutating func takeText(_ rest: inout ArraySlice<UInt8>) {
    let end = rest.firstIndex(of: Self.separator) ?? rest.endIndex
    last.bytes.append(contentsOf: rest[..<end])
    last.bytes.removeFirst(max(0, last.bytes.count - Self.limit))
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
    let words = line.split(separator: " ", maxSplits: 1)
    switch words.first {
    case "at" where words.count == 2:
      last.addresses = String(words[1])
    case "fork":
      if let number = words.last.flatMap({ Int($0) }) { forks[number] = last }
      last = Text()
    default:
      // Not the contract's: a program may print anything.
      last.bytes.append(contentsOf: line.utf8)
      last.bytes.append(UInt8(ascii: "\n"))
    }
  }
}
