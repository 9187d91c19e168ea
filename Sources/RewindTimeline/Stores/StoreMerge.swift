import RewindCoding
import RewindJSON
import RewindLog
import RewindSession

/// Writes the lines of several stores as one log.
struct StoreMerge {
  private(set) var lanes: [StoreLane] = []
  /// The index of each lane's actions in the merged log.
  private(set) var indexes: [[Int: Int]]

  private var text = SessionSerializer()
  /// The last action that was begun, and the last one with a state.
  private var (count, lastState) = (0, 0)
  private var open: Set<Int> = []
  private var states: [StoreState]
  /// The notes before the first action; they follow the initial state.
  private var early: [JSONObject] = []
  private var hasStart = false
  private var hasFailed = false
  private var isHeldBack = false
  /// The bytes up to the last whole state.
  private var keyframeEnd = 0
  /// True after a gap: a patch alone does not do there.
  private var needsWhole = false
  /// The note that was written last, and after which action.
  private var lastNote: (text: String, index: Int)?

  /// The state of a store, as far as it is known.
  private struct StoreState {
    var value: JSONValue?
    /// True if the merged state has it.
    var isShown = false
    var size = 0
    /// The last of its actions, recorded or lost.
    var lastIndex: Int?
  }

  init(_ stores: SessionStores) throws(SessionLogError) {
    // Time 0 is the start of the first process.
    let first = stores.members.min { $0.started ?? .infinity < $1.started ?? .infinity }
    for member in stores.members { lanes.append(try StoreLane(member, from: first?.started)) }
    indexes = lanes.map { _ in [:] }
    states = lanes.map { _ in StoreState() }
    var json = stores.named.log.header.json
    json["started"] = first?.segments[0].log.header.json["started"]
    (json["store"], json["segment"]) = (nil, nil)
    json["stores"] = .array(lanes.map { .string($0.name) })
    let redacted = stores.members.flatMap { $0.redactions }
    if !redacted.isEmpty { json["redacted"] = .array(redacted) }
    text.add(json)
    keyframeEnd = text.bytes.count
  }

  /// The merged log; that of a log without its end ends in a piece of a line, too.
  var bytes: [UInt8] {
    text.bytes + (hasFailed || lanes.contains(where: \.isCut) ? Array("{".utf8) : [])
  }

  /// Leaves out lines whose order may change once more lines have come; returns true if there are any.
  mutating func holdBack(after horizon: Double) -> Bool {
    let count = lanes.reduce(0) { $0 + $1.pieces.count }
    let unsettled = lanes.compactMap(\.unsettledFrom).min() ?? .infinity
    for lane in lanes.indices { lanes[lane].cut(after: horizon, from: unsettled) }
    isHeldBack = lanes.reduce(0) { $0 + $1.pieces.count } < count
    return isHeldBack
  }

  // MARK: - Order

  mutating func run(_ report: (String) -> Void) {
    var next = lanes.map { _ in 0 }
    while let lane = first(next) {
      let piece = lanes[lane].pieces[next[lane]]
      next[lane] += 1
      do {
        try add(piece, of: lane)
      } catch {
        report("\(lanes[lane].name) is not shown from here on: \(error)")
        hasFailed = true
        next[lane] = lanes[lane].pieces.count
        hide(lane)
      }
    }
    begin()
    guard lanes.allSatisfy(\.isClosed), open.isEmpty, !hasFailed, !isHeldBack else { return }
    text.add(JSONObject([("end", "closed"), ("index", JSONValue(count))]))
  }

  /// Returns the lane of the piece that comes next.
  private func first(_ next: [Int]) -> Int? {
    func piece(_ lane: Int) -> StoreLane.Piece? {
      next[lane] < lanes[lane].pieces.count ? lanes[lane].pieces[next[lane]] : nil
    }
    let left = lanes.indices.filter { piece($0) != nil }
    let unfinished = left.filter { piece($0)?.isOpen == false }
    let candidates = unfinished.isEmpty ? left : unfinished
    guard let least = candidates.compactMap({ piece($0)?.time }).min() else { return nil }
    let earliest = candidates.filter { piece($0)?.time == least }
    // A store begins before what happens at that time.
    if let start = earliest.first(where: { next[$0] == 0 }) { return start }
    // An action waits for its cause, if that has the same time.
    return earliest.first { lane in
      guard let cause = piece(lane)?.cause, let named = cause.store else { return true }
      let store = lanes[lane].nameHere(named)
      return !earliest.contains {
        lanes[$0].name == store && (piece($0)?.action.map { $0 <= cause.index } ?? true)
      }
    } ?? earliest.first
  }

