import RewindJSON
import RewindSession

/// A session log that was found on this machine, to the extent that its first and last lines describe it.
struct FoundSession {
  let file: NewestFiles.File
  let header: SessionHeader?
  let tail: SessionTail?
  /// The reason why it is not a readable session, and has no header.
  let fault: String?
  /// The logs of the session's other stores, beside this one.
  var others: [FoundSession] = []

  /// The number of last bytes that may be read: a state of more is not searched for what precedes it.
  private static let tailLimit = 4 << 20
  /// The number of bytes that are read to see whether a file is meant to be a session.
  private static let sniffedLength = 64

  /// Reads a file; nil if it is another kind of `.jsonl` file.
  static func read(_ file: NewestFiles.File) -> FoundSession? {
    do {
      let log = try ReadableFile.open(input: file.path)
      let start = try log.bytes(0..<sniffedLength)
      guard start.isEmpty || String(decoding: start, as: UTF8.self).contains("\"rewind\"") else {
        return nil
      }
      let header = try SessionHeader.read(file.path, log)
      let tail = try? SessionTail.read(log, limit: tailLimit)
      return FoundSession(file: file, header: header, tail: tail, fault: nil)
    } catch {
      let fault = reason(error, file.bytes)
      return FoundSession(file: file, header: nil, tail: nil, fault: fault)
    }
  }

  private static func reason(_ error: any Error, _ bytes: Int) -> String {
    if bytes == 0 { return "empty" }
    return error is SystemError ? "unreadable: \(error)" : "damaged at its start"
  }

  /// The logs of all its stores, by their names.
  var stores: [FoundSession] {
    ([self] + others).sorted { ($0.header?.store ?? "") < ($1.header?.store ?? "") }
  }

  /// Adds the log of another store of the session; false if it is none.
  ///
  /// The log that ends in a crash stands for the session, and otherwise the one that was written last.
  mutating func add(_ other: FoundSession) -> Bool {
    guard let header, let added = other.header, header.session == added.session,
      header.app == added.app, file.folder == other.file.folder,
      !stores.contains(where: { $0.header?.store == added.store })
    else { return false }
    guard other.isCrashed, !isCrashed else {
      others.append(other)
      return true
    }
    var first = other
    var rest = self
    (rest.others, first.others) = ([], others)
    first.others.append(rest)
    self = first
    return true
  }

  private var isCrashed: Bool {
    tail?.end.fatalAction != nil
  }

  /// True if its process seems to be running, and has not closed the log.
  var isRunning: Bool { isWritten || others.contains(where: \.isWritten) }

  private var isWritten: Bool {
    guard let header, let end = tail?.end, end != .closed, end != .continued else { return false }
    return SessionProcess(of: header)?.isRunning ?? false
  }

  /// True if its session is in several files.
  var isSegment: Bool { header?.json["segment"] != nil }
}
