import Foundation
import RewindDiagnosis

/// A file that records the answers of a search, one line as soon as each is known.
struct BisectLogWriter {
  /// The answers of an earlier search.
  let known: [Int: StateBisection.Answer]
  /// The path of the answers; nil if they are not written.
  let path: String?
  private let file: FileHandle?

  /// Reads the answers of an earlier search, and opens the file for this one's; it may be the same file.
  static func open(
    session: String,
    command: [String],
    path: String?,
    replaying earlier: String?
  ) throws -> BisectLogWriter {
    let known = try earlier.map { try answers(in: $0, about: session) } ?? [:]
    guard let path else { return BisectLogWriter(known: known, path: nil, file: nil) }
    let goesOn = path == earlier
    guard goesOn || !FileManager.default.fileExists(atPath: path) else {
      throw CommandError(
        "\(path) already exists. To continue with it, pass it to --replay as well; or choose another name for --log."
      )
    }
    if !goesOn {
      let lines = known.sorted { $0.key < $1.key }
        .map { BisectionLog.line($0.value, about: $0.key) }
      let opening = BisectionLog.opening(session: session, command: command)
      try Data((opening + lines.joined()).utf8).write(to: URL(fileURLWithPath: path))
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    return BisectLogWriter(known: known, path: path, file: file)
  }

  private static func answers(
    in path: String,
    about session: String
  ) throws -> [Int: StateBisection.Answer] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError("\(path) cannot be read. --replay takes a file written by --log.")
    }
    let log: BisectionLog
    do throws(BisectionLog.Fault) {
      log = try BisectionLog(String(decoding: data, as: UTF8.self))
    } catch {
      throw CommandError("\(path) cannot be replayed. \(error)")
    }
    guard log.session == nil || log.session == BisectionLog.word(session) else {
      throw CommandError("\(path) is about another session: its answers do not apply to this one.")
    }
    return log.answers
  }

  /// Writes an answer.
  func add(_ answer: StateBisection.Answer, about index: Int) throws {
    try file?.write(contentsOf: Data(BisectionLog.line(answer, about: index).utf8))
  }
}
