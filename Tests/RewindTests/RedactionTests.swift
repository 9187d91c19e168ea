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
  private let folder = TemporaryFolder()

  private func record(
    _ redactions: [Redaction],
    _ play: (Recorder, Recording<Account>) -> Void
  ) throws -> (text: String, timeline: Timeline) {
    try TemporaryFolder.with { folder in
      let path = folder.path("log.jsonl")
      let recorder = Recorder(app: "bank", to: .file(path), options: .init(redactions: redactions))
      play(recorder, recorder.attach(Account.self))
      recorder.close()
      return (
        try String(contentsOfFile: path, encoding: .utf8), try Timeline.open(SessionLog.open(path))
      )
    }
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

  private struct Secret: Codable {
    var text: String
  }

  @Test(
    "replaces the names of inputs, of stores and notes that hold a secret, and nothing else of them"
  )
  func names() throws {
    let rules: [Redaction] = [.type(Secret.self), .text("cards") { $0.hasPrefix("card-") }]
    let (text, timeline) = try record(rules) { recorder, recording in
      _ = recording.record(Tag(), from: Account()) {
        _ = Recorded.value("token") { Secret(text: "s3cr3t") }
        _ = Recorded.value("price of s3cr3t!") { 1 }
        _ = Recorded.value("limit of card-77 today") { 2 }
        _ = Recorded.value("price of s3cr3t!") { 3 }
        _ = Recorded.value("theme") { 4 }
        _ = Recorded.date()
        return Account()
      }
      recorder.note("paid by card-77")
      recorder.note("signed in:s3cr3t")
      recorder.note("nothing special")
    }
    #expect(!text.contains("s3cr3t") && !text.contains("card-77"))
    let inputs = try timeline.inputs(of: 1)
    #expect(
      inputs.map(\.name) == ["token", "$redacted 1", "$redacted 2", "$redacted 1", "theme", "date"]
    )
    #expect(inputs.dropFirst().prefix(4).map(\.value) == [1, 2, 3, 4])
    #expect(text.contains(#""note":"nothing special""#))
    #expect(text.matches(of: /"note":"redacted"/).count == 2)
  }

  @Test("replaces the names of inputs that are not on an allow-list, but for Rewind's own")
  func namesBesideAllowList() throws {
    let (text, timeline) = try record([.only(["/count", "theme"])]) { _, recording in
      _ = recording.record(Tag(), from: Account()) {
        _ = Recorded.value("price of s3cr3t") { 1 }
        _ = Recorded.value("theme") { "dark" }
        _ = Recorded.date()
        return Account()
      }
    }
    #expect(!text.contains("s3cr3t"))
    let inputs = try timeline.inputs(of: 1)
    #expect(inputs.map(\.name) == ["$redacted 1", "theme", "date"])
    #expect(inputs.prefix(2).map(\.value) == [0, "dark"])
  }

  @Test("keeps secrets out of the names of stores and files")
  func storeNames() throws {
    let recorder = Recorder(
      app: "bank",
      to: .file(folder.path("log.jsonl")),
      options: .init(redactions: [.text("people") { $0.contains("@") }])
    )
    for name in ["main", "of ann@example.org", "of bob@example.org"] {
      _ = recorder.attach(Account.self, name: name).record(Tag(), from: Account()) { Account() }
    }
    recorder.close()
    let files = recorder.files.map(\.lastPathComponent)
    #expect(files == ["log.jsonl", "log.redacted.jsonl", "log.redacted-2.jsonl"])
    for file in recorder.files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("@example"))
    }
  }

  @Test(
    "keeps secrets out of the names of actions, and leaves names alone that stand in the source"
  )
  func actionNames() throws {
    let rules: [Redaction] = [.type(Secret.self), .text("all that is long") { $0.count > 5 }]
    let (text, timeline) = try record(rules) { _, recording in
      recording.call(Secret(text: "s3cr3t"), of: Account(), method: "sign(in:)") {}
      recording.call(1, of: Account(), method: "load_s3cr3t") {}
      recording.call(1, of: Account(), method: "load ann@example.org") {}
    }
    #expect(!text.contains("s3cr3t") && !text.contains("ann@"))
    #expect(
      try (1...3).map { try timeline.action($0).type } == ["sign(in:)", "redacted", "redacted"]
    )
  }

  /// Shows its token as text, and hides that it has one.
  private struct Sealed: CustomReflectable {
    let token: Plain
    var customMirror: Mirror { Mirror(self, children: ["summary": token.text]) }
  }

  private final class SealedObject: CustomReflectable {
    let token = Plain(text: "s3cr3t in an object")
    var customMirror: Mirror { Mirror(self, children: ["summary": token.text]) }
  }

  private struct Plain { let text: String }

  /// Makes its token when it is encoded, and writes the text as well.
  private struct Maker: Codable {
    var number = 7

    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode([Secret(text: "s3cr3t \(number)")], forKey: .tokens)
      try container.encode("s3cr3t \(number)", forKey: .summary)
    }

    enum Keys: CodingKey { case tokens, summary }
  }

  /// A token whose own text is not what it stores.
  private struct Masked: Codable {
    let text: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("***")
    }
  }

  private struct Sign: Action {
    let values: [Any]
  }

  @Test(
    "learns a type's secrets wherever they are: stored beside a mirror, made while encoding, masked"
  )
  func hiddenSecrets() throws {
    let rules: [Redaction] = [.type(Secret.self), .type(Plain.self), .type(Masked.self)]
    let values: [[Any]] = [
      [Sealed(token: Plain(text: "s3cr3t in a structure"))], [SealedObject()], [Maker(number: 8)],
      [["deep": [Maker(number: 9)]]], [Masked(text: "s3cr3t behind stars"), "s3cr3t behind stars"],
    ]
    for values in values {
      let (text, _) = try record(rules) { _, recording in
        _ = recording.record(Sign(values: values), from: Account()) {
          Account(name: "s3cr3t behind stars")
        }
      }
      #expect(text.contains("redacted"))
      let isStarred = values[0] is Masked
      #expect(
        !text.replacing("s3cr3t behind stars", with: isStarred ? "s3cr3t" : "").contains("s3cr3t"),
        "\(values)"
      )
    }
  }

  @Test(
    "redacts every text, and says so, once there are too many secrets to tell them from others",
    .oracle
  )
  func tooManySecrets() throws {
    struct Hoard: Codable {
      var secrets: [String] = []
    }
    struct Fill: Action, Codable {
      let hoard: Hoard
    }
    final class Heard: @unchecked Sendable { var warnings: [Recorder.Warning] = [] }
    let heard = Heard()
    let memory = MemoryLog()
    let recorder = Recorder(
      app: "bank",
      to: .memory(memory),
      options: .init(redactions: [.type(Hoard.self)]),
      onWarning: { heard.warnings.append($0) }
    )
    let recording = recorder.attach(Account.self)
    // The same ones again are not more.
    for first in [0, 0, 60_000, 120_000] {
      #expect(heard.warnings.isEmpty == (first < 120_000))
      let secrets = (first..<first + 60_000).map { "s3cr3t \($0)" }
      let hoard = Hoard(secrets: first == 120_000 ? [] : secrets)
      _ = recording.record(Fill(hoard: hoard), from: Account()) { Account(name: secrets[7]) }
    }
    recorder.close()
    #expect(heard.warnings == [.tooManySecrets(type: "RedactionTests.Hoard")])
    let text = memory.text
    #expect(!text.contains("s3cr3t"))
    // The names of actions and properties stand in the app's source.
    #expect(memory.actions.map(\.type) == Array(repeating: "RedactionTests.Fill", count: 4))
    #expect(memory.actions.last?.payload == ["hoard": ["secrets": []]])
    #expect(memory.state?["name"] == "redacted")
    #expect(memory.state?["count"] == 0)
    #expect(
      text.matches(of: /"note":"Values of RedactionTests.Hoard have had more than 100,000/).count
        == 1
    )
  }

  @Test("keeps the JSON type, and replaces what lies under a pointer whole")
  func types() throws {
    let rules: [Redaction] = [
      .pointer("/pin"), .pointer("/profile/sites/*"), .pointer("/tokens"), .key("Password"),
    ]
    let (_, timeline) = try record(rules) { _, recording in
      var account = Account(name: "Eve", password: "x", tokens: ["a": "b"], pin: 1234)
      account.profile = Profile(email: "eve@example.org", sites: ["one", "two"])
      _ = recording.record(SignIn(password: "", url: ""), from: account) { account }
    }
    let state = try timeline.state(after: 0)
    #expect(state["pin"] == 0)
    #expect(state["password"] == "redacted")
    #expect(state["tokens"] == [:])
    #expect(state["profile"] == ["email": "eve@example.org", "sites": ["redacted", "redacted"]])
    #expect(state["name"] == "Eve")
  }

  @Test("shows what a skipped action changed, as a change without an action")
  func skipped() throws {
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

  @Test("goes with a pause, after which the recording goes on where the app is")
  func pause() throws {
    let path = folder.path("log.jsonl")
    let recorder = foreseeableRecorder(path)
    let recording = recorder.attach(Counter.self)
    let store = Store(reducer: counterReducer, state: Counter(), middleware: [recording.middleware])
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
