import Foundation
public import RewindJSON
import RewindSession

/// The lines of a random session as a recorder writes them, every kind of line and every course of an
/// action among them.
public struct RandomRecording {
  public private(set) var lines: [JSONValue] = []
  private var state: JSONValue = ["n": 0, "items": [], "text": "", "on": ["a": true]]
  private var index = 0
  private var lastState = 0
  private let recordsStates: Bool

  public init(actions: Int, app: String = "test", seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.init(actions: actions, app: app, using: &random)
  }

  public init(actions: Int, app: String = "test", using random: inout SeededGenerator) {
    let isLater = Int.random(in: 0..<5, using: &random) == 0
    recordsStates = Int.random(in: 0..<5, using: &random) > 0
    var header = JSONObject([
      ("rewind", 1), ("session", "00000000-0000-0000-0000-000000000001"), ("app", .string(app)),
      ("started", "2026-11-21T08:00:00.000Z"), ("store", "main"), ("attach", "store"),
    ])
    if isLater { header["segment"] = 3 }
    if !recordsStates { header["stateLines"] = "keyframes" }
    lines = [.object(header)]
    index = isLater ? 40 : 0
    lastState = index
    if index == 0, Bool.random(using: &random) { addInput("date") }
    lines.append(["after": JSONValue(index), "state": state, "made": true, "wall": wall])
    for _ in 0..<actions { addActions(using: &random) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    case 1: lines.append(["end": "continued", "index": JSONValue(index)])
    default: lines.append(["end": "closed", "index": JSONValue(index)])
    }
  }

  /// The log, with its checksums.
  public var bytes: [UInt8] { SealedTexts(lines).bytes }

  private let wall: JSONValue = "2026-11-21T08:00:00.123Z"

