import Foundation
import RewindSession

/// The files of one store's log: `name.jsonl`, and for its later segments `name.2.jsonl`, ….
///
/// Beside a log of that name: `name-2.jsonl`, with the segments `name-2.2.jsonl`, ….
struct LogFiles: Sendable {
  private let name: String
  private let suffix: String
  /// The number among the logs of one name; nil in a folder of sessions, where all names are unique.
  private var number: Int?
  private var addition = ""

  private var stem: String { name + addition }

  /// The files whose first is `path`.
  init(_ path: String) {
    let url = URL(fileURLWithPath: path)
    suffix = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    name = suffix.isEmpty ? path : String(path.dropLast(suffix.count))
    number = 1
  }

  /// The files of a store in a folder of sessions; their names sort by the time of their start:
  /// `20261121T080000123Z-1f0c86a1.main.jsonl`.
  init(in folder: URL, session: UUID, started: String, store: String) {
    let time = started.filter { $0.isLetter || $0.isNumber }
    let id = session.uuidString.lowercased().prefix(8)
    name = folder.appendingPathComponent("\(time)-\(id).\(store.fileName)").path
    suffix = ".jsonl"
  }

  private init(_ name: String, _ suffix: String, number: Int?, _ addition: String) {
    (self.name, self.suffix, self.number, self.addition) = (name, suffix, number, addition)
  }

  /// Returns the files of another store, beside these: `name.STORE.jsonl`.
  func with(store: String) -> LogFiles {
    LogFiles("\(stem).\(store.fileName)", suffix, number: 1, "")
  }

  /// Returns the files to try next where the first of these already exists; nil if there are none.
  ///
  /// After a thousand, the session's id is used instead of a number, so that an app's start is not
  /// slowed down by ever more of them.
  ///
  /// - Throws: ``SystemError`` if a folder, a pipe or a device is in the way.
  func beside(_ session: UUID) throws(SystemError) -> LogFiles? {
    guard let number else { return nil }
    do throws(SystemError) {
      _ = try ReadableFile.open(URL(fileURLWithPath: path(of: 1)).path)
    } catch .isFolder {
      throw .isFolder
    } catch .notRegular {
      throw .notRegular
    } catch {
      // A file that cannot be read, or a link to nothing.
    }
    guard number < 1_000 else {
      return LogFiles(name, suffix, number: nil, "-\(session.uuidString.lowercased())")
    }
    return LogFiles(name, suffix, number: number + 1, "-\(number + 1)")
  }

  /// Returns true if a file in a folder of sessions has a name that a recorder assigns; other files are
  /// not ours.
  static func isName(inFolder name: String) -> Bool {
    name.wholeMatch(of: /[0-9]{8}T[0-9]{9}Z-[0-9a-f]{8}\.[^.]+(\.[0-9]+)?\.jsonl/) != nil
  }

  /// The path of a segment, counted from 1.
  func path(of segment: Int) -> String {
    segment == 1 ? stem + suffix : "\(stem).\(segment)\(suffix)"
  }

  /// Removes a segment, if it exists.
  func remove(_ segment: Int) {
    guard segment > 0 else { return }
    unlink(path(of: segment))
  }
}

extension String {
  /// A store's name as part of a file name, without the characters that file names forbid.
  fileprivate var fileName: String {
    String(map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }
}
