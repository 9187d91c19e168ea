import Foundation
import RewindJSON
import RewindSession

/// A random log with lines of every kind, as a recorder writes them.
public struct RandomLog {
  public private(set) var file = SessionFile()
  /// The state after each line, where the line is about a state.
  public private(set) var actions = 0

  public init(actions: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.init(actions: actions, using: &random)
  }

  public init(actions: Int, app: String = "test", using random: inout SeededGenerator) {
    file = SessionFile(app: app)
    var state: JSONValue = ["n": 0, "text": ""]
    if Bool.random(using: &random) {
      file.add(["index": 0, "input": ["name": "date", "value": 1]])
    }
    file.add(["after": 0, "state": state, "wall": "2026-11-21T08:00:00.123Z"])
    for index in 1...max(actions, 1) where index <= actions {
      self.actions = index
      file.add([
        "index": JSONValue(index), "time": .number(JSONNumber(index)),
        "action": [
          "type": .string("Type\(index % 5)"),
          "payload": ["value": JSONValue(Int.random(in: 0..<1_000, using: &random))],
        ],
      ])
      for name in ["date", "random"].prefix(Int.random(in: 0...2, using: &random)) {
        file.add(["index": JSONValue(index), "input": ["name": .string(name), "value": 1]])
      }
      let next: JSONValue = [
        "n": JSONValue(index), "text": .string("äöü €\(Int.random(in: 0..<9, using: &random))"),
      ]
      let patch = Patch(from: state, to: next).json
      state = next
      if Int.random(in: 0..<8, using: &random) == 0 {
        file.add([
          "after": JSONValue(index), "state": state, "patch": patch,
          "wall": "2026-11-21T08:00:00.123Z",
        ])
      } else {
        file.add(["after": JSONValue(index), "patch": patch])
      }
      addOther(index, using: &random)
    }
  }

  /// A session of another app.
  public static func foreign(actions: Int) -> RandomLog {
    var random = SeededGenerator(seed: 12)
    return RandomLog(actions: actions, app: "other", using: &random)
  }

  private mutating func addOther(_ index: Int, using random: inout SeededGenerator) {
    let index = JSONValue(index)
    switch Int.random(in: 0..<40, using: &random) {
    case 0: file.add(["note": "background", "index": index, "time": 1.5])
    case 1: file.add(["travel": "jump", "index": index, "to": 0])
    case 2: file.add(["external": true, "after": index, "patch": []])
    case 3: file.add(["surprise": 1])
    case 4:
      file.add([
        "gap": ["actions": 0, "states": 0, "inputs": 1, "notes": 0], "why": "x", "index": index,
      ])
    default: break
    }
  }

  public mutating func close() {
    file.add(["end": "closed", "index": JSONValue(actions)])
  }

  public var bytes: [UInt8] { file.bytes }

  /// The lines, each with its line feed.
  public var lines: [[UInt8]] { bytes.lines }
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
