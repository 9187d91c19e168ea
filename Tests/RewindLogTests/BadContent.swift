import RewindJSON
import RewindTestSupport

/// Ways in which the lines of a session can contradict one another while every checksum is right.
enum BadContent: String, CaseIterable {
  case actionTwice, actionSkipped, actionBack, actionNegative, actionFraction
  case stateTwice, stateBack, stateMissing, stateOfNoAction, stateBeforeAction, stateWithoutAfter
  case patchMisfit, patchTest, patchOperation, patchNoArray, patchPointer, patchFirst
  case keyframeOther, keyframePatchOther, laterKeyframeOther, laterKeyframeIndex
  case commas, cutText, duplicateMember, nestedDuplicate, badEscape, badUTF8, control, deep,
    noObject
  case inputOfNoAction, inputName, external, externalFalse, externalLate
  case gapCount, gapType, gapIndex, travelIndex, travelTo, noteIndex, noteType
  case overlapType, overlapLost, causeLater, causeType, reducedTwice, reducedOfNoAction
  case endInside, endIndex, endType, headerInside, headerSession, headerApp, headerSegment
  case headerVersion, headerLost, time, wall, took, actionType, twoKinds, twoKindsHidden

  /// Makes the lines contradict one another; nil where they have nothing that could.
  func applied(to lines: [JSONValue], using random: inout SeededGenerator) -> SealedTexts? {
    var edit = Edit(lines: lines, random: random)
    defer { random = edit.random }
    return edit.apply(self) ? edit.result : nil
  }
}

private struct Edit {
  let lines: [JSONValue]
  var random: SeededGenerator
  var result: SealedTexts

  init(lines: [JSONValue], random: SeededGenerator) {
    (self.lines, self.random, result) = (lines, random, SealedTexts(lines))
  }

