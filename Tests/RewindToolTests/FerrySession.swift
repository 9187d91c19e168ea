import Foundation
import RewindJSON
import RewindTestSupport

/// The planted reasons for which a booking of a ferry turns red.
enum FerryFlake: String, CaseIterable {
  case foundLate, foundNever, quoteNever, quoteLate, quoteFails, stepsSwapped, paidTwice, fifthBeat
  case lastDay, fewFound, farSeat, rateZero, lateHour, draftLeft, cartLeft
  case promoInYen, lockedAtNight, wornSeat
  /// Nothing that a log has.
  case nothing

  /// The condition that calls its runs red; nil where the crash or the last state does.
  var never: String? {
    switch self {
    case .quoteNever, .quoteLate: "total < 0"
    case .paidTwice: "paid > 1"
    default: nil
    }
  }

  /// True if one difference is enough, and the log ends with it.
  var isSingle: Bool {
    switch self {
    case .nothing, .fifthBeat, .promoInYen, .lockedAtNight, .wornSeat, .quoteFails, .lateHour,
      .cartLeft:
      false
    default: true
    }
  }

  /// The texts of which each is in the first sentence about it.
  var words: [String] {
    switch self {
    case .foundLate, .foundNever: ["found", "priced"]
    case .quoteNever, .quoteFails: ["quote"]
    case .quoteLate: ["checkout comes before", "quote"]
    case .stepsSwapped: ["step {\"n\":2} comes before the first step {\"n\":1}"]
    case .paidTwice: ["pay", "2"]
    case .fifthBeat: ["beat", "5"]
    case .lastDay: ["/on of the first book", "31"]
    case .fewFound: ["/ferries of the first found", "1"]
    case .farSeat: ["/n of the first choose"]
    case .rateZero: ["\"rate\" as the first rate", "0"]
    case .lateHour: ["\"now\" as the first clock", "or later"]
    case .draftLeft: ["/draft of the first state"]
    case .cartLeft: ["/cart of the first state"]
    case .promoInYen: ["/code of the first promo", "/c of the first currency", " and "]
    case .lockedAtNight: ["lock", "\"now\" as the first clock", " and "]
    case .wornSeat: ["/n of the first choose", "\"wear\" as the first wear", " and "]
    case .nothing: []
    }
  }
}

/// A run of an app that books ferries, green or red for its planted reason, among much that never matters.
struct FerrySession {
  struct Step {
    let type: String
    var payload: JSONValue = [:]
    var inputs: [(name: String, value: JSONValue)] = []
    var hasFailed = false
  }

  static let app = ScriptedApp(
    initial: ["found": nil, "draft": nil, "cart": [], "total": 0],
    actions: Set(
      "open login search found priced choose wear quote step book promo currency lock clock rate pay beat checkout confirm track image scroll toast"
        .split(separator: " ").map(String.init)
    )
  ) { run, action in
    try reduce(&run, action)
  }

  let flake: FerryFlake
  let isRed: Bool
  private(set) var file: SessionFile
  private let turn: Int
  private var random: SeededGenerator

  /// Makes a run; in `turn`, green ones have a part of what only together is the reason.
  init(
    _ flake: FerryFlake,
    isRed: Bool,
    turn: Int = 0,
    seed: UInt64,
    noise: Int,
    store: String? = nil
  ) throws {
    (self.flake, self.isRed, self.turn) = (flake, isRed, turn)
    random = SeededGenerator(seed: seed)
    let session = UUID(random.next(), random.next()).uuidString
    file = SessionFile(
      app: "ferry",
      ["session": .string(session), "store": store.map { .string($0) } ?? .null]
    )
    let start: JSONValue = [
      "found": nil, "total": 0, "opened": JSONValue(number(1..<900)),
      "draft": flake == .draftLeft && isRed ? "a letter" : nil,
      "cart": flake == .cartLeft && isRed ? [["id": .string(id()), "name": "bike"]] : [],
    ]
    file.add(["after": 0, "state": start])
    var steps = scenario()
    for _ in 0..<noise {
      let position = number(1..<steps.count)
      steps.insert(stray(), at: position)
    }
    try write(steps, start)
  }

  // MARK: - What a run consists of

