import Foundation
import Rewind
import RewindInputs
import RewindLog
import RewindReports
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

/// A secret by its type, whatever it is called and wherever it lies.
private struct Token: Codable, Hashable {
  let text: String
}

/// The same in the hands of an app that does not know `Codable`.
private struct PlainToken {
  let text: String
}

private struct Vault: Codable {
  var token: Token?
  var byName: [String: String] = [:]
  var failure = ""
  var address: URL?
  var drawn = ""
  var deep: [[String: Token]] = []
}

private struct Refused: Error {
  let reason: String
}

private struct Open: Action, Codable {
  let token: Token
  let address: URL
}

/// Not `Codable`, with an error and a dictionary whose keys are secret.
private struct Fail: Action {
  let error: any Error
  let token: PlainToken
  let attempts: [String: Int]
}

@Suite("A thousand planted secrets", .process)
struct SecretsTests {
  private let folder = TemporaryFolder()

  /// Makes secrets that cannot be confused with anything else.
  private final class Planter {
    private(set) var secrets: [String] = []

    func secret() -> String {
      secrets.append("s3cr3t-\(secrets.count)-\(UInt64(secrets.count) &* 0x9E37_79B9_7F4A_7C15)")
      return secrets[secrets.count - 1]
    }
  }

  private func record(_ path: String, _ planter: Planter) {
    let options = Recorder.Options(redactions: [
      .type(Token.self), .type(PlainToken.self, pseudonyms: true), .pointer("/byName"),
      .text("texts") { $0.contains("s3cr3t-") && ($0.contains(" ") || $0.contains("://")) },
      .text("keys") { $0.hasPrefix("s3cr3t-") && $0.hasSuffix("!") },
    ])
    let recorder = Recorder(app: "vault", to: .file(path), options: options)
    let recording = recorder.attach(Vault.self)
    var vault = Vault()
    for _ in 0..<100 {
      let address = URL(string: "https://example.org/?t=\(planter.secret())")
      let open = Open(
        token: Token(text: planter.secret()),
        address: address ?? URL(fileURLWithPath: "/")
      )
      vault = recording.record(open, from: vault) {
        var next = vault
        next.token = open.token
        next.address = open.address
        next.drawn = Recorded.value("draw \(1)") { "drawn \(planter.secret())" }
        next.deep = [[:], ["key": Token(text: planter.secret())]]
        return next
      }
      let fail = Fail(
        error: Refused(reason: "refused \(planter.secret())"),
        token: PlainToken(text: planter.secret()),
        attempts: [planter.secret() + "!": 1]
      )
      vault = recording.record(fail, from: vault) {
        var next = vault
        next.failure = "\(fail.error) \(planter.secret())"
        next.byName = [planter.secret(): "x"]
        return next
      }
      recorder.note("seen \(planter.secret())")
    }
    recorder.close()
  }

  @Test("are in no byte of a log, of what the tool says of it, of a report and of a generated test")
  func nowhere() throws {
    let (log, report) = (folder.path("vault.jsonl"), folder.path("report.xml"))
    let planter = Planter()
    record(log, planter)
    #expect(planter.secrets.count == 1_000)
    let rewind = Program("rewind")
    var outputs: [String] = []
    for arguments in [
      [log], ["log", log], ["log", log, "--json"], ["export", log, "--states"], ["stats", log],
      ["show", log, "2"], ["blame", log, "/token/text", "--history"],
      ["decoders", log],
      ["check", log], ["report", log, "-o", folder.path("page.html")],
      ["verify", log, "--app", Program("death-table").path, "--junit", report],
    ] {
      let run = try rewind.run(arguments)
      #expect(run.exit != .status(2) || arguments[0] == "verify", "\(arguments) \(run.errors)")
      outputs += [run.output, run.errors]
    }
    let source = TestSource(
      try Timeline.open(SessionLog.open(log)),
      crash: nil,
      name: "vault",
      file: "SecretTests",
      store: "vault",
      modules: []
    )
    outputs.append(try source.text())
    // The log itself, the page and the report.
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      outputs.append(
        String(decoding: try Data(contentsOf: folder.url.appending(path: file)), as: UTF8.self)
      )
    }
    #expect(outputs.count >= 25)
    for output in outputs {
      #expect(!output.containsBytes(of: "s3cr3t-"), "\(output.prefix(2_000))")
    }
    // And not a part of one either.
    let all = outputs.joined(separator: "\n")
    for secret in planter.secrets { #expect(!all.containsBytes(of: secret.suffix(12))) }
  }

  @Test("leave what is not secret as it is, and each its own mark of size")
  func theRest() throws {
    let log = folder.path("vault.jsonl")
    record(log, Planter())
    let timeline = try Timeline.open(SessionLog.open(log))
    #expect(try timeline.state(after: 1)["token"] == ["text": "redacted"])
    #expect(try timeline.state(after: 1)["deep"] == [[:], ["key": ["text": "redacted"]]])
    #expect(try timeline.state(after: 2)["byName"] == [:])
    let token = try timeline.action(2).payload?["token"]?["text"]?.string
    #expect(token?.count == 32 && token?.hasPrefix("redacted") ?? false)
    #expect(try timeline.action(2).payload?["attempts"] == ["redacted": 1])
    #expect(
      timeline.log.header.json["redacted"] == [
        ["text": "in Token"], ["text": "in PlainToken", "pseudonyms": true],
        ["pointer": "/byName"], ["text": "texts"], ["text": "keys"],
      ]
    )
  }
}

@Suite("A limit of size", .process)
struct ValueLimitTests {
  private let folder = TemporaryFolder()

  private struct Load: Action, Codable {
    let bytes: String
  }

  @Test("leaves a mark instead of a larger payload or input, and lets the rest be")
  func payload() throws {
    let path = folder.path("log.jsonl")
    let recorder = Recorder(app: "loader", to: .file(path), options: .init(valueLimit: 100))
    let recording = recorder.attach(Int.self)
    for size in [10, 1_000] {
      let load = Load(bytes: String(repeating: "x", count: size))
      _ = recording.record(load, from: 0) {
        Recorded.value("draw") { load.bytes }.count - size
      }
    }
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(try timeline.action(1).payload?["bytes"]?.string?.count == 10)
    #expect(try timeline.inputs(of: 1)[0].value.string?.count == 10)
    #expect(try timeline.action(2).payload == ["$rewind": "too large", "bytes": 1_012])
    #expect(try timeline.inputs(of: 2)[0].value == ["$rewind": "too large", "bytes": 1_002])
  }
}
