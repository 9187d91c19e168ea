import Foundation

/// The files of one store's log: `name.jsonl`, and for its later segments `name.2.jsonl`, ….
struct LogFiles: Sendable {
  private let stem: String
  private let suffix: String

  /// The files whose first is `path`; those of another store are beside it, as `name.STORE.extension`.
  init(_ path: String, store: String?) {
    let url = URL(fileURLWithPath: path)
    suffix = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    let name = suffix.isEmpty ? path : String(path.dropLast(suffix.count))
    stem = store.map { "\(name).\($0.fileName)" } ?? name
  }

  /// The files of a store in a folder of sessions, which sort by the time of their start:
  /// `20261121T080000123Z-1f0c86a1.main.jsonl`.
  init(in folder: URL, session: UUID, started: String, store: String) {
    let time = started.filter { $0.isLetter || $0.isNumber }
    let id = session.uuidString.lowercased().prefix(8)
    stem = folder.appendingPathComponent("\(time)-\(id).\(store.fileName)").path
    suffix = ".jsonl"
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