  mutating func apply(_ content: BadContent) -> Bool {
    switch content {
    case .actionTwice: copy { $0["action"] != nil }
    case .actionSkipped: skip()
    case .actionBack: set("index", -1, relative: true) { $0["action"] != nil }
    case .actionNegative: set("index", -1) { $0["action"] != nil }
    case .actionFraction: set("index", 1.5) { $0["action"] != nil }
    case .stateTwice: copy { $0["after"] != nil && $0["external"] == nil }
    case .stateBack: setState("after", -1)
    case .stateMissing: removeState()
    case .stateOfNoAction: setState("after", 100)
    case .stateBeforeAction: swapState()
    case .stateWithoutAfter: set("after", nil) { $0["after"] != nil }
    case .patchMisfit: operation(["op": "replace", "path": "/no/such/member", "value": 1])
    case .patchTest: operation(["op": "test", "path": "/n", "value": "never"])
    case .patchOperation: operation(["op": "exchange", "path": "/n", "value": 1])
    case .patchPointer: operation(["op": "remove", "path": "n"])
    case .patchNoArray: set("patch", ["op": "remove"]) { $0["patch"] != nil }
    case .patchFirst: firstPatch()
    case .keyframeOther: keyframe { $0["state"] = ["n": "another"] }
    case .laterKeyframeOther:
      set("state", ["n": "another"]) { $0["keyframe"] != nil && $0["patch"] == nil }
    case .laterKeyframeIndex:
      set("keyframe", Bool.random(using: &random) ? 1 : -1, relative: true) {
        $0["keyframe"] != nil
      }
    case .keyframePatchOther:
      keyframe { $0["patch"] = .array(($0["patch"]?.array ?? []) + [Self.addition]) }
    case .commas: text { $0.insert(contentsOf: ",,".utf8, at: $0.count - 1) }
    case .cutText: text { $0.replaceSubrange(($0.count - 3)..., with: "}".utf8) }
    case .duplicateMember: text { $0.insert(contentsOf: Self.first(of: $0) + [0x2C], at: 1) }
    case .nestedDuplicate:
      text { $0.insert(contentsOf: #"more":[{"a":1,"\u0061":2}],""#.utf8, at: 2) }
    case .badEscape: text { $0.insert(contentsOf: #"x":"\ud800",""#.utf8, at: 2) }
    case .badUTF8:
      text { $0.insert(contentsOf: Array("x\":\"".utf8) + [0xC3] + Array("\",\"".utf8), at: 2) }
    case .control: text { $0.insert(contentsOf: Array("x\":\"\u{1}\",\"".utf8), at: 2) }
    case .deep:
      text {
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        $0.insert(contentsOf: "x\":\(deep),\"".utf8, at: 2)
      }
    case .noObject: text { $0 = Array(#"["index",1]"#.utf8) }
    case .inputOfNoAction: set("index", 100, relative: true) { $0["input"] != nil }
    case .inputName: set("input", ["name": 3]) { $0["input"] != nil }
    case .external: set("after", 7, relative: true) { $0["external"] != nil }
    case .externalLate: set("after", -1, relative: true) { $0["external"] != nil }
    case .externalFalse: set("external", false) { $0["external"] != nil }
    case .gapCount: set("gap", ["actions": 50, "states": 1]) { $0["gap"] != nil }
    case .gapType: set("gap", ["actions": "few"]) { $0["gap"] != nil }
    case .gapIndex: set("index", 9, relative: true) { $0["gap"] != nil }
    case .travelIndex: set("index", 3, relative: true) { $0["travel"] != nil }
    case .travelTo: set("to", 9_000) { $0["travel"] != nil }
    case .noteIndex: set("index", 5, relative: true) { $0["note"] != nil }
    case .noteType: set("note", 5) { $0["note"] != nil }
    case .overlapType: set("overlap", "yes") { $0["action"] != nil }
    case .overlapLost: set("overlap", nil) { $0["overlap"] != nil }
    case .causeLater: set("cause", 9_000) { $0["action"] != nil }
    case .causeType: set("cause", "me") { $0["action"] != nil }
    case .reducedTwice: copy { $0["reduced"] != nil }
    case .reducedOfNoAction: set("reduced", 100, relative: true) { $0["reduced"] != nil }
    case .endInside: insert(["end": "closed", "index": 3])
    case .endIndex: set("index", 1, relative: true) { $0["end"] != nil }
    case .endType: set("end", 1) { $0["end"] != nil }
    case .headerInside: insert(lines[0])
    case .headerSession: set("session", nil) { $0["rewind"] != nil }
    case .headerApp: set("app", 5) { $0["rewind"] != nil }
    case .headerSegment: set("segment", "third") { $0["rewind"] != nil }
    case .headerVersion: set("rewind", 0) { $0["rewind"] != nil }
    case .headerLost: remove(0)
    case .time: set("time", "noon") { $0["action"] != nil }
    case .wall: set("wall", 5) { $0["wall"] != nil }
    case .took:
      set("took", Self.noSeconds.randomElement(using: &random)) {
        ($0["after"] ?? $0["reduced"]) != nil && $0["external"] == nil
      }
    case .actionType: set("action", ["type": 7]) { $0["action"] != nil }
    case .twoKinds: set("note", "and a note") { $0["action"] != nil || $0["after"] != nil }
    case .twoKindsHidden: set("external", true) { $0["after"] != nil && $0["external"] == nil }
    }
  }

  private static let addition: JSONValue = ["op": "add", "path": "/surplus", "value": 1]

  /// The first member of a line: `"index":1`.
  private static func first(of text: [UInt8]) -> [UInt8] {
    Array(text.dropFirst().prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") })
  }

  // MARK: - Edits

  private mutating func index(_ isRight: (JSONObject) -> Bool) -> Int? {
    lines.indices.filter { lines[$0].object.map(isRight) ?? false }.randomElement(using: &random)
  }

  private mutating func write(_ line: JSONObject, at index: Int) {
    result.texts[index] = Array(JSONValue.object(line).text.utf8)
  }

  /// Values that are no duration of an action.
  private static let noSeconds = [
    "-1", "-0.5e-6", "5e9", "1E9", "1e+12", "1000000000", "null", #""1""#,
  ]
  .compactMap { try? JSONValue(parsing: $0.utf8) }

  private mutating func set(
    _ member: String,
    _ value: JSONValue?,
    relative: Bool = false,
    where isRight: (JSONObject) -> Bool
  ) -> Bool {
    guard let index = index(isRight), var line = lines[index].object else { return false }
    let old = line[member]?.int ?? 0
    line[member] = relative ? JSONValue(old + (value?.int ?? 0)) : value
    write(line, at: index)
    return true
  }

  private mutating func setState(_ member: String, _ distance: Int) -> Bool {
    let first = lines.firstIndex { $0["after"] != nil } ?? 0
    let start = lines[first]["after"]
    return set(member, JSONValue(distance), relative: true) {
      $0["after"] != nil && $0["external"] == nil && $0["after"] != start
    }
  }

  private mutating func copy(_ isRight: (JSONObject) -> Bool) -> Bool {
    guard let index = index(isRight) else { return false }
    result.texts.insert(result.texts[index], at: index + 1)
    return true
  }

  private mutating func insert(_ line: JSONValue) -> Bool {
    guard lines.count > 3 else { return false }
    let index = Int.random(in: 2..<(lines.count - 1), using: &random)
    result.texts.insert(Array(line.text.utf8), at: index)
    return true
  }

  private mutating func remove(_ index: Int) -> Bool {
    result.texts.remove(at: index)
    return true
  }

  private mutating func text(_ change: (inout [UInt8]) -> Void) -> Bool {
    change(&result.texts[Int.random(in: 1..<lines.count, using: &random)])
    return true
  }

  private mutating func operation(_ operation: JSONValue) -> Bool {
    guard let index = index({ $0["patch"] != nil }), var line = lines[index].object else {
      return false
    }
    line["patch"] = .array([operation] + (line["patch"]?.array ?? []))
    write(line, at: index)
    return true
  }

  private mutating func keyframe(_ change: (inout JSONObject) -> Void) -> Bool {
    guard let index = index({ $0["after"] != nil && $0["patch"] != nil && $0["state"] != nil }),
      var line = lines[index].object
    else { return false }
    change(&line)
    write(line, at: index)
    return true
  }

  /// The first state is reported as a change of none.
  private mutating func firstPatch() -> Bool {
    guard let index = lines.firstIndex(where: { $0["after"] != nil }),
      var line = lines[index].object
    else { return false }
    line["state"] = nil
    line["patch"] = []
    write(line, at: index)
    return true
  }

  /// One number is left out, and every line after it counts on from there.
  private mutating func skip() -> Bool {
    guard let index = index({ $0["action"] != nil }) else { return false }
    for line in index..<lines.count {
      guard var object = lines[line].object else { continue }
      for member in ["index", "after", "reduced"] {
        if let number = object[member]?.int { object[member] = JSONValue(number + 1) }
      }
      write(object, at: line)
    }
    return true
  }

  /// A state is missing of which an action follows that does not overlap.
  private mutating func removeState() -> Bool {
    let indexes = lines.indices.filter { index in
      guard index > 0, index + 1 < lines.count, lines[index]["after"] != nil,
        lines[index]["external"] == nil
      else { return false }
      let next = lines[index + 1]
      return lines[index - 1]["action"] != nil && lines[index - 1]["overlap"] == nil
        && next["action"] != nil && next["overlap"] == nil
    }
    guard let index = indexes.randomElement(using: &random) else { return false }
    return remove(index)
  }

  private mutating func swapState() -> Bool {
    let indexes = lines.indices.dropLast().filter {
      lines[$0]["action"] != nil && lines[$0 + 1]["after"] != nil
        && lines[$0 + 1]["external"] == nil
    }
    guard let index = indexes.randomElement(using: &random) else { return false }
    result.texts.swapAt(index, index + 1)
    return true
  }
}
