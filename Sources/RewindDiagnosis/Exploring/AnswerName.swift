/// The names that answers of effects have: `itemsLoaded`, `loggedIn`, `FETCH_FAILURE`.
enum AnswerName {
  /// Nothing but an answer is called so.
  private static let clear = [
    "answered", "loaded", "received", "fetched", "failed", "succeeded", "finished", "completed",
    "arrived", "downloaded", "uploaded", "resolved", "rejected", "expired", "denied", "granted",
    "loggedin", "loggedout", "signedin", "signedout", "success", "failure", "error", "response",
    "result", "answer",
  ]
  /// Names either of an effect's answer or of a user's action: `accountSaved`.
  private static let open = [
    "ed", "edin", "edout", "edup", "edoff", "edon", "done", "sent", "found",
  ]
  /// What users do is called so where actions are named after what happened.
  private static let userEnds = [
    "tapped", "clicked", "pressed", "selected", "changed", "appeared", "toggled", "swiped",
    "submitted", "opened", "closed", "feed", "speed", "seed", "need", "picked", "chosen", "typed",
    "entered", "edited", "dragged", "dropped", "scrolled", "pulled", "dismissed", "cancelled",
    "canceled", "confirmed", "requested",
  ]

  /// Returns true if a type of action is called like an answer, or like what either an effect or a user did.
  static func fits(_ type: String) -> Bool {
    let name = type.lowercased()
    return (clear + open).contains { name.hasSuffix($0) }
      && !userEnds.contains { name.hasSuffix($0) }
  }

  private static func stem(_ name: String) -> Substring {
    name.hasSuffix("e") ? name.dropLast() : name[...]
  }

  /// Returns true if nothing but an answer is called so: `loaded`.
  static func isClear(_ type: String) -> Bool {
    let name = type.lowercased()
    return clear.contains { name.hasSuffix($0) }
  }

  /// Returns true if nothing but an answer to such a request is called so: `loaded`; `attached` after `attach`,
  /// `threadCreated` after `createTapped`.
  static func isClear(_ type: String, to request: String) -> Bool {
    if isClear(type) { return true }
    guard fits(type) else { return false }
    let verb = type.matches(of: /[A-Z]*[a-z]+/).last?.output.lowercased() ?? ""
    return type.lowercased().hasPrefix(stem(request.lowercased()))
      || request.matches(of: /[A-Z]*[a-z]+/).map { stem($0.output.lowercased()) }
        .contains { $0.count > 2 && verb != $0 && verb.hasPrefix($0) }
  }
}
