import Foundation
import RewindJSON

/// A user's action on a state on which the recordings never have it.
package struct UnseenState: Sendable {
  package let type: String
  /// How often actions of the type were recorded.
  package let recorded: Int
  /// The value that was never so.
  package let pointer: String
  /// The content that the value has; nil if the action names a row that is missing.
  package let content: String?
  /// How many in a hundred of all users' actions were on such a state.
  package let others: Int
  /// The probability that it was never recorded by chance, if it were as possible there as anywhere.
  let chance: Double
  /// The failure in which the action ends on every such state that was tried; nil if none was.
  package var failure: String?

  /// Above this, that it was never recorded says nothing.
  static let telling = 0.5
  /// Below this, a user can hardly do it; that is believed if the app dies of it wherever it is tried.
  static let hardlyChance = 0.05
}

/// The states on which users did recorded actions, to find those on which they never did.
struct SeenContents: Sendable {
  private struct Seen: Sendable {
    let pointer: GeneralPointer
    /// True if it may be anything: it says something only by being empty.
    let isFree: Bool
    /// How many of all actions happened on each content.
    let counts: [String: Int]
    /// The contents that each type happened on, and in how many stretches of sessions.
    let types: [String: (contents: Set<String>, stretches: Int)]
    /// The contents on which so few types happened, and so often, that these are all that a user can do there: a dialog,
    /// a sign-in.
    let walls: Set<String>
  }

  private let shown: ShownContents
  private let cases: PayloadCases
  private var all: [Seen] = []
  private let actions: [String: Int]
  /// The contents of cases where their actions always set them and never found them: who is online cannot go online.
  ///
  /// Other values say nothing: an action that begins to load may be done again while it loads.
  private let established: [String: [GeneralPointer: String]]
  /// The texts in payloads that were never empty, of types that do not take what a user has typed so far.
  private let filled: [String: [[String]]]
  private let total: Int

  /// - Parameters:
  ///   - table: What the states before all users' actions showed.
  ///   - after: The same for the states after them.
  ///   - values: The recorded values of each part of a payload, by type.
  ///   - shown: What of a state counts.
  ///   - cases: The cases of payloads.
  init(
    _ table: RecordedContents,
    after: RecordedContents,
    _ values: [String: [[String]: [JSONValue]]],
    _ shown: ShownContents,
    _ cases: PayloadCases
  ) {
    established = Self.established(table, after, cases)
    filled = values.filter { !Self.isTyping($0.key) }.mapValues { parts in
      parts.filter { _, values in
        values.count >= Self.actionsNeeded
          && values.allSatisfy { $0.string.map { !$0.isEmpty } ?? false }
      }.keys.sorted { $0.joined() < $1.joined() }
    }
    (self.shown, self.cases) = (shown, cases)
    (actions, total) = (table.rows.mapValues(\.count), table.rowCount)
    // Of which contents its rows have, too much is chance.
    for column in table.columns where !column.pointer.isOfContents {
      let isFree = column.distinct.count > ShownConditions.contentLimit
      var counts: [String: Int] = [:]
      for content in column.contents { counts[table.names[content], default: 0] += 1 }
      let types = table.rows.mapValues { rows in
        (Set(rows.map { table.names[column.contents[$0]] }), column.stretchCount(rows))
      }
      all.append(
        Seen(
          pointer: column.pointer,
          isFree: isFree,
          counts: counts,
          types: types,
          walls: Self.walls(column, table, cases)
        )
      )
    }
  }

  /// The actions of a type without which nothing is said of what they set, or have.
  private static let actionsNeeded = 5

  /// True for the name of an action that takes what a user has typed so far.
  private static func isTyping(_ type: String) -> Bool {
    let type = type.lowercased()
    return ["typ", "edit", "chang", "set", "input", "updat", "bind", "enter"]
      .contains { type.contains($0) }
  }

