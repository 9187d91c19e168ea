import Foundation
import Rewind
import RewindInputs
import RewindReplay
import RewindStore
import RewindTestSupport
import RewindTesting
import Testing

private enum Contact: Codable {
  case none
  case mail(String)
  case phone(country: Int, number: Int)
  indirect case both(Contact, Contact)
}

private struct Person: Codable {
  var name = ""
  var card = 0
  var contacts: [Contact] = []
  var sites: [URL] = []
  var friends: [String: Person] = [:]
  var isDone = false
  var count = 0
}

/// Not `Codable`: written by reflection.
private struct Meeting {
  let guests: [Person]
  let minutes: [String: Contact]
  let error: any Error
}

private struct Trouble: Error {
  let reason: String
}

private struct Desk: Codable {
  var people: [Person] = []
  var byName: [String: Person] = [:]
  var screen = "start"
  var count = 0
  var draft: String?
}

private enum DeskAction: Codable {
  case count(by: Int)
  case rename(String)
}

/// Makes values that are full of secrets, in every part that a value has.
private struct Planter {
  var random: SeededGenerator
  private(set) var secrets: [String] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func text() -> String {
    secrets.append("s3cr3t-\(UInt64.random(in: 1_000_000...UInt64.max, using: &random))")
    return secrets[secrets.count - 1]
  }

  mutating func number() -> Int {
    let number = Int.random(in: 4_000_000_000_000_000..<9_000_000_000_000_000, using: &random)
    secrets.append("\(number)")
    return number
  }

  mutating func contact(_ depth: Int = 0) -> Contact {
    switch Int.random(in: 0..<(depth < 3 ? 4 : 3), using: &random) {
    case 0: .none
    case 1: .mail(text())
    case 2: .phone(country: 49, number: number())
    default: .both(contact(depth + 1), contact(depth + 1))
    }
  }

  mutating func person(_ depth: Int = 0) -> Person {
    var person = Person(name: text(), card: number())
    person.contacts = (0..<Int.random(in: 0..<3, using: &random)).map { _ in contact() }
    person.sites = [URL(fileURLWithPath: "/\(text())")]
    if depth < 2, Bool.random(using: &random) { person.friends[text()] = self.person(depth + 1) }
    person.isDone = true
    person.count = 7
    return person
  }

  mutating func meeting() -> Meeting {
    Meeting(guests: [person()], minutes: [text(): contact()], error: Trouble(reason: text()))
  }
}

@Suite("An allow-list of redaction")
struct AllowListTests {
  private static let list = Redaction.only(["/people/*/isDone", "/screen", "count", "theme"])

  private func recorded(_ play: (Recorder, Recording<Desk>) -> Void) throws -> MemoryLog {
    let log = MemoryLog()
    let recorder = Recorder(app: "desk", to: .memory(log), options: .init(redactions: [Self.list]))
    play(recorder, recorder.attach(Desk.self))
    recorder.close()
    return log
  }

  @Test(
    "leaves none of hundreds of secrets in any byte of the log",
    arguments: TestScale.seeds(1, of: 4)
  )
  func secrets(seed: UInt64) throws {
    var planter = Planter(seed: seed)
    let log = try recorded { recorder, recording in
      var desk = Desk()
      while planter.secrets.count < TestScale.count(220, of: 1_000) {
        let meeting = planter.meeting()
        desk = recording.record(meeting, from: desk) {
          var next = desk
          next.people = (meeting.guests + desk.people.prefix(3)).map { $0 }
          next.byName[planter.text()] = planter.person()
          next.draft = Recorded.value("draft") { "dear \(planter.text())" }
          next.count += Recorded.value("count") { 1 }
          return next
        }
        recorder.note("seen \(planter.text())")
        desk.screen = "s\(desk.count)"
      }
    }
    let text = log.text
    for secret in planter.secrets {
      #expect(!text.containsBytes(of: secret.suffix(12)), "seed \(seed): \(secret)")
    }
    #expect(text.contains(#""redacted":[{"only":["/people/*/isDone","/screen","count","theme"]}]"#))
    let state = try #require(log.state)
    #expect(state["screen"]?.string?.first == "s")
    #expect((state["count"]?.int ?? 0) > 10)
    #expect(state["people"]?.array?.first?["isDone"] == true)
    // What is listed at one pointer is a secret at another.
    let byName = try #require(state["byName"]?.object)
    #expect(byName.members.allSatisfy { $0.key.hasPrefix("redacted") })
    #expect(byName.members.allSatisfy { $0.value["isDone"] == nil || $0.value["isDone"] == false })
    #expect(state["people"]?.array?.first?["card"] == 0)
    #expect(state["people"]?.array?.first?["count"] == 7)
  }

  @Test("keeps the names of properties and cases, and those of dictionaries' keys that it lists")
  func names() throws {
    let log = try recorded { recorder, recording in
      var desk = Desk()
      desk.byName = ["theme": Person(name: "Anna", contacts: [.phone(country: 49, number: 30)])]
      desk.byName["Berta"] = Person(name: "Berta")
      _ = recording.record(DeskAction.rename("Anna"), from: desk) {
        desk.draft = Recorded.value("theme") { "dark" }
        return desk
      }
      recorder.note(.background)
      recorder.note("Anna says hello")
    }
    #expect(log.actions.map(\.type) == ["DeskAction.rename"])
    #expect(log.actions.map(\.payload) == [["rename": ["_0": "redacted"]]])
    let people = try #require(log.state?["byName"])
    // A listed name admits what is in it.
    #expect(people["theme"]?["name"] == "Anna")
    #expect(people["theme"]?["contacts"] == [["phone": ["country": 49, "number": 30]]])
    let berta = try #require(people.object?.members.first { $0.key != "theme" })
    #expect(berta.key.hasPrefix("redacted"))
    #expect(berta.value["name"] == "redacted")
    #expect(berta.value["card"] == 0)
    #expect(log.text.contains(#""input":{"name":"theme","value":"dark"}"#))
    #expect(log.text.contains(#"{"note":"background""#))
    #expect(log.text.contains(#"{"note":"redacted""#))
    #expect(!log.text.contains("Berta") && !log.text.contains("hello"))
  }

  private static func store(
    counting step: Int,
    naming: @escaping @Sendable (String) -> String
  ) -> ReplayableStore<Desk, DeskAction, @Sendable (inout Desk, DeskAction) -> Void> {
    ReplayableStore(
      initial: Desk(draft: "first"),
      actions: DeskAction.self,
      reduce: .inPlace { desk, action in
        switch action {
        case .count(let by): desk.count += by + step
        case .rename(let name): desk.draft = naming(name)
        }
      }
    )
  }

  @Test("lets a replay compare what it admits, and nothing else")
  func replay() throws {
    let log = MemoryLog()
    let recording = Self.store(counting: 0) { $0 }.record(
      app: "desk",
      to: .memory(log),
      options: .init(redactions: [.only(["/count", "by"])])
    )
    var desk = recording.initialState()
    for action in [DeskAction.count(by: 2), .rename("Anna"), .count(by: 3)] {
      recording.reducer(&desk, action)
    }
    #expect(!log.text.contains("Anna") && !log.text.contains("first"))
    let other = Self.store(counting: 0) { _ in "another" }
    #expect(try Replay(text: log.text, of: other).firstDivergence() == nil)
    #expect(try Replay(text: log.text, of: other).run().count == 5)
    let wrong = Self.store(counting: 1) { $0 }
    let divergence = try #require(try Replay(text: log.text, of: wrong).firstDivergence())
    #expect(divergence.index == 1 && divergence.patterns == ["/count"])
  }
}
