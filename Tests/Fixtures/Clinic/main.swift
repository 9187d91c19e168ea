// An app whose data nobody may read, and whose crashes depend on it: on which ids are the same, on the
// order of dates, on numbers as keys and on the cases of an enum. For tests of pseudonyms.
//
//     clinic record SEED LOG [--redacted RULES]     plays a session until it crashes, and records it
//     clinic --rewind-replay
import Foundation
import Rewind
import RewindInputs
import RewindReplay

enum Kind: String, Codable, CaseIterable {
  case checkup, surgery, vaccination, emergency
}

struct Patient: Codable {
  var id: UUID
  var name: String
  var born: Date
  var account: Int
}

struct Visit: Codable {
  var id: UUID
  var patient: UUID
  var date: Date
  var kind: Kind
}

struct Clinic: Codable {
  /// By the text of their ids.
  var patients: [String: Patient] = [:]
  var waiting: [UUID] = []
  var visits: [Visit] = []
  /// By the number of an account.
  var bills: [Int: Int] = [:]
  var names: [String: Int] = [:]
  var closed: [Kind] = []
  var now = Date(timeIntervalSince1970: 1_700_000_000)
  var steps = 0
}

enum ClinicAction: Codable {
  case arrive(patient: Patient)
  case leave(id: UUID)
  case call(id: UUID)
  case book(visit: Visit)
  case cancel(id: UUID)
  case wait(until: Date)
  case showNext
  case close(kind: Kind)
  case reopen(kind: Kind)
  case plan(kind: Kind)
  case bill(account: Int, amount: Int)
  case pay(account: Int)
  case remind(account: Int)
  case greet(name: String)
  case tick
}

/// Traps where something is missing.
func must<Value>(_ value: Value?) -> Value {
  guard let value else { fatalError("It is not there.") }
  return value
}

func reduce(_ clinic: inout Clinic, _ action: ClinicAction) {
  clinic.steps += 1
  switch action {
  case .arrive(let patient):
    clinic.patients[patient.id.uuidString] = patient
    clinic.waiting.append(patient.id)
    clinic.names[patient.name] = patient.account
  case .leave(let id):
    if let patient = clinic.patients.removeValue(forKey: id.uuidString) {
      clinic.names[patient.name] = nil
    }
  // The list of those who wait keeps them.
  case .call(let id):
    precondition(clinic.waiting.contains(id))
    clinic.waiting.removeAll { $0 == id }
    var patient = must(clinic.patients[id.uuidString])
    patient.account += 1
    clinic.patients[id.uuidString] = patient
  case .book(let visit): clinic.visits.append(visit)
  case .cancel(let id): clinic.visits.removeAll { $0.id == id }
  case .wait(let until): clinic.now = max(clinic.now, until)
  case .showNext:
    // No visit is to come.
    let now = clinic.now
    let next = must(clinic.visits.sorted { $0.date < $1.date }.first { $0.date > now })
    clinic.waiting.append(next.patient)
    clinic.waiting.removeLast()
  case .close(let kind): clinic.closed.append(kind)
  case .reopen(let kind): clinic.closed.removeAll { $0 == kind }
  case .plan(let kind): precondition(!clinic.closed.contains(kind))
  case .bill(let account, let amount): clinic.bills[account, default: 0] += amount
  case .pay(let account): clinic.bills[account] = nil
  case .remind(let account): clinic.bills[account] = must(clinic.bills[account]) + 1
  case .greet(let name): _ = must(clinic.names[name])
  case .tick: break
  }
}

/// Chance that a seed brings back.
struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  mutating func uuid() -> UUID {
    UUID(next(), next())
  }
}

let store = ReplayableStore(
  initial: Clinic(),
  actions: ClinicAction.self,
  reduce: .inPlace(reduce)
)

