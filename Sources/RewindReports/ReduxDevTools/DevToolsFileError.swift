package import RewindJSON

/// The reason why a file is not an export of Redux DevTools.
package enum DevToolsFileError: Error, Hashable, CustomStringConvertible {
  case empty
  case otherEncoding
  case notJSON(JSONError)
  /// Another value follows the first one.
  case severalValues(offset: Int)
  case isSession
  case otherObject([String])
  case noActions(count: Int)
  case missing(String)
  case badIds(String)
  case noAction(id: Int)
  case badPayload
  case inPayload(String)
  case inPreloadedState(String)

  /// In words, as the end of a sentence that begins with the name of the file.
  package var description: String {
    switch self {
    case .empty:
      "is empty."
    case .otherEncoding:
      "is encoded in UTF-16. Save it as UTF-8."
    case .notJSON(let error):
      "is not JSON: \(error)"
    case .severalValues(let offset):
      """
      has more than one JSON value: another one begins at byte \(offset). A file of Redux DevTools is one object, \
      or one list of actions in brackets.
      """
    case .isSession:
      "is a session log already."
    case .otherObject(let keys):
      """
      has neither "payload" nor "actionsById", so it is not a file of Redux DevTools. \
      \(keys.isEmpty ? "It is an empty object." : "It has \(keys.prefix(6).map { "\"\($0)\"" }.joined(separator: ", ")).")
      """
    case .noActions(let count):
      "is a list without an action: none of its \(count) elements has a \"type\"."
    case .missing(let member):
      "has no \"\(member)\", and so no actions."
    case .badIds(let text):
      "has a list of ids that are not whole numbers: \(text.prefix(60))."
    case .noAction(let id):
      "has none of the actions that were played, such as that with the id \(id)."
    case .badPayload:
      "has a \"payload\" that is not a list of actions."
    case .inPreloadedState(let why):
      "has a \"preloadedState\" that cannot be read: it \(why)"
    case .inPayload(let why):
      "has a \"payload\" that cannot be read: it \(why)"
    }
  }
}
