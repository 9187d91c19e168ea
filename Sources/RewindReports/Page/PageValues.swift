import Foundation
package import RewindJSON
import RewindSession
package import RewindTimeline

/// The values that the reader of a page is likely to ask about, with what the tool knows of them.
///
/// They are those that the marked actions changed, then those of the last actions, and what they are in; those in
/// lists come last, since there are many. The number is limited by the lines that have to be read for each, and by
/// the room on the page.
struct PageValues {
  private let timeline: Timeline
  private var pointers: [Pointer] = []
  private var known: Set<Pointer> = []
  private var elements = 0
  /// The actions that changed each value.
  private var changes: [Pointer: [Int]] = [:]

  /// The actions to look at, from the end.
  private static let actionLimit = 200
  /// The changes to take of an action.
  private static let changeLimit = 20
  /// The lines to read, and the values of the shortest session.
  private static let (workLimit, valueLimit) = (500_000, 128)
  /// The values in lists: each is followed back by itself, after each action that changed it.
  private static let elementLimit = 32
  /// The actions over which all of them are followed back.
  ///
  /// For a value that was not followed, the page shows the command that follows it.
  private static let followLimit = 20_000
  /// The bytes on the page.
  private static let sizeLimit = 200_000

  /// Returns the values as the page's script reads them: `{at, count, ranges, writers}`.
  ///
  /// `count` is the number of values at the pointer, one after each index in `ranges`. `writers` are there for a
  /// value in a list: its index may have changed, so that its history is not that of the pointer.
  ///
  /// - Parameters:
  ///   - timeline: The session.
  ///   - marked: The actions that the page shows first.
  ///   - limit: The bytes that all of them may take.
  /// - Returns: The values, as an array.
  /// - Throws: ``SessionLogError`` if the log cannot be read.
  static func json(of timeline: Timeline, marked: [Int], limit: Int) throws -> JSONValue {
    var values = PageValues(timeline: timeline)
    try values.collect(marked)
    return try values.json(limit: min(limit, sizeLimit))
  }

  private init(timeline: Timeline) {
    self.timeline = timeline
  }

  private mutating func collect(_ marked: [Int]) throws {
    collect(try marked.map(changed)) { _ in true }
    // Forward, since states are made from those before.
    let last = try (timeline.firstIndex...timeline.lastIndex).suffix(Self.actionLimit).map(changed)
    collect(last.reversed()) { !$0.mayMove }
    collect(last.reversed(), where: \.mayMove)
  }

  /// Returns the values that an action changed, and those around them.
  private func changed(by index: Int) throws -> (index: Int, pointers: [Pointer]) {
    guard try timeline.stateLine(after: index) != nil else { return (index, []) }
    let changed = try timeline.changes(of: index).prefix(Self.changeLimit).map(\.pointer)
    return (index, changed + changed.flatMap(\.holders))
  }

  private mutating func collect(
    _ actions: [(index: Int, pointers: [Pointer])],
    where isWanted: (Pointer) -> Bool
  ) {
    let limit = max(8, min(Self.valueLimit, Self.workLimit / timeline.log.lineCount))
    for (index, pointers) in actions {
      for pointer in pointers where isWanted(pointer) {
        guard known.contains(pointer) || self.pointers.count < limit else { return }
        if pointer.mayMove, !known.contains(pointer) {
          guard elements < Self.elementLimit else { continue }
          elements += 1
        }
        if known.insert(pointer).inserted { self.pointers.append(pointer) }
        if changes[pointer]?.contains(index) != true { changes[pointer, default: []].append(index) }
      }
    }
  }

  private func json(limit: Int) throws -> JSONValue {
    var indexes = Array(repeating: IndexSet(), count: pointers.count)
    var counts = Array(repeating: 0, count: pointers.count)
    try timeline.eachValue(ofEach: pointers) { number, entry in
      indexes[number].insert(entry.index)
      counts[number] += 1
    }
    var (values, size): ([JSONValue], Int) = ([], 0)
    var room = Self.followLimit
    for (number, pointer) in pointers.enumerated() {
      var value = JSONObject([
        ("at", .string(pointer.description)), ("count", JSONValue(counts[number])),
        ("ranges", indexes[number].json),
      ])
      if pointer.mayMove { value["writers"] = .array(try writers(of: pointer, within: &room)) }
      let bytes = JSONValue.object(value).text.utf8.count
      guard size + bytes <= limit else { continue }
      size += bytes
      values.append(.object(value))
    }
    return .array(values)
  }

  /// Returns the last writers of a value after each of the actions that changed it, as long as there is room.
  private func writers(of pointer: Pointer, within room: inout Int) throws -> [JSONValue] {
    try (changes[pointer] ?? []).compactMap { index in
      guard room > 0, var writer = try timeline.writerOnPage(of: pointer, at: index)?.object else {
        return nil
      }
      room -= 1 + index - (writer["index"]?.int ?? 0)
      writer["after"] = JSONValue(index)
      return .object(writer)
    }
  }
}

extension Timeline {
  /// Returns the last writer of a value as the page's script reads it; nil if there is no value.
  ///
  /// The page has the values before and after. `old` is the text of the value before if it came from another
  /// pointer, null if there was none.
  package func writerOnPage(
    of pointer: Pointer,
    at index: Int
  ) throws(SessionLogError) -> JSONValue? {
    guard let blame = try blame(pointer, at: index) else { return nil }
    var json = JSONObject([
      ("index", JSONValue(blame.index)), ("isExternal", .bool(blame.isExternal)),
      ("isFirst", .bool(blame.type == nil && !blame.isExternal)),
      ("at", .string(blame.pointer.description)),
    ])
    if blame.type != nil, try state(before: blame.index)[blame.pointer] != blame.old {
      json["old"] = blame.old.map { .string($0.text) } ?? .null
    }
    return .object(json)
  }
}

extension Pointer {
  /// The pointers to the values around it, from the innermost; without the whole state.
  fileprivate var holders: [Pointer] {
    (1..<max(tokens.count, 1)).reversed().map { Pointer(tokens: Array(tokens.prefix($0))) }
  }

  /// True if the value may be in a list, so that it may have been at another index.
  fileprivate var mayMove: Bool { tokens.contains { Pointer.arrayIndex($0) != nil } }
}
