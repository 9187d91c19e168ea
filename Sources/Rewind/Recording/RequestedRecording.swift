import Foundation

/// A recording that the environment of a launch asks for, as a UI test does for the app that it starts.
///
/// ```
/// REWIND_RECORD=/tmp/run-7/checkout.jsonl     the file, in place of the app's destination
/// REWIND_APP_NAME=shop-checkout               the name in the header, in place of the app's
/// REWIND_NOTES=/tmp/run-7/notes.txt           a file to which the test appends lines: notes of the session
/// ```
///
/// It never turns a recorder on: one that is not `enabled` records nothing, whatever the environment says. It
/// changes no recorder in memory.
package struct RequestedRecording: Sendable {
  /// The log's path.
  let file: String
  /// The app's name, in place of its own.
  let app: String?
  /// The file of notes, shared by the recorders of the process.
  let notes: NoteFile?

  /// The recording that this process' environment asks for; nil if it asks for none.
  static let current = RequestedRecording(environment: ProcessInfo.processInfo.environment)

  /// - Parameter environment: The environment of a process.
  package init?(environment: [String: String]) {
    guard let file = environment["REWIND_RECORD"], !file.isEmpty else { return nil }
    self.file = file
    app = environment["REWIND_APP_NAME"].flatMap { $0.isEmpty ? nil : $0 }
    notes = environment["REWIND_NOTES"].flatMap { $0.isEmpty ? nil : NoteFile($0) }
  }
}

/// A file to which another process appends lines, each of which becomes a note.
///
/// It is read before each action, so that what was written before an action stands before it in the log. It
/// may appear late, and a line counts once it has its line feed.
final class NoteFile: Sendable {
  private let path: String
  private let lock = NSLock()
  /// The bytes that were read.
  nonisolated(unsafe) private var offset: UInt64 = 0

  /// The bytes that are read at a time; more are left for the next action.
  private static let limit = 1 << 16

  init(_ path: String) { self.path = path }

  /// Returns the lines that are new since the last call.
  func newLines() -> [String] {
    lock.withLock {
      guard let file = FileHandle(forReadingAtPath: path) else { return [] }
      defer { try? file.close() }
      guard (try? file.seek(toOffset: offset)) != nil,
        let data = try? file.read(upToCount: Self.limit), !data.isEmpty
      else { return [] }
      let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { data[...$0] } ?? Data()
      // A line longer than what is read at a time is cut.
      let read = whole.isEmpty && data.count == Self.limit ? data : whole
      offset += UInt64(read.count)
      return read.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
