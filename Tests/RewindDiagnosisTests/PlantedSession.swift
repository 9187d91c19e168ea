import RewindJSON
import RewindTestSupport

/// A session of a shop with a planted bug, whose states are known without a program.
///
/// Conditions of the bug come and go on the way; in between, much happens that does not matter. The states
/// differ in a counter at least.
struct PlantedSession {
  /// A way to go wrong in the fatal action, depending on the state.
  enum Bug: String, CaseIterable {
    case emptyItem, offlineCoupon, offline, many, negative, level, twin, flagAndCount
    /// An earlier check dies in another way.
    case masked
    /// Two checks that die in the same way, at different lines.
    case twoTraps
    /// It strikes as long as something was not said, which the recorded states do not tell.
    case untrusted
  }

  let bug: Bug
  private(set) var states: [JSONValue] = []
  private(set) var actions: [(type: String, payload: JSONValue)] = []

  private var items: [(name: String, count: Int)] = []
  private var coupon = ""
  private var isOffline = false
  private var level = 1
  private var ticks = 0
  private var notes = 0
  /// Whether it was said that all is well, at each state.
  private var trust = [false]
  private var isTrusted = false

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
    while !dies { step(true, &random) }
    for _ in 0..<Int.random(in: 0...count / 2, using: &random) { step(false, &random) }
    while !dies { step(true, &random) }
  }

  private var dies: Bool {
    death(states.count - 1) != nil && death(states.count - 1) != Self.masking
  }

  /// How the check dies that comes first.
  static let masking = "exit(3)"

  /// How the fatal action dies on the last state.
  var death: String { death(states.count - 1) ?? "" }

  /// How the fatal action dies on a state; nil where it survives.
  func death(_ index: Int) -> String? {
    let state = states[index]
    let items = state["items"]?.array ?? []
    let counts = items.compactMap { $0["count"]?.int }
    let isOffline = state["isOffline"]?.bool ?? false
    let coupon = state["coupon"]?.string
    let level = state["level"]?.int ?? 0
    switch bug {
    case .emptyItem: return counts.contains(0) ? "abort" : nil
    case .offlineCoupon: return isOffline && coupon == "X10" ? "abort" : nil
    case .offline: return isOffline ? "abort" : nil
    case .many: return items.count > 5 ? "abort" : nil
    case .negative: return counts.reduce(0, +) < 0 ? "abort" : nil
    case .level: return level > 6 ? "abort" : nil
    case .twin:
      let names = items.compactMap { $0["name"]?.string }
      return Set(names).count < names.count ? "abort" : nil
    case .flagAndCount: return isOffline && items.count > 2 && level % 2 == 0 ? "abort" : nil
    case .masked:
      if counts.contains(0) { return Self.masking }
      return isOffline && coupon == "X10" ? "abort" : nil
    case .twoTraps: return level > 5 ? "trap by level" : isOffline ? "trap by notes" : nil
    case .untrusted: return trust[index] ? nil : "abort"
    }
  }

  private var state: JSONValue {
    [
      "items": .array(
        items.map { ["name": .string($0.name), "count": JSONValue($0.count)] }
      ),
      "coupon": .string(coupon), "isOffline": .bool(isOffline),
      "level": JSONValue(level), "ticks": JSONValue(ticks), "notes": JSONValue(notes),
    ]
  }

  private mutating func step(_ matters: Bool, _ random: inout SeededGenerator) {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    ticks += 1
    if !matters {
      let isNote = number(0..<3) == 0
      if isNote { notes = number(0..<1_000) }
      add("tick", isNote ? ["notes": JSONValue(notes)] : [:])
      return
    }
    switch number(0..<(bug == .untrusted ? 7 : 6)) {
    case 0: perform(.add("item \(number(0..<30))", number(-1..<6)))
    case 1 where !items.isEmpty: perform(.remove(number(0..<items.count)))
    case 2 where !items.isEmpty: perform(.setCount(number(0..<items.count), number(-6..<6)))
    case 3: perform(.coupon(["X10", "Y20", "Z30"][number(0..<3)]))
    case 4: perform(.toggle)
    case 6: perform(.trust(!isTrusted))
    default: perform(.level(number(0..<9)))
    }
  }

  /// An action that a bug may depend on.
  enum Move {
    case add(String, Int)
    case remove(Int)
    case setCount(Int, Int)
    case coupon(String)
    case toggle
    case trust(Bool)
    case level(Int)
    /// So many actions that change nothing but the counter.
    case ticks(Int)
  }

  /// Makes a session by hand.
  init(_ bug: Bug, _ moves: [Move]) {
    self.bug = bug
    states = [state]
    for move in moves {
      if case .ticks(let count) = move {
        for _ in 0..<count {
          ticks += 1
          add("tick", [:])
        }
      } else {
        ticks += 1
        perform(move)
      }
    }
  }

  private mutating func perform(_ move: Move) {
    switch move {
    case .add(let name, let count):
      items.append((name, count))
      add("add", ["name": .string(name), "count": JSONValue(count)])
    case .remove(let index):
      items.remove(at: index)
      add("remove", ["place": JSONValue(index)])
    case .setCount(let index, let count):
      items[index].count = count
      add("setCount", ["place": JSONValue(index), "count": JSONValue(count)])
    case .coupon(let code):
      coupon = code
      add("coupon", ["code": .string(code)])
    case .toggle:
      isOffline.toggle()
      add("toggle", [:])
    case .trust(let isTrusted):
      self.isTrusted = isTrusted
      add("trust", ["_0": .bool(isTrusted)])
    case .level(let level):
      self.level = level
      add("level", ["_0": JSONValue(level)])
    case .ticks:
      break
    }
  }

  private mutating func add(_ name: String, _ payload: JSONValue) {
    actions.append(("ShopAction.\(name)", [name: payload]))
    states.append(state)
    trust.append(isTrusted)
  }

  /// The first index of the last unbroken run of states from which it dies so: 0 where all do.
  var beginning: Int { (states.indices.last { death($0) != death } ?? -1) + 1 }

  /// The action that dies.
  var fatal: Int { actions.count + 1 }

  /// The session as a log.
  var file: SessionFile {
    var file = SessionFile(app: "shop", start: states[0], isMade: true)
    for (number, action) in actions.enumerated() {
      file.add(number + 1, action.type, action.payload, state: states[number + 1])
    }
    file.add(fatal, "ShopAction.checkout", ["checkout": ["bug": .string(bug.rawValue)]], state: nil)
    return file
  }
}
