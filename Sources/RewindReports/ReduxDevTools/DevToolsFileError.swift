package import RewindJSON

/// The reason why a file is not an export of Redux DevTools.
package enum DevToolsFileError: Error, Hashable, CustomStringConvertible {
  case notJSON(JSONError)
  case isSession
  /// What a page and the monitor tell each other.
  case isMessage(String)
  /// Another value, with these members.
  case other([String])
  case noActions(count: Int)
  case noActionsById
  case badIds(String)
  case noInitialState(String)
  case inMember(String, String)

  /// In words, as the end of a sentence that begins with the name of the file.
  package var description: String {
    switch self {
    case .notJSON(let error):
      error.reason == .empty ? "is empty." : "is not JSON: \(error)"
    case .isSession:
      "is a session log already."
    case .isMessage(let source):
      "has messages of \(source), not actions. Export the session from Redux DevTools."
    case .other(let keys):
      """
      has neither "payload" nor "actionsById", so it is not a file of Redux DevTools. It has \
      \(keys.isEmpty ? "no members" : keys.prefix(6).map { "\"\($0)\"" }.joined(separator: ", ")).
      """
    case .noActions(let count):
      "is a list without an action: none of its \(count) elements has a \"type\"."
    case .noActionsById:
      "has no \"actionsById\" with the actions that were played."
    case .badIds(let text):
      "has a list of ids that are not whole numbers: \(text.prefix(60))."
    case .noInitialState(let error):
      "has no state: @@INIT threw, before the first action: \(error)"
    case .inMember(let name, let why):
      "has a \"\(name)\" that cannot be read: it \(why)"
    }
  }
}
