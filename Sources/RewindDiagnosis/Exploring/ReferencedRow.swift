import Foundation
import RewindJSON

/// The row of a list that an identifier in a payload names, and what the recordings say of it: the values that it had
/// whenever an action named it, and the row that it is in.
struct ReferencedRow: Sendable {
  /// The rows, and where their identifiers are.
  private let rows: GeneralPointer
  private let id: GeneralPointer
  /// Values that rows had often, and no row that an action named.
  private var excluded: [GeneralPointer: Set<String>] = [:]
  /// The part of the payload that names the row around it, and that row's identifier.
  private var parent:
    (path: [String], rows: GeneralPointer, id: GeneralPointer, inner: GeneralPointer)?

  /// The probability below which it is no chance that a value was never there.
  static let chance = log(1e-3)
  private static let (memberLimit, actionLimit) = (16, 120)

  /// A recorded action with the state before it.
  typealias Action = (step: SessionStep, before: JSONValue)

  /// - Returns: Nil if a pointer is not that of a member of a list's elements.
  init?(_ pointer: GeneralPointer) {
    guard let split = pointer.splitBehindElements() else { return nil }
    (rows, id) = split
  }

  /// Returns the rows that a value names, as users could choose it.
  func matches(_ value: JSONValue?, _ payload: JSONValue?, in state: JSONValue) -> [JSONValue] {
    candidates(payload, in: state).filter { row in
      value.map { id.contains($0, in: row) } ?? true && isUsual(row)
    }
  }

  /// Returns the identifiers of the rows that a user could choose.
  func values(_ payload: JSONValue?, in state: JSONValue) -> [JSONValue] {
    matches(nil, payload, in: state).flatMap { id.values(in: $0) }
  }

  private func candidates(_ payload: JSONValue?, in state: JSONValue) -> [JSONValue] {
    guard let parent, let outer = payload?.value(at: parent.path) else {
      return rows.values(in: state)
    }
    return parent.rows.values(in: state).filter { parent.id.contains(outer, in: $0) }
      .flatMap { parent.inner.values(in: $0) }
  }

  private func isUsual(_ row: JSONValue) -> Bool {
    excluded.allSatisfy { !$1.contains(ShownContents.content($0.first(in: row))) }
  }

  // MARK: - Learning

  /// Learns that the row is always in the row that another part names.
  mutating func learn(
    _ path: [String],
    in outer: [(path: [String], row: ReferencedRow)],
    _ actions: [Action]
  ) {
    for (other, row) in outer {
      guard let inner = rows.relative(to: row.rows) else { continue }
      let isInside = actions.allSatisfy { action in
        guard let value = action.step.payload?.value(at: path),
          let name = action.step.payload?.value(at: other)
        else { return false }
        return row.rows.values(in: action.before).contains {
          row.id.contains(name, in: $0)
            && inner.values(in: $0).contains { id.contains(value, in: $0) }
        }
      }
      if isInside { parent = (other, row.rows, row.id, inner) }
    }
  }

  /// Learns which values no row had that an action named, although rows often have them.
  mutating func learn(_ path: [String], _ actions: [Action]) {
    var own: [GeneralPointer: Set<String>] = [:]
    var all: [GeneralPointer: [String: Int]] = [:]
    var (named, total) = (0, 0)
    for number in stride(from: 0, to: actions.count, by: 1 + actions.count / Self.actionLimit) {
      let action = actions[number]
      let found = candidates(action.step.payload, in: action.before)
      guard let value = action.step.payload?.value(at: path),
        let row = found.first(where: { id.contains(value, in: $0) })
      else { continue }
      named += 1
      for member in Self.members(of: row) {
        own[member.pointer, default: []].insert(member.content)
      }
      for row in found {
        total += 1
        for member in Self.members(of: row) {
          all[member.pointer, default: [:]][member.content, default: 0] += 1
        }
      }
    }
    for (pointer, contents) in all where contents.count <= ShownConditions.contentLimit {
      // Each leaves fewer rows that could be named, among which the next one is to tell.
      var rest = total
      let never = contents.filter { !(own[pointer] ?? []).contains($0.key) }
      for (content, count) in never.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) })
      where log(1 - Double(count) / Double(rest)) * Double(named) < Self.chance {
        excluded[pointer, default: []].insert(content)
        rest -= count
      }
    }
  }

  private static func members(of row: JSONValue) -> [(pointer: GeneralPointer, content: String)] {
    (row.object?.members ?? []).prefix(memberLimit).map {
      (GeneralPointer().member($0.key), ShownContents.content($0.value))
    }
  }
}
