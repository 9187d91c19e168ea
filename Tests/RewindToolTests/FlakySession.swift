import FlakyApp
import Foundation
import RewindCoding
import RewindInputs
import RewindJSON
import RewindReplay
import RewindTestSupport

/// A run of the canteen, green or red for its planted reason, among much that never matters.
///
/// Identifiers, times, scrolling, likes (some of them twice), the order of the images and what a run begins with
/// are drawn for each; a red run may also show a hint that a green one lacks.
struct FlakySession {
  let flake: Flake
  let isRed: Bool
  private(set) var file = SessionFile(app: "flaky")
  private var random: SeededGenerator
  private var state: Canteen
  private var count = 0

  // `change` says what else is different at the start.
  init(
    _ flake: Flake,
    isRed: Bool,
    seed: UInt64,
    changing change: (inout Canteen) -> Void = { _ in }
  ) throws {
    (self.flake, self.isRed) = (flake, isRed)
    random = SeededGenerator(seed: seed)
    state = Canteen(flake, session: UUID(), lastOpened: Date())
    state.session = uuid()
    state.lastOpened = date(hours: 0..<24)
    state.likes = number(0..<50)
    state.offset = Double(number(0..<900))
    try begin(change)
    for action in actions() where try !add(action) { return }
    file.add(["end": "closed", "index": JSONValue(count)])
  }

  // MARK: - What a run consists of

  private mutating func begin(_ change: (inout Canteen) -> Void) throws {
    switch flake {
    case .draft: state.draft = isRed ? "half a letter" : nil
    case .leftover: state.cart = isRed ? [Line(id: uuid(), name: "soup")] : []
    case .offline: state.isOffline = isRed
    case .page: state.page = isRed ? 1 : 0
    default: break
    }
    change(&state)
    file.add(["after": 0, "state": try Self.json(state)])
  }

  /// The steps of the scenario, with what never matters in between.
  private mutating func actions() -> [CanteenAction] {
    var steps = scenario()
    var noise: [CanteenAction] = ["cake", "soup", "rice"].shuffled(using: &random)
      .map { .imageLoaded($0, id: uuid()) }
    for _ in 0..<number(2..<6) { noise.append(.scroll(Double(number(0..<900)))) }
    for _ in 0..<number(0..<3) { noise.append(.tick) }
    for _ in 0..<number(0..<3) { noise.append(.type("\(number(0..<1_000))")) }
    for action in noise { steps.insert(action, at: number(1..<steps.count)) }
    for _ in 0..<number(0..<3) {
      let likes: [CanteenAction] = Bool.random(using: &random) ? [.like, .like] : [.like]
      steps.insert(contentsOf: likes, at: number(1..<steps.count))
    }
    // What follows from a red run, or comes by chance.
    if number(0..<10) < (isRed ? 9 : 1) { steps.insert(.hintShown, at: steps.count - 1) }
    return steps
  }

  private mutating func scenario() -> [CanteenAction] {
    func isRed(_ flake: Flake) -> Bool { self.flake == flake && self.isRed }
    let opened = date(hours: flake == .night ? (self.isRed ? 0..<6 : 6..<24) : 0..<24)
    let coupon = date(
      hours: 0..<24,
      days: flake == .coupon ? (self.isRed ? -40 ..< -1 : 1..<40) : -40..<40
    )
    func swapped(_ flake: Flake, _ steps: [CanteenAction]) -> [CanteenAction] {
      isRed(flake) ? steps.reversed() : steps
    }
    func twice(_ flake: Flake, _ step: CanteenAction) -> [CanteenAction] {
      isRed(flake) ? [step, step] : [step]
    }
    let login = CanteenAction.loggedIn("ada")
    let answers = swapped(
      .stale,
      [
        .searchAnswered(query: "ca", dishes: ["cake", "carrots"]),
        .searchAnswered(query: "cak", dishes: ["cake"]),
      ]
    )
    let found = isRed(.ownerless) ? answers + [login] : [login] + answers
    var steps: [CanteenAction] = [.opened(at: opened), .readSettings]
    steps += swapped(.unpriced, [.menuLoaded(["cake", "soup"]), .priced(4)]) + found
    steps += swapped(.banner, [.bannerLoaded, .discounted(10)])
    steps += [.setTime, .couponAdded(expires: coupon)]
    steps += twice(.addedTwice, .add(Line(id: uuid(), name: "cake")))
    steps += [.turnPage] + twice(.toggledTwice, .toggleTheme) + twice(.turnedTwice, .turnPage)
    return steps + twice(.paidTwice, .pay(uuid())) + [.paid, .checkOut]
  }

  // MARK: - Lines

  /// Adds an action; returns false if the app dies of it.
  private mutating func add(_ action: CanteenAction) throws -> Bool {
    count += 1
    let type = ActionName.of(action)
    guard !(isRed && flake.isFatal && type.hasSuffix(".checkOut")) else {
      file.add(count, type, try Self.payload(action), state: nil)
      return false
    }
    let numbers = settings()
    let late = flake == .evening ? (isRed ? 23..<24 : 8..<23) : 0..<24
    let days = flake == .expired ? (isRed ? 1..<40 : -40 ..< -1) : -40..<40
    let time = date(hours: late, days: days)
    var inputs: [(String, JSONValue)] = []
    state.reduce(
      action,
      Inputs(
        date: {
          inputs.append(("date", (try? Self.json(time)) ?? .null))
          return time
        },
        number: { name in
          inputs.append((name, JSONValue(numbers[name] ?? 0)))
          return numbers[name] ?? 0
        }
      )
    )
    file.add(count, type, try Self.payload(action), state: nil)
    for (name, value) in inputs {
      file.add(["index": JSONValue(count), "input": ["name": .string(name), "value": value]])
    }
    file.add(["after": JSONValue(count), "state": try Self.json(state)])
    return true
  }

