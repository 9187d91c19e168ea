import RewindDiagnosis
import RewindJSON
import RewindText

/// What `verify --keep` kept, for what, and what it let go.
struct CorpusAnswer: AnswerPart {
  struct Kept {
    let path: String
    /// The file that it was copied from; nil if it lay there already.
    let source: String?
    /// True if it is the minimized reproduction of its source.
    let isMinimized: Bool
    let actions: Int
    /// What it was chosen for: what those before it do not show.
    let behaviors: [SessionBehavior]
  }

  let folder: String
  let kept: [Kept]
  /// The corpus's own files that were removed.
  let replaced: [String]
  /// The sessions that show nothing else.
  let others: [String]
  /// Those that are not the same.
  let unlike: [String]
  let sessions: Int
  let actions: Int
  let behaviors: Int
  /// The behaviors that files under other names show.
  let shownByOthers: Int

  /// The number of behaviors that are named for each file.
  private static let namedLimit = 3

  var json: JSONValue {
    func texts(_ paths: [String]) -> JSONValue { .array(paths.map { .string($0) }) }
    return [
      "corpus": .string(folder), "behaviors": JSONValue(behaviors),
      "kept": .array(
        kept.map { file in
          [
            "file": .string(file.path), "from": file.source.map { .string($0) } ?? .null,
            "minimized": .bool(file.isMinimized),
            "actions": JSONValue(file.actions), "for": .array(file.behaviors.map(\.json)),
          ]
        }
      ),
      "removed": texts(replaced), "others": texts(others), "notSame": texts(unlike),
    ]
  }

  func lines(_ style: Style) -> [String] {
    let length = kept.reduce(0) { $0 + $1.actions }
    let rest = shownByOthers > 0 ? ", beside files under other names," : ""
    var lines = [
      "\(folder.escapedForTerminal): \(kept.count) of \(counted(sessions, "session")) with \(length) of "
        + "\(counted(actions, "action"))\(rest) show all \(counted(behaviors, "behavior"))."
    ]
    for file in kept {
      let crashesFirst = file.behaviors.filter(\.isCrash) + file.behaviors.filter { !$0.isCrash }
      let named = crashesFirst.prefix(Self.namedLimit).map(\.words).joined(separator: ", ")
      let more = file.behaviors.count - Self.namedLimit
      let origin = file.isMinimized ? "minimized from" : "from"
      let source = file.source.map { ", \(origin) \($0.escapedForTerminal)" } ?? ""
      lines.append(
        "  \(file.path.escapedForTerminal)\(source), \(counted(file.actions, "action")), for \(named)"
          + (more > 0 ? " and \(more) more" : "")
      )
    }
    lines += replaced.map {
      "  \($0.escapedForTerminal) was removed: others show in fewer actions what it did"
    }
    if !others.isEmpty { lines.append("\(counted(others.count, "session")) let go: nothing new.") }
    if !unlike.isEmpty {
      lines.append(
        "\(counted(unlike.count, "session")) not the same today: neither taken nor removed."
      )
    }
    return lines
  }
}

extension SessionBehavior {
  fileprivate var json: JSONValue {
    var json = JSONObject([("type", .string(type)), ("effect", .string(effect))])
    json["store"] = store.map { .string($0) }
    return .object(json)
  }

  fileprivate var words: String {
    "\(store.map { "\($0): " } ?? "")\(type) (\(effect))".escapedForTerminal
  }
}
