import RewindJSON
import RewindTestSupport

/// A session of the shop that may come to a state which must not be, once or often, with a condition for
/// it and what the condition says of each state by other means.
struct WrongStateSession {
  /// A state that must not be, or a step.
  enum Wrong: String, CaseIterable {
    case emptyItem, offlineCoupon, offline, many, negative, level, twin, flagAndCount
    /// About the states on both sides.
    case shrinks
    /// About the action as well.
    case soldOut
    /// No state of the session is such.
    case never
    /// Every state is such.
    case always
  }

  /// An action or an external change, with the state after it.
  struct Step {
    let index: Int
    /// Nil for the start, and for a state that was set.
    let move: (name: String, payload: JSONValue)?
    /// Nil where the session has lost it, or the shop died.
    let state: JSONValue?
    var isExternal = false
    /// Whether the log has neither the action nor the state.
    var isLost = false
  }

  /// A step with the condition's verdict.
  struct Verdict {
    let step: Step
    /// Nil where it cannot be known.
    let isWrong: Bool?
  }

  let wrong: Wrong
  private(set) var steps: [Step]
  /// Whether the session ends in an action that dies.
  let crashes: Bool

  /// What may be odd about a session.
  enum Oddity: CaseIterable {
    case none, crash, outside, gap
  }

  /// Makes a session in which the condition of its kind holds somewhere, and not from the start on, but for
  /// the kinds that are about that.
  static func planted(seed: UInt64, length: ClosedRange<Int>, oddity: Oddity) -> WrongStateSession {
    var seed = seed
    while true {
      let session = WrongStateSession(seed: seed, length: length, oddity: oddity)
      if session.isPlanted { return session }
      // Of the same kind.
      seed += UInt64(Wrong.allCases.count * 1_000)
    }
  }

  private var isPlanted: Bool {
    wrong == .never || wrong == .always || LastRun(verdicts.map(\.isWrong)).survivor != nil
  }

  init(seed: UInt64, length: ClosedRange<Int>, oddity: Oddity) {
    var random = SeededGenerator(seed: seed)
    wrong = Wrong.allCases[Int(seed) % Wrong.allCases.count]
    crashes = oddity == .crash
    // The names of the bugs begin a list that is as long as this one, and each has its own kind of session.
    let source = PlantedSession(seed: seed &* 7 &+ 1, length: length)
    let count = Int.random(in: 1...source.actions.count, using: &random)
    steps = [Step(index: 0, move: nil, state: ShopModel.start)]
    var (index, state) = (0, ShopModel.start)
    var earlier = [state]
    for action in source.actions.prefix(count) {
      let name = String(action.type.dropFirst("ShopAction.".count))
      let payload = action.payload[name] ?? [:]
      if oddity == .outside, Int.random(in: 0..<12, using: &random) == 0 {
        state = earlier.randomElement(using: &random) ?? state
        steps.append(Step(index: index, move: nil, state: state, isExternal: true))
      }
      guard name != "trust", let next = ShopModel.reduce(state, name, payload) else { continue }
      state = next
      earlier.append(state)
      index += 1
      let isLost = oddity == .gap && index > 1 && Int.random(in: 0..<25, using: &random) == 0
      steps.append(
        Step(
          index: index,
          move: (name, payload),
          state: isLost ? Optional.none : .some(state),
          isLost: isLost
        )
      )
    }
    while steps.last?.isLost ?? false { steps.removeLast() }
    if crashes {
      steps.append(Step(index: index + 1, move: ("checkout", ["bug": "no such bug"]), state: nil))
    }
  }

  /// The condition, as it is given to the tool.
  var expression: String {
    switch wrong {
    case .emptyItem: "count(items, it.count == 0) > 0"
    case .offlineCoupon: #"isOffline and coupon == "X10""#
    case .offline: "/isOffline == true"
    case .many: "length(items) > 5"
    case .negative: "sum(items, it.count) < 0"
    case .level: "level > 6"
    case .twin: "any(a in items, count(b in items, b.name == a.name) > 1)"
    case .flagAndCount: "isOffline and length(items) > 2 and level % 2 == 0"
    case .shrinks: "length(items) < length(before(items))"
    case .soldOut: #"type == "ShopAction.setCount" and payload.setCount.count <= 0"#
    case .never: "level > 100"
    case .always: "ticks >= 0"
    }
  }

