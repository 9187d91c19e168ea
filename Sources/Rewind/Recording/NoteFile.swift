import Foundation
import RewindSession

/// A file to which another process appends lines: each becomes a note.
///
/// It is read before each action, so that lines written before an action stand before it in the log. It
/// may appear late, in a folder that is there, and a line counts once it has its line feed.
final class NoteFile: Sendable {
  let path: String
  private let lock = NSLock()
  /// The number of bytes that were read.
  nonisolated(unsafe) private var offset = 0
  nonisolated(unsafe) private var hasFailed = false

  /// The bytes that are read at a time; more are left for the next action.
  private static let limit = 1 << 16

  init(_ path: String) { self.path = path }

  /// Returns the lines that are new since the last call.
  ///
  /// - Throws: `SystemError` if the file cannot be read, the first time only.
  func newLines() throws(SystemError) -> [String] {
    lock.lock()
    defer { lock.unlock() }
    do throws(SystemError) {
      return try readLines()
    } catch {
      if hasFailed { return [] }
      hasFailed = true
      throw error
    }
  }

  private func readLines() throws(SystemError) -> [String] {
    let file: ReadableFile
    do throws(SystemError) {
      file = try ReadableFile.open(path)
    } catch {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      if error == .noSuchFile, FileManager.default.fileExists(atPath: folder) { return [] }
      throw error
    }
    // A test that writes the file anew instead of appending to it.
    if file.length < offset { offset = 0 }
    let bytes = try file.bytes(offset..<offset + Self.limit)
    let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[...$0] } ?? []
    // A line longer than what is read at a time is cut.
    let read = whole.isEmpty && bytes.count == Self.limit ? bytes[...] : whole
    offset += read.count
    return read.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
