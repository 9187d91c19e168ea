import RewindJSON
import RewindTestSupport

/// A session of a shop with a planted bug, whose states are known without a program.
///
/// Conditions of the bug come and go on the way; in between, much happens that does not matter. The states
/// differ in a counter at least.
struct PlantedSession {
  /// A way to go wrong in the fatal action, depending on the state.
  enum Bug: String, CaseIterable {
    case emptyItem, offlineCoupon, offline, many, negative, level, twin, flagAndCount, two
  }

  let bug: Bug
  private(set) var states: [JSONValue] = []
  private(set) var actions: [(type: String, payload: JSONValue)] = []

  private var items: [(name: String, count: Int)] = []
  private var coupon: String?
  private var isOffline = false
  private var level = 1
  private var ticks = 0
  private var notes = 0

  /// Makes a session of some actions, from whose last state the bug strikes.
  init(seed: UInt64, length: ClosedRange<Int> = 50...2_000) {
    var random = SeededGenerator(seed: seed)
    bug = Bug.allCases[Int(seed) % Bug.allCases.count]
    let count = Int.random(in: length, using: &random)
    // How often something happens that may matter, and from where on hardly anything does.
    let liveliness = [2, 4, 10, 40, 150][Int.random(in: 0..<5, using: &random)]
    let quiet = Int.random(in: 0...count, using: &random)
    states = [state]
    while actions.count < count {
      let isLively = actions.count < quiet || Int.random(in: 0..<60, using: &random) == 0
      step(isLively && Int.random(in: 0..<liveliness, using: &random) == 0, &random)
    }
    // Until it fails.
    while death(states[states.count - 1]) != Self.death { step(true, &random) }
    for _ in 0..<Int.random(in: 0...count / 2, using: &random) { step(false, &random) }
    while death(states[states.count - 1]) != Self.death { step(true, &random) }
  }

  /// The way to die that counts.
  static let death = "abort"

  /// How the fatal action dies on a state; nil where it survives.
  func death(_ state: JSONValue) -> String? {
    let items = state["items"]?.array ?? []
    let counts = items.compactMap { $0["count"]?.int }
    let isOffline = state["isOffline"]?.bool ?? false
    let coupon = state["coupon"]?.string
    let level = state["level"]?.int ?? 0
    switch bug {
    case .emptyItem: return counts.contains(0) ? Self.death : nil
    case .offlineCoupon: return isOffline && coupon == "X10" ? Self.death : nil
    case .offline: return isOffline ? Self.death : nil
    case .many: return items.count > 5 ? Self.death : nil
    case .negative: return counts.reduce(0, +) < 0 ? Self.death : nil
    case .level: return level > 6 ? Self.death : nil
    case .twin:
      let names = items.compactMap { $0["name"]?.string }
      return Set(names).count < names.count ? Self.death : nil
    case .flagAndCount: return isOffline && items.count > 2 && level % 2 == 0 ? Self.death : nil
    // An earlier check masks the later one.
    case .two: return counts.contains(0) ? "exit" : isOffline && coupon == "X10" ? Self.death : nil
    }
  }

  private var state: JSONValue {
    [
      "items": .array(
        items.map { ["name": .string($0.name), "count": JSONValue($0.count)] }
      ),
      "coupon": coupon.map { .string($0) } ?? .null, "isOffline": .bool(isOffline),
      "level": JSONValue(level), "ticks": JSONValue(ticks), "notes": JSONValue(notes),
    ]
  }

  private mutating func step(_ matters: Bool, _ random: inout SeededGenerator) {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    ticks += 1
    if !matters {
      if number(0..<3) == 0 { notes = number(0..<1_000) }
      add("Tick", [:])
      return
    }
    switch number(0..<6) {
    case 0:
      let name = "item \(number(0..<30))"
      let count = number(-1..<6)
      items.append((name, count))
      add("Add", ["name": .string(name), "count": JSONValue(count)])
    case 1 where !items.isEmpty:
      let place = number(0..<items.count)
      items.remove(at: place)
      add("Remove", ["place": JSONValue(place)])
    case 2 where !items.isEmpty:
      let (place, count) = (number(0..<items.count), number(-6..<6))
      items[place].count = count
      add("SetCount", ["place": JSONValue(place), "count": JSONValue(count)])
    case 3:
      let code = ["X10", "Y20", "Z30"][number(0..<3)]
      coupon = code
      add("Coupon", ["code": .string(code)])
    case 4:
      isOffline.toggle()
      add("Toggle", [:])
    default:
      level = number(0..<9)
      add("Level", ["level": JSONValue(level)])
    }
  }

  private mutating func add(_ type: String, _ payload: JSONValue) {
    actions.append((type, payload))
    states.append(state)
  }

  /// The first place of the last unbroken run of states from which it dies so: 0 where all do.
  var beginning: Int {
    (states.lastIndex { death($0) != Self.death } ?? -1) + 1
  }
}
