import RewindJSON
import RewindSession

/// A session log that was found on this machine, to the extent that its first and last lines describe it.
struct FoundSession {
  let file: NewestFiles.File
  let header: SessionHeader?
  let tail: SessionTail?
  /// The reason why it is not a readable session, and has no header.
  let fault: String?

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

  /// True if its process seems to be running, and has not closed the log.
  var isRunning: Bool {
    guard let header, let end = tail?.end, end != .closed, end != .continued else { return false }
    return SessionProcess(of: header)?.isRunning ?? false
  }

  /// True if its session is in several files.
  var isSegment: Bool { header?.json["segment"] != nil }
}
