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
  case notAnAction(place: Int)
  case missing(String)
  case badIds(String)
  case noAction(id: Int)
  case noType(id: Int, found: String?)
  case badPayload
  case inPayload(String)

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
    case .notAnAction(let place):
      "has something that is not an object at place \(place) of its list of actions."
    case .missing(let member):
      "has no \"\(member)\", and so no actions."
    case .badIds(let text):
      "has a list of ids that are not whole numbers: \(text.prefix(60))."
    case .noAction(let id):
      "has no action with the id \(id), which is one of those played."
    case .noType(let id, nil):
      "has an action without a \"type\": the one with the id \(id)."
    case .noType(let id, let found?):
      "has an action whose \"type\" is not text but \(found.prefix(40)): the one with the id \(id)."
    case .badPayload:
      "has a \"payload\" that is not a list of actions."
    case .inPayload(let why):
      "has a \"payload\" that cannot be read: it \(why)"
    }
  }
}
