import Foundation
import Rewind
import RewindInputs
import RewindJSON
import RewindLog
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

private struct Account: Codable {
  var name = ""
  var password = ""
  var tokens: [String: String] = [:]
  var pin: Int?
  var profile = Profile()
  var count = 0
}

private struct Profile: Codable {
  var email = ""
  var sites: [String] = []
}

private struct SignIn: Action, Codable {
  let password: String
  let url: String
}

@Suite("Redaction")
struct RedactionTests {
  private func record(
    _ redactions: [Redaction],
    _ play: (Recorder, Recording<Account>) -> Void
  ) throws -> (text: String, timeline: Timeline) {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let recorder = Recorder(
        app: "bank",
        to: .file(path),
        options: .init(redactions: redactions)
      )
      play(recorder, recorder.attach(Account.self))
      recorder.close()
      return (
        try String(contentsOfFile: path, encoding: .utf8), try Timeline.open(SessionLog.open(path))
      )
    }
  }

  @Test("leaves none of a thousand secrets in any byte of the log")
  func secrets() throws {
    var random = SeededGenerator(seed: 5)
    var secrets: [String] = []
    func secret() -> String {
      secrets.append("s3cr3t-\(UInt64.random(in: 0...UInt64.max, using: &random))")
      return secrets[secrets.count - 1]
    }
    let isSecret: @Sendable (String) -> Bool = { $0.contains("s3cr3t-") }
    let (text, _) = try record([.key("Password"), .text("tokens", where: isSecret)]) {
      recorder,
      recording in
      var account = Account()
      for _ in 0..<200 {
        let action = SignIn(password: secret(), url: "https://example.org/?t=\(secret())")
        account = recording.record(action, from: account) {
          var next = account
          next.password = action.password
          next.tokens = [secret(): "value", "key": secret()]
          return next
        }
        recorder.note("signed in with \(secret())")
      }
    }
    #expect(secrets.count == 1_000)
    #expect(!text.contains("s3cr3t-"))
    #expect(text.contains(#"{"key":"password"}"#))
    for secret in secrets { #expect(!text.contains(secret.suffix(12))) }
  }

  private struct Vault: Encodable {
    var byOwner = ["anna@example.org": ["1234"], "": []]
  }

  @Test("finds inputs by their name, and the keys of a secret type's dictionaries")
  func namedInputs() throws {
    let (text, timeline) = try record([.key("token"), .type(Vault.self)]) { _, recording in
      _ = recording.record(Tag(), from: Account()) {
        _ = Recorded.value("Token") { "s3cr3t-1" }
        _ = Recorded.value("other") { "plain" }
        _ = Recorded.value("vault") { Boxed(vault: Vault()) }
        return Account(name: "anna@example.org")
      }
    }
    #expect(!text.contains("s3cr3t") && !text.contains("anna@") && !text.contains("1234"))
    let inputs = try timeline.inputs(of: 1)
    #expect(inputs.map(\.name) == ["Token", "other", "vault"])
    #expect(inputs[0].value == "redacted")
    #expect(inputs[1].value == "plain")
    // The names of its properties are not secrets.
    #expect(inputs[2].value["vault"]?["byOwner"]?["redacted"] == ["redacted"])
  }

  private struct Boxed: Codable {
    var vault: Vault

    init(vault: Vault) { self.vault = vault }
    init(from decoder: any Decoder) { vault = Vault() }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(vault, forKey: .vault)
    }

    enum CodingKeys: CodingKey { case vault }
  }

  @Test("keeps the JSON type, and replaces what lies under a pointer whole")
  func types() throws {
    let rules: [Redaction] = [.pointer("/pin"), .pointer("/profile/sites/*"), .pointer("/tokens")]
    let (_, timeline) = try record(rules) { _, recording in
      var account = Account(name: "Eve", password: "x", tokens: ["a": "b"], pin: 1234)
      account.profile = Profile(email: "eve@example.org", sites: ["one", "two"])
      _ = recording.record(SignIn(password: "", url: ""), from: account) { account }
    }
    let state = try timeline.state(after: 0)
    #expect(state["pin"] == 0)
    #expect(state["tokens"] == [:])
    #expect(state["profile"] == ["email": "eve@example.org", "sites": ["redacted", "redacted"]])
    #expect(state["name"] == "Eve")
  }

  @Test("numbers pseudonyms in the order of their appearance, so that equal values can be followed")
  func pseudonyms() throws {
    let (_, timeline) = try record([.pointer("/name", pseudonyms: true)]) { _, recording in
      var account = Account(name: "Ann")
      for name in ["Bob", "Ann", "Cid", "Bob"] {
        account = recording.record(SignIn(password: "", url: ""), from: account) {
          Account(name: name)
        }
      }
    }
    let names = try (0...4).map { try timeline.state(after: $0)["name"]?.string }
    #expect(names == [1, 2, 1, 3, 2].map { "redacted \($0)" })
  }

  @Test("shows what a skipped action changed, as a change without an action")
  func skipped() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let recorder = Recorder(
        app: "counter",
        to: .file(path),
        options: .init(states: .whole) { !($0 is Stamp) }
      )
      let store = Store(
        reducer: counterReducer,
        state: Counter(),
        middleware: [recorder.attach(Counter.self).middleware]
      )
      store.dispatch(Add(amount: 1))
      store.dispatch(Stamp())
      let count = store.state.count
      store.dispatch(Add(amount: 1))
      recorder.close()
      let timeline = try Timeline.open(SessionLog.open(path))
      #expect(timeline.lastIndex == 2)
      #expect(try timeline.state(after: 1)["count"] == 1)
      #expect(try timeline.state(before: 2)["count"] == JSONValue(count))
      #expect(try timeline.state(after: 2)["count"] == JSONValue(count + 1))
    }
  }

  @Test("goes with a pause, after which the recording goes on where the app is")
  func pause() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let recorder = foreseeableRecorder(path)
      let recording = recorder.attach(Counter.self)
      let store = Store(
        reducer: counterReducer,
        state: Counter(),
        middleware: [recording.middleware]
      )
      store.dispatch(Add(amount: 1))
      recording.isPaused = true
      store.dispatch(Add(amount: 10))
      recording.isPaused = false
      store.dispatch(Add(amount: 100))
      recorder.close()
      let timeline = try Timeline.open(SessionLog.open(path))
      #expect(timeline.lastIndex == 2)
      #expect(try timeline.state(after: 2)["count"] == 111)
    }
  }
}
