import Foundation
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// Random logs whose lines say one change in many ways, held against the states alone.
///
/// `REWIND_SEED` sets the first seed; `REWIND_EXHAUSTIVE` tries more of them.
@Suite("Questions about a value")
struct ConsistencyTests {
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["REWIND_SEED"].flatMap(UInt64.init) ?? 1
    return first..<first + (environment["REWIND_EXHAUSTIVE"] == nil ? 30 : 1_000)
  }()

  @Test("have the same answers from every command, however patches are written", arguments: seeds)
  func agree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let log = WordedLog(using: &random)
    try TemporaryFolder.with { folder in
      let timeline = try log.file.timeline(in: folder)
      let last = log.lastAction
      let lines = log.lines.filter { $0.index < last || !$0.isExternal }
      let leaves = try timeline.blameAll(at: last)
      for leaf in leaves {
        #expect(lines.last?.state[leaf.pointer] == leaf.new)
        let blame = try timeline.blame(leaf.pointer, at: last)
        #expect(
          blame?.index == leaf.index && blame?.isExternal == leaf.isExternal
            && blame?.new == leaf.new,
          "\(leaf.pointer), seed \(seed)"
        )
        let why = try timeline.provenance(of: leaf.pointer, at: last)
        #expect(why.first?.blame == blame, "\(leaf.pointer), seed \(seed)")
        guard leaf.pointer.tokens.first == "rows", leaf.pointer.tokens.count > 2 else { continue }
        let writer = writer(of: leaf.pointer, lines)
        #expect(
          leaf.index == writer.index && leaf.isExternal == writer.isExternal,
          "\(leaf.pointer), seed \(seed)"
        )
      }
      for pointer in [["count"], ["rows", "0", "n"], ["items", "1"]].map(Pointer.init(tokens:)) {
        let values = try timeline.history(of: pointer, upTo: last)
        let slot = try timeline.blame(pointer, at: last, following: .place)
        #expect(values.last?.value == lines.last?.state[pointer], "\(pointer), seed \(seed)")
        if let final = values.last {
          let isLast = final.index < last || !final.isExternal
          #expect(!isLast || slot?.index == final.index, "\(pointer), seed \(seed)")
        }
      }
    }
  }

  /// Returns the line that last wrote a member of a row, from the states alone: rows are known by `id`.
  private func writer(of pointer: Pointer, _ lines: [WordedLog.Line]) -> WordedLog.Line {
    let row = lines.last?.state[Pointer(tokens: Array(pointer.tokens.prefix(2)))]
    let id = row?["id"]
    let member = Pointer(tokens: Array(pointer.tokens.dropFirst(2)))
    func value(_ line: WordedLog.Line) -> JSONValue? {
      line.state["rows"]?.array?.first { $0["id"] == id }?[member]
    }
    var writer = lines.count - 1
    while writer > 0, value(lines[writer - 1]) == value(lines[writer]) { writer -= 1 }
    return lines[writer]
  }
}

/// A log of rows with ids and of plain items, each of its patches written in one of several ways.
private struct WordedLog {
  struct Line {
    let index: Int
    let isExternal: Bool
    let state: JSONValue
  }

  private(set) var file = SessionFile()
  private(set) var lines: [Line] = []
  let lastAction = 20

  init(using random: inout SeededGenerator) {
    var rows: [JSONValue] = [
      ["id": 1, "n": 0, "sub": ["x": 5]], ["id": 2, "n": 0, "sub": ["x": 5]],
    ]
    var items: [JSONValue] = [1, 1, 2]
    var count = 0
    var nextID = 3
    func state() -> JSONValue {
      ["count": JSONValue(count), "rows": .array(rows), "items": .array(items)]
    }
    file.add(["after": 0, "state": state()])
    lines.append(Line(index: 0, isExternal: false, state: state()))
    for index in 1...lastAction {
      let isExternal = Int.random(in: 0..<8, using: &random) == 0
      for isExternal in isExternal ? [true, false] : [false] {
        let before = state()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let value = JSONValue(Int.random(in: 0..<3, using: &random))
          let place = rows.indices.randomElement(using: &random)
          switch (Int.random(in: 0..<8, using: &random), place) {
          case (0, _): rows.shuffle(using: &random)
          case (1, let place?): rows.remove(at: place)
          case (2, let place?): rows[place] = rows[place].setting("n", value)
          case (3, let place?): rows[place] = rows[place].setting("sub", ["x": value])
          case (4, _): items.insert(value, at: Int.random(in: 0...items.count, using: &random))
          case (5, _): if !items.isEmpty { items.removeFirst() }
          case (6, _): count += 1
          default:
            let row: JSONValue = ["id": JSONValue(nextID), "n": value, "sub": ["x": 5]]
            rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
            nextID += 1
          }
        }
        let after = state()
        let patch = Self.patch(before, after, using: &random)
        let line = isExternal ? index - 1 : index
        if isExternal {
          file.add(["external": true, "after": JSONValue(line), "patch": patch.json])
        } else {
          file.add(["index": JSONValue(index), "time": 1, "action": ["type": "T"]])
          let keyframe = Int.random(in: 0..<6, using: &random) == 0
          file.add(
            keyframe
              ? ["after": JSONValue(line), "state": after]
              : ["after": JSONValue(line), "patch": patch.json]
          )
        }
        lines.append(Line(index: line, isExternal: isExternal, state: after))
      }
    }
  }

  private static func patch(
    _ before: JSONValue,
    _ after: JSONValue,
    using random: inout SeededGenerator
  ) -> Patch {
    var operations: [Patch.Operation] = []
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return Patch(from: before, to: after)
    case 1: return Patch([.replace(.root, after)])
    case 2:
      // An element is added, and then the whole array replaced.
      let rows = Pointer(tokens: ["rows"])
      operations = [.add(rows.appending(0), ["id": 99]), .replace(rows, after["rows"] ?? .null)]
      for key in ["count", "items"] {
        operations.append(.replace(Pointer(tokens: [key]), after[key] ?? .null))
      }
    case 3: spell(before, after, .root, deep: false, &operations)
    default: spell(before, after, .root, deep: true, &operations)
    }
    return Patch(operations)
  }

  /// Writes a change index by index, and if `deep` member by member within the elements.
  private static func spell(
    _ before: JSONValue,
    _ after: JSONValue,
    _ pointer: Pointer,
    deep: Bool,
    _ operations: inout [Patch.Operation]
  ) {
    switch (before, after) {
    case (.object(let old), .object(let new))
    where deep || pointer.tokens.count < 2:
      for member in old.members where new[member.key] == nil {
        operations.append(.remove(pointer.appending(member.key)))
      }
      for member in new.members {
        let pointer = pointer.appending(member.key)
        if let value = old[member.key] {
          spell(value, member.value, pointer, deep: deep, &operations)
        } else {
          operations.append(.add(pointer, member.value))
        }
      }
    case (.array(let old), .array(let new)):
      for index in new.indices {
        if index < old.count {
          spell(old[index], new[index], pointer.appending(index), deep: deep, &operations)
        } else {
          operations.append(.add(pointer.appending("-"), new[index]))
        }
      }
      for index in old.indices.reversed() where index >= new.count {
        operations.append(.remove(pointer.appending(index)))
      }
    default:
      if before != after { operations.append(.replace(pointer, after)) }
    }
  }
}

extension JSONValue {
  fileprivate func setting(_ key: String, _ value: JSONValue) -> JSONValue {
    var object = object ?? JSONObject()
    object[key] = value
    return .object(object)
  }
}
