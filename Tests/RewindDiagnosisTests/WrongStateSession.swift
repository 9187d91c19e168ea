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

  /// A place of the session with what is there.
  struct Place {
    let index: Int
    /// Nil for the start, and for a state that was set.
    let move: (name: String, payload: JSONValue)?
    /// Nil where the session has lost it, or the shop died.
    let state: JSONValue?
    var isExternal = false
    /// Whether the log has neither the action nor the state.
    var isLost = false
  }

  /// A place with what the condition says of it.
  struct Verdict {
    let place: Place
    /// Nil where it cannot be known.
    let isWrong: Bool?
  }

  let wrong: Wrong
  private(set) var places: [Place]
  /// Whether the session ends in an action that dies.
  let crashes: Bool

  /// What may be odd about a session.
  enum Oddity: CaseIterable {
    case none, crash, outside, gap
  }

  /// Makes a session in which the condition of its kind holds somewhere, and not from the start on, but for
  /// the kinds that are about that.
  static func planted(
    seed: UInt64,
    length: ClosedRange<Int>,
    oddity: Oddity
  ) -> WrongStateSession {
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
    places = [Place(index: 0, move: nil, state: ShopModel.start)]
    var (index, state) = (0, ShopModel.start)
    var earlier = [state]
    for action in source.actions.prefix(count) {
      let name = String(action.type.dropFirst("ShopAction.".count))
      let payload = action.payload[name] ?? [:]
      if oddity == .outside, Int.random(in: 0..<12, using: &random) == 0 {
        state = earlier.randomElement(using: &random) ?? state
        places.append(Place(index: index, move: nil, state: state, isExternal: true))
      }
      guard name != "trust", let next = ShopModel.reduce(state, name, payload) else { continue }
      state = next
      earlier.append(state)
      index += 1
      let isLost = oddity == .gap && index > 1 && Int.random(in: 0..<25, using: &random) == 0
      places.append(
        Place(
          index: index,
          move: (name, payload),
          state: isLost ? Optional.none : .some(state),
          isLost: isLost
        )
      )
    }
    while places.last?.isLost ?? false { places.removeLast() }
    if crashes {
      places.append(Place(index: index + 1, move: ("checkout", ["bug": "no such bug"]), state: nil))
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
  private func isWrong(before: JSONValue?, _ place: Place) -> Bool {
    let state = place.state ?? .null
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
      return place.move?.name == "setCount" && place.move?.payload["count"]?.int ?? 1 <= 0
    case .never: return false
    case .always: return true
    }
  }

  /// What the condition says of each place at which it can be asked.
  var verdicts: [Verdict] { verdicts(of: places) }

  private func verdicts(of places: [Place]) -> [Verdict] {
    places.indices.compactMap { number in
      let place = places[number]
      let before = number > 0 ? places[number - 1] : nil
      if place.isLost { return Verdict(place: place, isWrong: nil) }
      // Where the shop died there is no state, and only the action can be asked about.
      guard place.state != nil || wrong == .soldOut else { return nil }
      // Behind a gap, what was before is lost.
      if wrong == .shrinks, before?.isLost ?? false { return Verdict(place: place, isWrong: nil) }
      return Verdict(place: place, isWrong: isWrong(before: before?.state, place))
    }
  }

  /// What the condition says of a replay by a version of the shop, without some of the actions; those after
  /// them have other numbers then.
  func replayed(isPositive: Bool, without dropped: ClosedRange<Int>? = nil) -> [Verdict] {
    var replayed: [Place] = []
    var (state, index) = (ShopModel.start, 0)
    for place in places where place.move == nil || !(dropped?.contains(place.index) ?? false) {
      guard let move = place.move else {
        state = place.state ?? state
        replayed.append(Place(index: index, move: nil, state: state, isExternal: place.isExternal))
        continue
      }
      index += 1
      let next = ShopModel.reduce(state, move.name, move.payload, isPositive: isPositive)
      replayed.append(Place(index: index, move: move, state: next))
      guard let next else { break }
      state = next
    }
    return verdicts(of: replayed)
  }

  /// Whether the last of some moves, made one after the other on a state, is the first after which the
  /// condition holds of what was not so before.
  func comesToHold(_ moves: [(name: String, payload: JSONValue)], on start: JSONValue) -> Bool {
    var places = [Place(index: 0, move: nil, state: start)]
    for (number, move) in moves.enumerated() {
      guard let last = places.last?.state,
        let next = ShopModel.reduce(last, move.name, move.payload)
      else { return false }
      places.append(Place(index: number + 1, move: move, state: next))
    }
    return verdicts(of: places).suffix(2).map(\.isWrong) == [false, true]
  }

  /// The action that dies, where the session ends in one.
  var fatal: Int? { crashes ? places.last?.index : nil }

  /// The session as a log, with some states whole and the others as patches.
  func file(seed: UInt64, onlyKeyframes: Bool = false) -> SessionFile {
    var random = SeededGenerator(seed: seed)
    var file =
      onlyKeyframes
      ? SessionFile(app: "shop", ["stateLines": "keyframes"]) : SessionFile(app: "shop")
    var last: JSONValue?
    for place in places {
      guard let state = place.state else {
        last = nil
        continue
      }
      let isFirst = place.index == 0 && !place.isExternal
      if last == nil, !isFirst {
        file.add([
          "gap": ["actions": 1, "states": 1, "inputs": 0], "index": JSONValue(place.index - 1),
        ])
      }
      if let move = place.move {
        file.add(place.index, "ShopAction.\(move.name)", [move.name: move.payload], state: nil)
      }
      let isRare = onlyKeyframes && !isFirst && Int.random(in: 0..<8, using: &random) > 0
      if isRare {
        file.add(["reduced": JSONValue(place.index)])
      } else {
        file.add(
          line(
            place,
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
      file.add(["end": "closed", "index": JSONValue(places.last?.index ?? 0)])
    }
    return file
  }

  private func line(
    _ place: Place,
    _ state: JSONValue,
    after last: JSONValue?,
    isWhole: Bool
  ) -> JSONValue {
    var line = JSONObject([("after", JSONValue(place.index))])
    if place.isExternal {
      line = JSONObject([("external", true), ("after", JSONValue(place.index))])
    }
    if isWhole || last == nil { line["state"] = state }
    if let last { line["patch"] = Patch(from: last, to: state).json }
    if place.index == 0, !place.isExternal { line["made"] = true }
    return .object(line)
  }
}