  /// One action, or a few that belong together.
  private mutating func addActions(using random: inout SeededGenerator) {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: addOverlapping(using: &random)
    case 1: addNested(using: &random)
    case 2: addGap(using: &random)
    default:
      begin(using: &random)
      finish(index, using: &random)
    }
    addOther(using: &random)
  }

  private mutating func begin(
    overlaps: Bool = false,
    cause: Int? = nil,
    using random: inout SeededGenerator
  ) {
    index += 1
    let payload: JSONValue = [
      "value": JSONValue(Int.random(in: 0..<1_000, using: &random)), "é": [[]],
    ]
    let action: JSONValue = ["type": .string("Type\(index % 5)"), "payload": payload]
    var line = JSONObject([
      ("index", JSONValue(index)), ("time", JSONValue(index)),
      ("action", action),
    ])
    if Bool.random(using: &random) { line["source"] = "View.swift:12" }
    if let cause { line["cause"] = JSONValue(cause) }
    if overlaps { line["overlap"] = true }
    lines.append(.object(line))
    if Bool.random(using: &random) { addInput("random") }
  }

  private mutating func addInput(_ name: String, of action: Int? = nil) {
    lines.append([
      "index": JSONValue(action ?? index), "input": ["name": .string(name), "value": [1, 2]],
    ])
  }

  /// The end of an action: a patch, a keyframe with its patch or without, or that it was reduced.
  private mutating func finish(_ action: Int, using random: inout SeededGenerator) {
    let old = state
    change(using: &random)
    let (after, patch) = (JSONValue(action), Patch(from: old, to: state).json)
    let kind = Int.random(in: 0..<8, using: &random)
    if !recordsStates, kind > 1 {
      append(["reduced": after], using: &random)
    } else if kind == 0 {
      append(["after": after, "state": state, "wall": wall], using: &random)
    } else if kind == 1 {
      append(
        recordsStates
          ? ["after": after, "state": state, "patch": patch, "wall": wall]
          : ["after": after, "state": state, "wall": wall],
        using: &random
      )
    } else {
      append(["after": after, "patch": patch], using: &random)
    }
    lastState = max(lastState, action)
  }

  /// Ends an action, with how long it took if the recorder has a clock.
  private mutating func append(_ line: JSONValue, using random: inout SeededGenerator) {
    guard var line = line.object else { return }
    line["took"] = Self.times.randomElement(using: &random) ?? nil
    lines.append(.object(line))
  }

  private static let times: [JSONValue?] =
    ["183e-6", "0", "1.25", "12", "3e-3", "2e1", "0.000000183"]
    .map { try? JSONValue(parsing: $0.utf8) } + [nil]

  private mutating func change(using random: inout SeededGenerator) {
    guard var object = state.object else { return }
    object["n"] = JSONValue(index)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      object["items"] = .array((object["items"]?.array ?? []) + [JSONValue(index)])
    case 1:
      let names = ["a", "b", "c"].shuffled(using: &random).prefix(2)
      object["on"] = .object(JSONObject(names.map { ($0, .bool(index.isMultiple(of: 2))) }))
    case 2: object["text"] = .string("äöü \"\(index)\" \u{1F600}")
    default: break
    }
    state = .object(object)
  }

  /// The state of the first action shows, after that of the second, as an external change.
  private mutating func addOverlapping(using random: inout SeededGenerator) {
    begin(using: &random)
    let first = index
    begin(overlaps: true, using: &random)
    if recordsStates {
      finish(index, using: &random)
      addExternal(using: &random)
    } else {
      lines.append(["reduced": JSONValue(index)])
      lines.append(["reduced": JSONValue(first)])
      lastState = index
    }
  }

  /// The outer action goes on, and takes from outside, when the inner one has ended.
  private mutating func addNested(using random: inout SeededGenerator) {
    begin(using: &random)
    let outer = index
    finish(outer, using: &random)
    begin(cause: outer, using: &random)
    finish(index, using: &random)
    addInput("late", of: outer)
  }

  private mutating func addGap(using random: inout SeededGenerator) {
    begin(using: &random)
    let lost = Int.random(in: 0...3, using: &random)
    index += lost
    lines.append([
      "gap": ["actions": JSONValue(lost), "states": JSONValue(lost + 1), "inputs": 0, "notes": 1],
      "why": "No space left on device", "index": JSONValue(index),
    ])
    change(using: &random)
    begin(using: &random)
    change(using: &random)
    lines.append(["after": JSONValue(index), "state": state, "wall": wall])
    lastState = index
  }

  private mutating func addExternal(using random: inout SeededGenerator) {
    let old = state
    change(using: &random)
    if Bool.random(using: &random) {
      lines.append(["external": true, "after": JSONValue(lastState), "state": state])
    } else {
      let patch = Patch(from: old, to: state).json
      lines.append(["external": true, "after": JSONValue(lastState), "patch": patch])
    }
  }

  /// The state told again, as it is or as an earlier one with a patch.
  private mutating func addLaterKeyframe(using random: inout SeededGenerator) {
    var line: JSONObject = JSONObject([("keyframe", JSONValue(lastState)), ("state", state)])
    if Bool.random(using: &random) {
      let earlier: JSONValue = ["n": 0, "text": "earlier"]
      line["state"] = earlier
      line["patch"] = Patch(from: earlier, to: state).json
    }
    lines.append(.object(line))
  }

  private mutating func addOther(using random: inout SeededGenerator) {
    switch Int.random(in: 0..<24, using: &random) {
    case 0: lines.append(["note": "background", "index": JSONValue(index), "time": 1.5])
    case 1: lines.append(["travel": "jump", "index": JSONValue(index), "to": JSONValue(index / 2)])
    case 2: if recordsStates { addExternal(using: &random) }
    case 3: lines.append(["surprise": 1, "index": 12])
    case 4, 5: if recordsStates { addLaterKeyframe(using: &random) }
    default: break
    }
  }
}

/// Lines of a log as texts, which get right checksums, whatever they say.
public struct SealedTexts {
  public var texts: [[UInt8]]

  public init(_ lines: [JSONValue]) {
    texts = lines.map { Array($0.text.utf8) }
  }

  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var checksum = Checksum()
    for text in texts {
      var line = Array(text.dropLast())
      checksum = line.seal(after: checksum)
      bytes += line
    }
    return bytes
  }
}

extension [UInt8] {
  /// The lines, each with its line feed; the last one may lack it.
  public var lines: [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    withUnsafeBytes { bytes in
      while let first = bytes.baseAddress, start < bytes.count {
        let rest = bytes.count - start
        let end = memchr(first + start, 0x0A, rest).map { UnsafeRawPointer($0) - first + 1 }
        lines.append([UInt8](bytes[start..<(end ?? bytes.count)]))
        start = end ?? bytes.count
      }
    }
    return lines
  }
}