  // MARK: - Lines

  private mutating func add(_ piece: StoreLane.Piece, of lane: Int) throws {
    for line in piece.lines { try add(piece.log.line(line), of: lane) }
  }

  private mutating func add(_ line: SessionLine, of lane: Int) throws {
    switch line {
    case .action(let action):
      begin()
      add(action, of: lane)
    case .input(let input):
      // What a store reads for its initial state has no line of its own once others have begun.
      guard let index = index(of: input.index, lane), index > 0 || !hasStart else { return }
      var json = input.json
      json["index"] = JSONValue(index)
      text.add(json)
    case .state(let state): try add(state, of: lane)
    case .external(let state):
      begin()
      let patch = try advance(to: state, of: lane)
      addExternal(patch, name: state.name, of: lane, state)
    case .reduced(let action):
      guard let index = index(of: action.index, lane), open.remove(index) != nil else { return }
      var json = JSONObject([("reduced", JSONValue(index))])
      json["took"] = action.took.map { .number($0) }
      text.add(json)
      lastState = max(lastState, index)
      hide(lane)
    case .note(let note): add(note, of: lane)
    case .gap(let gap):
      begin()
      var json = JSONObject([("gap", gapCounts(gap, of: lane))])
      json["why"] = .string("\(lanes[lane].name): \(gap.why ?? "unknown")")
      json["index"] = JSONValue(count)
      text.add(json)
      needsWhole = true
      if gap.states > 0 { hide(lane) }
    case .travel(let travel):
      begin()
      var json = travel.json
      json["index"] = JSONValue(count)
      for member in ["to", "of"] {
        if let index = json[member]?.int {
          json[member] = self.index(of: index, lane).map { JSONValue($0) }
        }
      }
      text.add(json)
    case .unknown(var json) where line.kind == .held:
      guard let index = json["index"]?.int, let own = indexes[lane][index] else { return }
      json["index"] = JSONValue(own)
      text.add(json)
    case .header, .types, .end, .unknown: break
    }
  }

  /// Counts the lost actions of a store; they have numbers here, too.
  private mutating func gapCounts(_ gap: SessionGap, of lane: Int) -> JSONValue {
    let last = states[lane].lastIndex ?? 0
    let lost = max(0, (gap.index ?? last) - last)
    states[lane].lastIndex = last + lost
    count += lost
    return [
      "actions": JSONValue(lost), "states": JSONValue(gap.states), "inputs": JSONValue(gap.inputs),
      "notes": JSONValue(gap.notes),
    ]
  }

  private mutating func add(_ action: RecordedAction, of lane: Int) {
    count += 1
    indexes[lane][action.index] = count
    states[lane].lastIndex = action.index
    var json = action.json
    json["index"] = JSONValue(count)
    json["time"] = time(json["time"], of: lane)
    json["overlap"] = open.isEmpty ? nil : true
    if let origin = action.origin { json[origin.kind.rawValue] = cause(origin, of: lane) }
    json[StoreAction.members.store] = .string(lanes[lane].name)
    json[StoreAction.members.index] = JSONValue(action.index)
    open.insert(count)
    text.add(json)
  }

  /// Returns a time of a lane as one of the axis.
  private func time(_ own: JSONValue?, of lane: Int) -> JSONValue? {
    guard lanes[lane].shift != 0, let seconds = own?.double else { return own }
    return JSONValue(((seconds + lanes[lane].shift) * 1_000_000).rounded() / 1_000_000)
  }

  /// Returns a cause as an action of the merged log, or by its store where that has not come.
  private func cause(_ origin: CauseReference, of lane: Int) -> JSONValue {
    let store = origin.store.map(lanes[lane].nameHere) ?? lanes[lane].name
    let known = lanes.firstIndex { $0.name == store }.flatMap { indexes[$0][origin.index] }
    if let known { return JSONValue(known) }
    return ["store": .string(store), "index": JSONValue(origin.index)]
  }

  private mutating func add(_ note: SessionNote, of lane: Int) {
    // A recorder writes a note to the log of every store.
    if let lastNote, lastNote == (note.text, count) { return }
    lastNote = (note.text, count)
    var json = note.json
    json["index"] = JSONValue(count)
    json["time"] = time(json["time"], of: lane)
    if hasStart { text.add(json) } else { early.append(json) }
  }