  private static func established(
    _ before: RecordedContents,
    _ after: RecordedContents,
    _ cases: PayloadCases
  ) -> [String: [GeneralPointer: String]] {
    let columns = Dictionary(uniqueKeysWithValues: before.columns.map { ($0.pointer, $0) })
    var established: [String: [GeneralPointer: String]] = [:]
    for (type, rows) in after.rows where rows.count >= actionsNeeded {
      guard let content = cases.shown[type] else { continue }
      for column in after.columns {
        let isNew = rows.allSatisfy { row in
          let earlier = columns[column.pointer].map { before.names[$0.contents[row]] }
          return after.names[column.contents[row]] == content
            && earlier ?? ShownContents.nothing != content
        }
        if isNew { established[type, default: [:]][column.pointer] = content }
      }
    }
    return established
  }

  /// The probability below which it is no chance that a few types only happened on a content.
  private static let chanceOfWall = 1e-8

  /// Returns the contents of a value on which a few types happened, and no other, more often than by chance.
  private static func walls(
    _ column: RecordedContents.Column,
    _ table: RecordedContents,
    _ cases: PayloadCases
  ) -> Set<String> {
    var shares: [Int: Double] = [:]
    for (name, rows) in table.rows where !cases.isCase(name) {
      let share = Double(rows.count) / Double(table.rowCount)
      for content in Set(rows.map { column.contents[$0] }) { shares[content, default: 0] += share }
    }
    let rows = Dictionary(grouping: 0..<table.rowCount) { column.contents[$0] }
    return Set(
      rows.filter { content, rows in
        pow(min(shares[content] ?? 1, 1), Double(column.stretchCount(rows))) < chanceOfWall
      }.keys.map { table.names[$0] }
    )
  }

  /// Returns what is unusual about a user's action on a state, the least usual first: each value with a content that no
  /// action of the type was ever recorded on, though that may be chance.
  func doubts(about step: SessionStep, on state: JSONValue) -> [UnseenState] {
    let names = [step.kindName] + cases.names(of: step)
    return names.flatMap { doubts(about: $0, on: state) }
      .sorted { ($0.chance, $0.pointer, $0.type) < ($1.chance, $1.pointer, $1.type) }
  }

  /// Returns what is unusual about an action that names what is not there.
  func absence(from list: GeneralPointer, of step: SessionStep) -> UnseenState {
    UnseenState(
      type: step.kindName,
      recorded: actions[step.kindName] ?? 0,
      pointer: list.description,
      content: nil,
      others: 0,
      chance: 0
    )
  }

  /// Returns what is unusual about a payload: an empty text that no action of the type had.
  func emptyText(in step: SessionStep) -> UnseenState? {
    let path = filled[step.kindName]?.first { step.payload?.value(at: $0) == "" }
    return path.map { path in
      UnseenState(
        type: step.kindName,
        recorded: actions[step.kindName] ?? 0,
        pointer: (["payload"] + path).joined(separator: "."),
        content: ShownContents.words(of: ShownContents.empty),
        others: 0,
        chance: 0
      )
    }
  }

  /// True if the action is one of a few kinds of its type.
  func hasCase(_ step: SessionStep) -> Bool { !cases.names(of: step).isEmpty }

  private func doubts(about type: String, on state: JSONValue) -> [UnseenState] {
    guard let recorded = actions[type] else { return [] }
    let contents = shown.all(of: state)
    let isWhole = !cases.isCase(type)
    return all.compactMap { seen -> UnseenState? in
      let content = contents[seen.pointer] ?? ShownContents.nothing
      let isEstablished = established[type]?[seen.pointer] == content
      guard !seen.isFree || content == ShownContents.empty || isEstablished else { return nil }
      guard let own = seen.types[type], !own.contents.contains(content),
        let count = seen.counts[content] ?? (isEstablished ? 0 : nil)
      else { return nil }
      let share = Double(count) / Double(total)
      return UnseenState(
        type: type,
        recorded: recorded,
        pointer: seen.pointer.description,
        content: ShownContents.words(of: content),
        others: Int((share * 100).rounded()),
        chance: isWhole && seen.walls.contains(content) || isEstablished
          ? 0 : pow(1 - share, Double(own.stretches))
      )
    }
  }
}