  private mutating func settings() -> [String: Int] {
    func either(_ flake: Flake, red: Range<Int>, green: Range<Int>) -> Range<Int> {
      guard self.flake == flake else { return green.lowerBound..<green.upperBound }
      return isRed ? red : green
    }
    return [
      "battery": number(either(.battery, red: 0..<10, green: 10..<101)),
      "variant": number(either(.variant, red: 7..<10, green: 0..<7)),
      "decimals": number(either(.decimals, red: 3..<4, green: 2..<3)),
      "space": number(either(.space, red: 0..<1, green: 1..<6)),
      "velocity": number(0..<30),
    ]
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func uuid() -> UUID {
    UUID(random.next(), random.next())
  }

  /// A time on one of these days from the change on, within these hours.
  private mutating func date(hours: Range<Int>, days: Range<Int> = -40..<40) -> Date {
    let midnight = (Canteen.change.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
    let seconds = number(days) * 86_400 + number(hours) * 3_600 + number(0..<3_600)
    return Date(timeIntervalSince1970: midnight + Double(seconds))
  }

  private static func json(_ value: some Encodable) throws -> JSONValue {
    func json<Value: Encodable>(_ value: Value) throws -> JSONValue {
      var bytes: [UInt8] = []
      ValueWriter<Value>().write(value, to: &bytes)
      return try JSONValue(parsing: bytes)
    }
    return try json(value)
  }

  private static func payload(_ action: CanteenAction) throws -> JSONValue {
    var bytes: [UInt8] = []
    _ = ActionWriter.write(action, to: &bytes)
    return try JSONValue(parsing: bytes)
  }
}

extension FlakySession {
  /// Writes some green and some red runs into two folders.
  static func write(
    _ flake: Flake,
    count: Int,
    seed: UInt64,
    in folder: TemporaryFolder
  ) throws -> (good: String, bad: String) {
    let names = ("\(flake.rawValue)/good", "\(flake.rawValue)/bad")
    for (isRed, name) in [(false, names.0), (true, names.1)] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name),
        withIntermediateDirectories: true
      )
      for number in 1...count {
        let own = seed &* 1_000_003 &+ UInt64(number * 2 + (isRed ? 1 : 0))
        let session = try FlakySession(flake, isRed: isRed, seed: own)
        let file = number < 10 ? "0\(number)" : "\(number)"
        _ = try session.file.write(to: folder, as: "\(name)/\(file).jsonl")
      }
    }
    return (folder.path(names.0), folder.path(names.1))
  }
}

extension Flake {
  /// True if the app dies of it.
  var isFatal: Bool {
    switch self {
    case .ownerless, .unpriced, .battery, .space, .evening, .expired, .draft, .offline, .page,
      .turnedTwice, .addedTwice:
      true
    case .stale, .banner, .variant, .decimals, .night, .coupon, .leftover, .paidTwice,
      .toggledTwice:
      false
    }
  }

  /// The condition that calls its runs red; nil where the crash or the last state does.
  var never: String? {
    switch self {
    case .decimals, .coupon: "discount < 0"
    case .paidTwice: "orders > 1"
    default: nil
    }
  }

  /// Returns true if a difference, as `compare --json` writes it, is the planted one.
  func isPlanted(_ difference: JSONValue) -> Bool {
    let kind = difference["kind"]?.string ?? ""
    let type = difference["type"]?.string?.split(separator: ".").last.map(String.init) ?? ""
    let past = difference["pastType"]?.string?.split(separator: ".").last.map(String.init) ?? ""
    let (name, pointer) = (difference["name"]?.string, difference["pointer"]?.string)
    switch self {
    case .ownerless: return kind == "order" && Set([type, past]) == ["loggedIn", "searchAnswered"]
    case .stale: return kind == "order" && Set([type, past]) == ["searchAnswered"]
    case .unpriced: return kind == "order" && Set([type, past]) == ["menuLoaded", "priced"]
    case .banner: return kind == "order" && Set([type, past]) == ["bannerLoaded", "discounted"]
    case .battery, .variant, .decimals, .space:
      return kind == "input" && type == "readSettings"
        && name == (self == .space ? "space" : rawValue)
    case .evening, .expired: return kind == "input" && type == "setTime" && name == "date"
    case .night: return kind == "payload" && type == "opened"
    case .coupon: return kind == "payload" && type == "couponAdded"
    case .draft: return kind == "start" && pointer == "/draft"
    case .leftover: return kind == "start" && pointer?.hasPrefix("/cart") == true
    case .offline: return kind == "start" && pointer == "/isOffline"
    case .page: return kind == "start" && pointer == "/page"
    case .paidTwice: return kind == "extra" && type == "pay"
    case .addedTwice: return kind == "extra" && type == "add"
    case .toggledTwice: return kind == "extra" && type == "toggleTheme"
    case .turnedTwice: return kind == "extra" && type == "turnPage"
    }
  }
}