  /// Returns the index here of a lane's action, and of its initial state.
  private func index(of index: Int, _ lane: Int) -> Int? {
    index == 0 ? 0 : indexes[lane][index]
  }

  // MARK: - States

  private mutating func add(_ state: RecordedState, of lane: Int) throws {
    guard let index = indexes[lane][state.after], open.contains(index) else {
      // The first state of a store, or of a later segment.
      let isFirst = states[lane].value == nil
      let patch = try advance(to: state, of: lane)
      guard hasStart else { return }
      if isFirst {
        addExternal(patch, name: "start of \(lanes[lane].name)")
      } else {
        addExternal(patch, name: nil, of: lane)
      }
      return
    }
    let patch = try advance(to: state, of: lane)
    open.remove(index)
    // The state of an action that a later one has overtaken is a change of that one's.
    guard index >= lastState else { return addExternal(patch, name: nil, of: lane) }
    lastState = index
    addLine(JSONObject([("after", JSONValue(index))]), patch, took: state.json["took"])
  }

  /// Goes on to a store's next state, and returns the change of the merged one.
  private mutating func advance(to next: RecordedState, of lane: Int) throws -> Patch {
    let (name, isShown) = (lanes[lane].name, states[lane].isShown)
    let before = states[lane].value.take()
    var patch = next.patch
    var value = next.state
    if value == nil, var state = before, let patch {
      try patch.apply(to: &state)
      value = state
    } else if let before, let value, patch == nil {
      patch = Patch(from: before, to: value)
    }
    guard let value else { throw StoreStateError.noState(after: next.after) }
    states[lane].value = value
    if let whole = next.state {
      states[lane].size = whole.text.utf8.count
    }
    states[lane].isShown = true
    if isShown, let patch { return patch.under(name) }
    return Patch([.add(Pointer(tokens: [name]), value)])
  }

  /// Takes a store out of the state, until its state is known again.
  private mutating func hide(_ lane: Int) {
    guard states[lane].isShown else { return }
    states[lane].isShown = false
    guard hasStart else { return }
    let name = lanes[lane].name
    addExternal(Patch([.remove(Pointer(tokens: [name]))]), name: "gap in \(name)")
  }

  /// Writes a change without an action; it has the index after which the store's own log has it.
  private mutating func addExternal(
    _ patch: Patch,
    name: String?,
    of lane: Int? = nil,
    _ change: RecordedState? = nil
  ) {
    guard !patch.isEmpty else { return }
    var line = JSONObject([("external", true), ("after", JSONValue(lastState))])
    line["name"] = name.map { .string($0) }
    line[StoreAction.members.store] = lane.map { .string(lanes[$0].name) }
    line[StoreAction.members.index] = change.map { JSONValue($0.after) }
    line["source"] = change?.json["source"]
    line["time"] = lane.flatMap { time(change?.json["time"], of: $0) }
    addLine(line, patch)
  }

  /// Writes the initial state, once something follows it.
  private mutating func begin() {
    guard !hasStart else { return }
    hasStart = true
    addLine(JSONObject([("after", 0)]), nil)
    for note in early { text.add(note) }
  }

  /// Adds a state line: its patch, and the whole state if enough has come since the last one.
  private mutating func addLine(_ line: JSONObject, _ patch: Patch?, took: JSONValue? = nil) {
    var line = line
    let size = states.reduce(0) { $0 + $1.size }
    let isWhole =
      patch == nil || needsWhole
      || KeyframeRule.isDue(
        bytes: text.bytes.count - keyframeEnd,
        size: size,
        length: text.bytes.count
      )
    if isWhole {
      let shown = lanes.indices.filter { states[$0].isShown }
      line["state"] = .object(
        JSONObject(
          shown.compactMap { lane in states[lane].value.map { (lanes[lane].name, $0) } }
        )
      )
    }
    line["patch"] = patch?.json
    line["took"] = took
    text.add(line)
    if isWhole { (keyframeEnd, needsWhole) = (text.bytes.count, false) }
  }
}

/// The reason why a store's state is not known.
private enum StoreStateError: Error, CustomStringConvertible {
  case noState(after: Int)

  var description: String {
    switch self {
    case .noState(let index): "There is no state before the change after action \(index)."
    }
  }
}
