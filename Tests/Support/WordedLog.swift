import Foundation
public import RewindJSON

/// A log of rows with ids and of plain items, each of its patches written in one of several ways.
///
/// These are: member by member, index by index, by moves and copies, as a whole. Some actions are lost in gaps,
/// some changes come from outside, and some rows have the `id` of another.
public struct WordedLog {
  /// A state of the log.
  public struct Line {
    public let index: Int
    public let isExternal: Bool
    public let state: JSONValue
  }

  public private(set) var file = SessionFile()
  /// The states that the log has, in order.
  public private(set) var lines: [Line] = []
  public let lastAction = 20

  /// The seeds to try: some of them, or all if `REWIND_EXHAUSTIVE` is set; `REWIND_SEED` is the first one.
  public static func seeds(_ some: UInt64, of all: UInt64) -> Range<UInt64> {
    let first = ProcessInfo.processInfo.environment["REWIND_SEED"].flatMap(UInt64.init) ?? 1
    return first..<first + TestScale.count(some, of: all)
  }

  /// The states after actions and the first one, by index; those lost in a gap are missing.
  public var states: [Int: JSONValue] {
    Dictionary(
      lines.filter { !$0.isExternal }.map { ($0.index, $0.state) },
      uniquingKeysWith: { $1 }
    )
  }

  /// True if no other row ever had the `id` of the row at a pointer, in the last state.
  public func hasOneRow(_ pointer: Pointer) -> Bool {
    let id = lines.last?.state[Pointer(tokens: Array(pointer.tokens.prefix(2)))]?["id"]
    return lines.allSatisfy { line in
      (line.state["rows"]?.array ?? []).count { $0["id"] == id } < 2
    }
  }

  public init(using random: inout SeededGenerator) {
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
    let hasTwins = Bool.random(using: &random)
    let hasGaps = Int.random(in: 0..<3, using: &random) == 0
    /// The actions that have not been written since the last one that was.
    var lost = 0
    for index in 1...lastAction {
      let isLost =
        hasGaps && index < lastAction && Int.random(in: 0..<6, using: &random) == 0
      let isExternal = !isLost && lost == 0 && Int.random(in: 0..<8, using: &random) == 0
      for isExternal in isExternal ? [true, false] : [false] {
        let before = state()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let value = JSONValue(Int.random(in: 0..<3, using: &random))
          let position = rows.indices.randomElement(using: &random)
          switch (Int.random(in: 0..<8, using: &random), position) {
          case (0, _): rows.shuffle(using: &random)
          case (1, let position?): rows.remove(at: position)
          case (2, let position?): rows[position] = rows[position].setting("n", value)
          case (3, let position?): rows[position] = rows[position].setting("sub", ["x": value])
          case (4, _): items.insert(value, at: Int.random(in: 0...items.count, using: &random))
          case (5, _): if !items.isEmpty { items.removeFirst() }
          case (6, _): count += 1
          default:
            let isTwin = hasTwins && Int.random(in: 0..<3, using: &random) == 0
            let id = isTwin ? Int.random(in: 1...nextID, using: &random) : nextID
            let row: JSONValue = ["id": JSONValue(id), "n": value, "sub": ["x": 5]]
            rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
            nextID += 1
          }
        }
        let after = state()
        let patch = Self.patch(before, after, using: &random)
        let line = isExternal ? index - 1 : index
        if isLost {
          lost += 1
          continue
        }
        if lost > 0 {
          file.add([
            "gap": [
              "actions": JSONValue(lost), "states": JSONValue(lost), "inputs": 0, "notes": 0,
            ],
            "why": "full", "index": JSONValue(index - 1),
          ])
        }
        if isExternal {
          file.add(["external": true, "after": JSONValue(line), "patch": patch.json])
        } else {
          file.add(["index": JSONValue(index), "time": 1, "action": ["type": "T"]])
          let keyframe = lost > 0 || Int.random(in: 0..<6, using: &random) == 0
          lost = 0
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
    switch Int.random(in: 0..<6, using: &random) {
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
    case 4:
      for key in ["rows", "items"] {
        let pointer = Pointer(tokens: [key])
        move(before[key]?.array ?? [], after[key]?.array ?? [], pointer, &operations)
      }
      operations.append(.replace(Pointer(tokens: ["count"]), after["count"] ?? .null))
    default: spell(before, after, .root, deep: true, &operations)
    }
    return Patch(operations)
  }

  /// Writes a change of an array by moving elements to where they are needed, and copying those of which there
  /// is another.
  private static func move(
    _ before: [JSONValue],
    _ after: [JSONValue],
    _ pointer: Pointer,
    _ operations: inout [Patch.Operation]
  ) {
    var elements = before
    for (index, element) in after.enumerated() {
      if index < elements.count, elements[index] == element { continue }
      let target = pointer.appending(index)
      if let later = elements.indices.dropFirst(index).first(where: { elements[$0] == element }) {
        elements.insert(elements.remove(at: later), at: index)
        operations.append(.move(from: pointer.appending(later), to: target))
      } else if let earlier = elements.prefix(index).firstIndex(of: element) {
        elements.insert(element, at: index)
        operations.append(.copy(from: pointer.appending(earlier), to: target))
      } else {
        elements.insert(element, at: index)
        operations.append(.add(target, element))
      }
    }
    while elements.count > after.count {
      elements.removeLast()
      operations.append(.remove(pointer.appending(elements.count)))
    }
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
