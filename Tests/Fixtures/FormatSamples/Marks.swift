import Foundation
import Rewind
import RewindInputs
import RewindReplay
import RewindStore

/// A state with what `Codable` cannot write, which is marked.
struct Marked: Encodable {
  var number = 0
  var failing = Failing()
  var cyclic = Node()
  var deep = Deep.nested(130)
}

struct Failing: Encodable {
  struct Refusal: Error, CustomStringConvertible {
    let description = "It cannot be written."
  }

  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

final class Node: Encodable {
  var name = "node"
  var next: Node?

  init() { next = self }
}

indirect enum Deep: Encodable {
  case end
  case level(Deep)

  static func nested(_ levels: Int) -> Deep {
    (0..<levels).reduce(.end) { deep, _ in .level(deep) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    if case .level(let deep) = self { try container.encode(deep) }
  }
}

func markedReducer(_ action: Any, _ state: Marked) -> Marked {
  var next = state
  if let add = action as? Add { next.number += add.amount }
  return next
}

/// A state that holds secrets.
struct Vault: Codable {
  var user = "ada@example.com"
  var contacts = ["ada@example.com", "bob@example.com"]
  var session = ["token": "t0ken"]
  var password = "pass"
  var pin = 1234
  var credentials = Credentials()
  var log: [String] = []
}

struct Credentials: Codable {
  var key = "k3y"
}

struct LogIn: Action, Codable {
  let password: String
  let user: String
}

func vaultReducer(_ action: any Action, _ vault: Vault?) -> Vault {
  guard let logIn = action as? LogIn else { return vault ?? Vault() }
  var next = vault ?? Vault()
  next.user = logIn.user
  next.password = logIn.password
  next.pin = Recorded.value("pin") { 4321 }
  next.log.append("\(next.log.count + 1)")
  return next
}

extension Marked {
  fileprivate static let replayable = ReplayableStore(
    initial: Marked(),
    actions: [Add.self],
    reduce: .actionFirst(markedReducer)
  )
}

extension Vault {
  fileprivate static let replayable = ReplayableStore(reducer: vaultReducer, actions: [LogIn.self])
}

extension Sample {
  /// Marks instead of what `encode(to:)` cannot write.
  static let codableMarks = Sample(of: Marked.replayable) { log in
    let recorder = Recorder.steady("marks", log)
    let recording = recorder.attach(Marked.self)
    var state = recording.recordInitialState { Marked() }
    for add in [Add(amount: 1), Add(amount: 2)] {
      state = recording.record(add, from: state) { markedReducer(add, state) }
    }
    recorder.close()
  }

  /// Secrets, by every kind of rule.
  static let redacted = Sample(of: Vault.replayable) { log in
    let options = Recorder.Options(
      redactions: [
        .key("password"), .key("PIN"), .pointer("/session/*"),
        .text("mail", pseudonyms: true) { $0.contains("@") }, .type(Credentials.self),
      ],
      version: "2.1 (7)",
      commit: "0123abc"
    )
    let recorder = Recorder.steady("vault", log, options)
    let recording = recorder.attach(Vault.self)
    let reducer = recording.wrap(.reSwift(vaultReducer))
    var vault = reducer(ReSwiftInit(), nil)
    for user in ["bob@example.com", "eve@example.com"] {
      vault = reducer(LogIn(password: "secret", user: user), vault)
    }
    recorder.note("write to ada@example.com")
    recorder.close()
  }

  /// A payload and an input of more bytes than are kept.
  static let tooLarge = Sample(of: Vault.replayable) { log in
    let recorder = Recorder.steady("vault", log, Recorder.Options(valueLimit: 60))
    let recording = recorder.attach(Vault.self)
    let reducer = recording.wrap(.reSwift(vaultReducer))
    let vault = reducer(ReSwiftInit(), nil)
    _ = reducer(LogIn(password: String(repeating: "x", count: 100), user: "ada"), vault)
    recorder.close()
  }
}