  private mutating func scenario() -> [Step] {
    func red(_ flake: FerryFlake) -> Bool { isRed && self.flake == flake }
    let count = red(.fewFound) ? 1 : number(3..<6)
    let ferries = (0..<count).map { _ -> JSONValue in
      ["id": .string(id()), "name": .string(["oslo", "rome", "bern"][number(0..<3)])]
    }
    // Of two things that are harmless alone, green runs have the one, the other and none, in turn.
    let one = [(true, false), (false, true), (false, false)][turn % 3]
    func either(_ flake: FerryFlake) -> (Bool, Bool) {
      self.flake == flake ? (isRed ? (true, true) : one) : (one.0, false)
    }
    let (isTen, isYen) = either(.promoInYen)
    let (isLocked, isNight) = either(.lockedAtNight)
    let (isSecond, isWorn) = either(.wornSeat)
    let hour = isNight || red(.lateHour) ? number(22..<24) : number(6..<22)
    let now = "2026-11-\(number(10..<29))T\(hour < 10 ? "0" : "")\(hour):\(number(10..<60)):00Z"
    let day = red(.lastDay) ? "2026-01-31" : "2026-0\(number(1..<9))-\(number(10..<29))"
    let seat = flake == .farSeat ? (isRed ? 7 : number(0..<2)) : isSecond ? 2 : 1
    let found = Step(type: "found", payload: ["ferries": .array(ferries)])
    let priced = Step(type: "priced", payload: ["price": JSONValue(number(5..<90))])
    let answers =
      red(.foundLate) ? [priced, found] : red(.foundNever) ? [priced] : [found, priced]
    var quote = [Step(type: "quote", payload: ["value": JSONValue(number(5..<90))])]
    if red(.quoteFails) { quote[0].hasFailed = true }
    if red(.quoteNever) { quote = [] }
    let steps = [1, 2].map { Step(type: "step", payload: ["n": JSONValue($0)]) }
    let checkout = Step(type: "checkout")
    let pay = Step(type: "pay", payload: ["id": .string(id())])
    let again = Step(type: "pay", payload: ["id": .string(id())])
    let beats = (0..<(red(.fifthBeat) ? 5 : flake == .fifthBeat ? number(1..<5) : 1))
      .map { _ in Step(type: "beat") }
    return [
      Step(type: "open"), Step(type: "login", payload: ["user": .string("u\(number(0..<9))")]),
      Step(type: "search", payload: ["q": .string("q\(number(0..<9))")]),
    ] + answers + [
      Step(type: "choose", payload: ["n": JSONValue(seat)]),
      Step(type: "wear", inputs: [("wear", JSONValue(isWorn ? 9 : number(0..<4)))]),
      Step(type: "clock", inputs: [("now", .string(now))]),
    ] + beats + [
      Step(type: "book", payload: ["on": .string(day)]),
      Step(type: "promo", payload: ["code": isTen ? "TEN" : "FIVE"]),
      Step(type: "currency", payload: ["c": isYen ? "JPY" : "EUR"]),
    ] + (isLocked ? [Step(type: "lock")] : [])
      + [Step(type: "rate", inputs: [("rate", JSONValue(red(.rateZero) ? 0 : number(1..<5)))])]
      + (red(.stepsSwapped) ? steps.reversed() : steps)
      + (red(.quoteLate) ? [checkout] + quote : quote + [checkout])
      + (red(.paidTwice) ? [pay, again] : [pay])
      + [Step(type: "confirm", payload: ["ref": .string(id())])]
  }