  /// What the condition says of a step, computed without it.
  private func isWrong(before: JSONValue?, _ step: Step) -> Bool {
    let state = step.state ?? .null
    let items = state["items"]?.array ?? []
    let counts = items.compactMap { $0["count"]?.int }
    let isOffline = state["isOffline"]?.bool ?? false
    let level = state["level"]?.int ?? 0
    switch wrong {
    case .emptyItem: return counts.contains(0)
    case .offlineCoupon: return isOffline && state["coupon"]?.string == "X10"
    case .offline: return isOffline
    case .many: return items.count > 5
    case .negative: return counts.reduce(0, +) < 0
    case .level: return level > 6
    case .twin: return Set(items.compactMap { $0["name"]?.string }).count < items.count
    case .flagAndCount: return isOffline && items.count > 2 && level % 2 == 0
    case .shrinks: return before?["items"]?.array.map { items.count < $0.count } ?? false
    case .soldOut:
      return step.move?.name == "setCount" && step.move?.payload["count"]?.int ?? 1 <= 0
    case .never: return false
    case .always: return true
    }
  }

  /// The condition's verdict on each step that it can judge.
  var verdicts: [Verdict] { verdicts(of: steps) }

  private func verdicts(of steps: [Step]) -> [Verdict] {
    steps.indices.compactMap { number in
      let step = steps[number]
      let before = number > 0 ? steps[number - 1] : nil
      if step.isLost { return Verdict(step: step, isWrong: nil) }
      // Where the shop died there is no state, and only the action can be asked about.
      guard step.state != nil || wrong == .soldOut else { return nil }
      // Behind a gap, what was before is lost.
      if wrong == .shrinks, before?.isLost ?? false { return Verdict(step: step, isWrong: nil) }
      return Verdict(step: step, isWrong: isWrong(before: before?.state, step))
    }
  }

  /// What the condition says of a replay by a version of the shop, without some of the actions; those after
  /// them have other numbers then.
  func replayed(isPositive: Bool, without dropped: ClosedRange<Int>? = nil) -> [Verdict] {
    var replayed: [Step] = []
    var (state, index) = (ShopModel.start, 0)
    for step in steps where step.move == nil || !(dropped?.contains(step.index) ?? false) {
      guard let move = step.move else {
        state = step.state ?? state
        replayed.append(Step(index: index, move: nil, state: state, isExternal: step.isExternal))
        continue
      }
      index += 1
      let next = ShopModel.reduce(state, move.name, move.payload, isPositive: isPositive)
      replayed.append(Step(index: index, move: move, state: next))
      guard let next else { break }
      state = next
    }
    return verdicts(of: replayed)
  }

  /// Whether the last of some moves, made one after the other on a state, is the first after which the
  /// condition holds of what was not so before.
  func comesToHold(_ moves: [(name: String, payload: JSONValue)], on start: JSONValue) -> Bool {
    var steps = [Step(index: 0, move: nil, state: start)]
    for (number, move) in moves.enumerated() {
      guard let last = steps.last?.state,
        let next = ShopModel.reduce(last, move.name, move.payload)
      else { return false }
      steps.append(Step(index: number + 1, move: move, state: next))
    }
    return verdicts(of: steps).suffix(2).map(\.isWrong) == [false, true]
  }

  /// The action that dies, where the session ends in one.
  var fatal: Int? { crashes ? steps.last?.index : nil }

  /// The session as a log, with some states whole and the others as patches.
  func file(seed: UInt64, onlyKeyframes: Bool = false) -> SessionFile {
    var random = SeededGenerator(seed: seed)
    var file =
      onlyKeyframes
      ? SessionFile(app: "shop", ["stateLines": "keyframes"]) : SessionFile(app: "shop")
    var last: JSONValue?
    for step in steps {
      guard let state = step.state else {
        last = nil
        continue
      }
      let isFirst = step.index == 0 && !step.isExternal
      if last == nil, !isFirst {
        file.add([
          "gap": ["actions": 1, "states": 1, "inputs": 0], "index": JSONValue(step.index - 1),
        ])
      }
      if let move = step.move {
        file.add(step.index, "ShopAction.\(move.name)", [move.name: move.payload], state: nil)
      }
      let isRare = onlyKeyframes && !isFirst && Int.random(in: 0..<8, using: &random) > 0
      if isRare {
        file.add(["reduced": JSONValue(step.index)])
      } else {
        file.add(
          line(
            step,
            state,
            after: last,
            isWhole: Int.random(in: 0..<5, using: &random) == 0 || onlyKeyframes
          )
        )
      }
      last = state
    }
    if let fatal {
      file.add(fatal, "ShopAction.checkout", ["checkout": ["bug": "no such bug"]], state: nil)
    } else {
      file.add(["end": "closed", "index": JSONValue(steps.last?.index ?? 0)])
    }
    return file
  }

  private func line(
    _ step: Step,
    _ state: JSONValue,
    after last: JSONValue?,
    isWhole: Bool
  ) -> JSONValue {
    var line = JSONObject([("after", JSONValue(step.index))])
    if step.isExternal {
      line = JSONObject([("external", true), ("after", JSONValue(step.index))])
    }
    if isWhole || last == nil { line["state"] = state }
    if let last { line["patch"] = Patch(from: last, to: state).json }
    if step.index == 0, !step.isExternal { line["made"] = true }
    return .object(line)
  }
}