/// The rules of a session: those that name what is secret, and those that name what is not.
func rules(_ name: String) -> [Redaction] {
  let kinds: [Redaction] = [
    .key("kind", permuting: Kind.self), .key("closed", permuting: Kind.self),
  ]
  return switch name {
  case "named":
    kinds
      + ["id", "patient", "name", "born", "date", "until", "now", "account", "waiting"]
      .map { .key($0, pseudonyms: true) }
  case "only": kinds + [.only(["/steps", "amount"], pseudonyms: true)]
  default: fatalError("There are no rules \(name).")
  }
}

/// What a seed plays: random work with a few of everything, and at last what crashes.
struct Play {
  var chance: Chance
  let send: (ClinicAction) -> Clinic
  var clinic = Clinic()

  private mutating func play(_ action: ClinicAction) { clinic = send(action) }

  private mutating func patient() -> Patient {
    let first = ["Ada", "Bo", "Cy", "Dee", "Eve", "Flo"][chance.below(6)]
    return Patient(
      id: chance.uuid(),
      name: "\(first) \(chance.below(100_000))",
      born: Date(timeIntervalSince1970: Double(chance.below(1_000_000_000))),
      account: 10_000 + chance.below(20_000)
    )
  }

  private var kind: Kind {
    mutating get { Kind.allCases[chance.below(4)] }
  }

  private mutating func work() {
    let patient = clinic.patients.sorted { $0.key < $1.key }.map(\.value)
      .randomElement(using: &chance)
    switch chance.below(9) {
    case 0...1: play(.arrive(patient: self.patient()))
    case 2:
      let date = clinic.now + Double(60 * (1 + chance.below(10_000)))
      let visit = Visit(
        id: chance.uuid(),
        patient: patient?.id ?? chance.uuid(),
        date: date,
        kind: kind
      )
      play(.book(visit: visit))
    case 3: clinic.visits.randomElement(using: &chance).map { play(.cancel(id: $0.id)) }
    case 4: play(.wait(until: clinic.now + Double(chance.below(3_600))))
    case 5: play(.close(kind: kind))
    case 6: play(.reopen(kind: kind))
    case 7: patient.map { play(.bill(account: $0.account, amount: 1 + chance.below(900))) }
    default: play(.tick)
    }
  }

  /// Ends the program.
  mutating func untilCrash() {
    for _ in 0..<chance.below(25) { work() }
    let patient = self.patient()
    play(.arrive(patient: patient))
    switch chance.below(5) {
    case 0:
      play(.leave(id: patient.id))
      for _ in 0..<chance.below(6) { work() }
      play(.call(id: patient.id))
    case 1:
      let date = (clinic.visits.map(\.date) + [clinic.now]).max() ?? clinic.now
      play(.wait(until: date + 30))
      for _ in 0..<chance.below(4) { play(.close(kind: kind)) }
      play(.showNext)
    case 2:
      let kind = kind
      play(.reopen(kind: kind))
      play(.close(kind: kind))
      for _ in 0..<chance.below(3) { play(.tick) }
      play(.plan(kind: kind))
    case 3:
      play(.bill(account: patient.account, amount: 7))
      play(.pay(account: patient.account))
      for _ in 0..<chance.below(3) { play(.tick) }
      play(.remind(account: patient.account))
    default:
      play(.leave(id: patient.id))
      for _ in 0..<chance.below(6) { play(.tick) }
      play(.greet(name: patient.name))
    }
  }
}

let words = CommandLine.arguments
if words.count >= 4, words[1] == "record", let seed = UInt64(words[2]) {
  let recording = store.record(
    app: "clinic",
    to: .file(words[3]),
    options: Recorder.Options(
      redactions: words.count == 6 ? rules(words[5]) : [],
      announces: false
    )
  )
  let reducer = recording.reducer
  var clinic = recording.initialState()
  var play = Play(chance: Chance(state: seed)) { action in
    reducer(&clinic, action)
    return clinic
  }
  play.untilCrash()
} else {
  store.answerReplayRequest()
  print("clinic record SEED LOG [--redacted named|only]")
}