  private mutating func stray() -> Step {
    switch number(0..<4) {
    case 0:
      Step(type: "track", payload: ["event": .string("e\(number(0..<3))"), "id": .string(id())])
    case 1: Step(type: "image", payload: ["url": .string("https://x/\(number(0..<9)).png")])
    case 2: Step(type: "scroll", payload: ["y": JSONValue(number(0..<900))])
    default: Step(type: "toast", payload: ["text": .string(isRed ? "hm" : "saved")])
    }
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func id() -> String { UUID(random.next(), random.next()).uuidString }

  // MARK: - Lines

  /// What the app makes of a state; `read` gives the inputs.
  private static func reduce(_ run: inout ScriptedApp.Run, _ action: ScriptedApp.Action) throws {
    run.state = try next(run.state, action) { try run.read($0) }
  }

  private static func next(
    _ old: JSONValue,
    _ action: ScriptedApp.Action,
    read: (String) throws -> JSONValue
  ) throws -> JSONValue {
    var state = old.object ?? JSONObject()
    func number(_ name: String) -> Double { state[name]?.double ?? 0 }
    let payload = action.payload
    switch action.type {
    case "found": state["found"] = JSONValue(payload["ferries"]?.array?.count ?? 0)
    case "priced": if state["found"] ?? .null == .null { throw ScriptedApp.Death.trap("merge") }
    case "choose":
      state["seat"] = payload["n"]
      if payload["n"]?.double ?? 0 >= number("found") { throw ScriptedApp.Death.trap("choose") }
    case "wear":
      if try read("wear").double == 9, number("seat") == 2 { throw ScriptedApp.Death.trap("wear") }
    case "quote": state["quote"] = payload["value"] ?? .null
    case "step":
      if payload["n"] == 2 { state["hasSecond"] = true }
      if payload["n"] == 1, state["hasSecond"] == true { state["isBackwards"] = true }
    case "book":
      if payload["on"]?.string?.hasSuffix("31") ?? false { throw ScriptedApp.Death.trap("day") }
    case "promo": state["promo"] = payload["code"]
    case "currency": state["currency"] = payload["c"]
    case "lock": state["isLocked"] = true
    case "clock":
      let hour = Int(try read("now").string?.dropFirst(11).prefix(2) ?? "") ?? 0
      state["isLate"] = .bool(hour >= 22)
    case "rate": state["rate"] = try read("rate")
    case "pay": state["paid"] = JSONValue(number("paid") + 1)
    case "beat":
      state["beats"] = JSONValue(number("beats") + 1)
      if number("beats") >= 5 { throw ScriptedApp.Death.trap("beat") }
    case "checkout":
      if state["rate"] == 0 { throw ScriptedApp.Death.trap("charge") }
      if state["isBackwards"] == true { throw ScriptedApp.Death.trap("backwards") }
      if state["promo"] == "TEN", state["currency"] == "JPY" {
        throw ScriptedApp.Death.trap("yen")
      }
      if state["isLocked"] == true, state["isLate"] == true { throw ScriptedApp.Death.trap("lock") }
      state["total"] = state["quote"] ?? .null == .null ? -1 : state["quote"]
    case "confirm":
      if state["draft"] ?? .null != .null { throw ScriptedApp.Death.trap("draft") }
      state["hasBike"] = .bool(!(state["cart"]?.array?.isEmpty ?? true))
      state["isClosed"] = state["isLate"]
      state["isFailed"] = .bool(state["total"] == -1)
    default: break
    }
    return .object(state)
  }

  private mutating func write(_ steps: [Step], _ start: JSONValue) throws {
    var state = start
    for (number, step) in steps.enumerated() {
      let index = JSONValue(number + 1)
      file.add([
        "index": index, "time": index,
        "action": ["type": .string(step.type), step.hasFailed ? "error" : "payload": step.payload],
      ])
      var inputs = step.inputs
      for input in inputs {
        file.add(["index": index, "input": ["name": .string(input.name), "value": input.value]])
      }
      // It dies of something that is in no log.
      if flake == .nothing, isRed, step.type == "confirm" { return }
      do {
        let payload = step.hasFailed ? .null : step.payload
        state = try Self.next(state, (step.type, payload)) { _ in inputs.removeFirst().value }
      } catch is ScriptedApp.Death {
        return
      }
      file.add(["after": index, "state": state])
    }
    file.add(["end": "closed", "index": JSONValue(steps.count)])
  }
}

extension FerrySession {
  /// Writes green and red runs into two folders, with a log of another store beside each if there are `stores`.
  static func write(
    _ flake: FerryFlake,
    count: Int,
    seed: UInt64,
    noise: Int,
    hasStores: Bool = false,
    in folder: TemporaryFolder
  ) throws -> (good: String, bad: String) {
    let root = "\(flake)-\(seed)"
    for isRed in [false, true] {
      let name = "\(root)/\(isRed ? "bad" : "good")"
      try folder.makeFolder(name)
      for number in 0..<count {
        let own = seed &* 1_000_003 &+ UInt64(number * 2 + (isRed ? 1 : 0))
        let store = hasStores ? "ferry" : nil
        let session = try FerrySession(
          flake,
          isRed: isRed,
          turn: number,
          seed: own,
          noise: noise,
          store: store
        )
        _ = try session.file.write(to: folder, as: "\(name)/\(number + 10).jsonl")
        guard hasStores else { continue }
        let id = session.file.lines[0]["session"] ?? .null
        var user = SessionFile(app: "ferry", ["session": id, "store": "user"], start: ["n": 0])
        for index in 1...3 {
          user.add(index, "ping", ["k": JSONValue(number % 3)], state: ["n": JSONValue(index)])
        }
        user.add(["end": "closed", "index": 3])
        _ = try user.write(to: folder, as: "\(name)/\(number + 10)-user.jsonl")
      }
    }
    return (folder.path("\(root)/good"), folder.path("\(root)/bad"))
  }
}
