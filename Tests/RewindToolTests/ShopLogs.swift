import Foundation
import RewindJSON
import RewindSession
import RewindTestSupport

/// Many random sessions of a shop, and beside them what tables of them must say.
struct ShopLogs {
  struct Session {
    let version: String
    let day: String
    var types: [String] = []
    /// The action that wrote the total last.
    var writer: String?
    var isCrash = false
  }

  private(set) var sessions: [Session] = []

  /// Writes sessions into a folder, as `app=shop/version=1.0/day=2026-11-01/7.jsonl`.
  init(_ count: Int, in folder: URL, using random: inout SeededGenerator) throws {
    for number in 0..<count {
      let version = "1.\(Int.random(in: 0...1, using: &random) * 10)"
      var session = Session(version: version, day: "2026-11-0\(number % 2 + 1)")
      let file = Self.file(number, &session, using: &random)
      let directory = folder.appending(path: "app=shop/version=\(version)/day=\(session.day)")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data(file.bytes).write(to: directory.appending(path: "\(number).jsonl"))
      sessions.append(session)
    }
  }

  private static func file(
    _ number: Int,
    _ session: inout Session,
    using random: inout SeededGenerator
  ) -> SessionFile {
    var file = SessionFile(
      app: "shop",
      ["version": .string(session.version), "started": .string("\(session.day)T08:00:00.000Z")]
    )
    file.add(["after": 0, "state": ["items": [], "total": 0], "made": true])
    let count = Int.random(in: 1...8, using: &random)
    session.isCrash = Int.random(in: 0..<3, using: &random) == 0
    for index in 1...count {
      let isFatal = session.isCrash && index == count
      let kind = isFatal ? "pay" : ["add", "take", "look"].randomElement(using: &random) ?? ""
      let type = "ShopAction.\(kind)"
      session.types.append(type)
      let content: JSONValue = ["id": JSONValue(index)]
      file.add(index, type, .object(JSONObject([(kind, content)])), state: nil)
      guard !isFatal else { return file }
      var patch: [JSONValue] = []
      if kind != "look" {
        session.writer = type
        let write: JSONValue = ["op": "replace", "path": "/total", "value": JSONValue(index)]
        patch = [write]
      }
      file.add(["after": JSONValue(index), "patch": .array(patch)])
    }
    if Bool.random(using: &random) { file.add(["end": "closed", "index": JSONValue(count)]) }
    return file
  }

  /// The number of sessions by a key; those without one do not count.
  func counts(_ key: (Session) -> String?) -> [String: Int] {
    sessions.reduce(into: [:]) { counts, session in
      if let key = key(session) { counts[key, default: 0] += 1 }
    }
  }
}
