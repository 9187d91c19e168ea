import Foundation
import RewindJSON
import RewindServer
import RewindSession

/// An app that can be driven: commands go to its time machine, one line of JSON each, and answers come back.
final class LiveApp: LineLink {
  /// The action types that the app can decode; empty until the app has reported them.
  private(set) var types: JSONValue = []
  /// The position of its time machine, as the app has reported it last; null until then.
  private(set) var status: JSONValue = .null

  private var send: (String) -> Void = { _ in }
  private var pending: [Int: Waiting] = [:]
  private var count = 0
  private let onChange: (LiveApp, _ isOpen: Bool) -> Void

  /// A command that waits for its answer.
  private struct Waiting {
    let isCancelled: () -> Bool
    let answer: (JSONValue) -> Void
  }

  /// The number of commands that may wait for an answer.
  private static let limit = 64

  init(onChange: @escaping (LiveApp, _ isOpen: Bool) -> Void) {
    self.onChange = onChange
  }

  /// An identifier that is equal for a log and an app if they have the same session and store.
  static func key(_ session: String, _ store: String) -> String { "\(session) \(store)" }

  static func key(of header: SessionHeader) -> String {
    key(header.session, header.store ?? "main")
  }

  /// Returns the answer to a command that no app carries out; apps may end at any time without error.
  static func no(_ why: String) -> HTTPResponse { HTTPResponse(json: refusal(why)) }

  /// The answer to a command that is not carried out.
  static func refusal(_ why: String) -> JSONValue { ["why": .string(why)] }

  /// Sends a command; the answer is passed on when it comes.
  func ask(_ command: JSONObject, _ reply: HTTPReply) {
    ask(
      command,
      isCancelled: { reply.isCancelled },
      answer: { reply.send(HTTPResponse(json: $0)) }
    )
  }

  /// Sends a command; passes on the answer when it comes, on the server's thread.
  func ask(
    _ command: JSONObject,
    isCancelled: @escaping () -> Bool,
    answer: @escaping (JSONValue) -> Void
  ) {
    pending = pending.filter { !$0.value.isCancelled() }
    guard pending.count < Self.limit else {
      return answer(Self.refusal("The app does not answer. Is it stopped?"))
    }
    count += 1
    pending[count] = Waiting(isCancelled: isCancelled, answer: answer)
    var command = command
    command["id"] = JSONValue(count)
    send(JSONValue.object(command).text)
  }

  // MARK: - The link

  func opened(send: @escaping (String) -> Void, close: @escaping () -> Void) {
    self.send = send
    onChange(self, true)
  }

  func received(_ line: String) {
    guard let json = try? JSONValue(parsing: Array(line.utf8)) else { return }
    let known = (types, status)
    types = json["types"] ?? types
    status = json["status"] ?? status
    // Answers that are for one browser are no news for the others.
    if known != (types, status) { onChange(self, true) }
    guard let id = json["id"]?.int, let waiting = pending.removeValue(forKey: id) else { return }
    waiting.answer(json)
  }

  func closed() {
    let unanswered = pending.values
    pending = [:]
    for waiting in unanswered { waiting.answer(Self.refusal("The app has ended.")) }
    onChange(self, false)
  }
}
