import Foundation
import RewindJSON
import RewindServer
import RewindSession

/// An agent's way to the running app: by the `rewind live` beside its log.
struct LiveClient {
  private let client: HTTPClient

  /// Finds the window that is open for a log.
  ///
  /// - Throws: `CommandError` if there is none.
  static func found(besideLog path: String) throws(CommandError) -> LiveClient {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let text =
      ProcessInfo.processInfo.environment["REWIND_LIVE"]
      ?? LiveAddressFile.address(in: folder)
    guard let client = text.flatMap(HTTPClient.init) else {
      throw CommandError(
        "The app is driven by way of `rewind live`, which does not run for this folder."
      )
    }
    return LiveClient(client: client)
  }

  /// Sends a command to the app that writes a session, and returns its answer in words.
  ///
  /// - Throws: `CommandError` if the window or the app does not answer.
  func drive(_ command: JSONValue, session header: SessionHeader) throws(CommandError) -> String {
    let listed = try json("sessions", body: nil)
    let store = header.store ?? "main"
    let sessions = listed.array?.filter { $0["session"]?.string == header.session } ?? []
    let whole = sessions.last { $0["stores"]?.array?.contains(.string(store)) == true }
    guard
      let session = sessions.last(where: { $0["store"]?.string ?? "main" == store }) ?? whole,
      let id = session["id"]?.string
    else { throw CommandError("`rewind live` does not show this session.") }
    var command = command
    // In the view of a store, indexes are its own.
    if session["stores"]?.array != nil, header.json["stores"] == nil, var json = command.object {
      json["store"] = .string(store)
      command = .object(json)
    }
    return Self.words(try json("app?session=\(id)", body: command.text))
  }

  /// Returns the app's answer in words.
  private static func words(_ answer: JSONValue) -> String {
    if let why = answer["why"]?.string { return why }
    guard let status = answer["status"], let index = status["index"]?.int else { return "Done." }
    let held = status["isHolding"]?.bool == true ? status["held"]?.int ?? 0 : nil
    return "The app shows the state after action \(index)"
      + (held.map { ", and holds its actions back: \($0) so far." } ?? ".")
  }

  private func json(_ path: String, body: String?) throws(CommandError) -> JSONValue {
    do {
      let answer = try client.ask(path, body: body)
      guard answer.status == 200 else {
        throw CommandError(answer.body.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      return try JSONValue(parsing: Array(answer.body.utf8))
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError("`rewind live` does not answer: \(error).")
    }
  }
}
