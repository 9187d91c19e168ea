import Foundation
import RewindDiagnosis
import RewindJSON
import RewindQuery
import RewindSession
import RewindText
import RewindTimeline

/// The story at the head of a page: the events, as cards in the order of time.
///
/// ```
/// crash        last good state → culprit (old → new) → fatal (where it died)
/// fixed        last change before it → fatal → the program that survives
/// wrong state  last good state → first wrong state → last writer of what the condition reads
/// otherwise    what the session is → what changed most
/// ```
///
/// Every text of a card is made here; the page's script lays the cards out.
struct PageStory {
  /// One of the cards.
  struct Card {
    /// `good`, `culprit`, `fatal` or `plain`, which decides its color; `aside` for one outside the order of time.
    let role: String
    let label: String
    /// The action that it is about; nil for a card about the whole session.
    var index: Int?
    var action: RecordedAction?
    /// The changes to show, with the number of the others.
    var changes: (shown: [Change], more: Int) = ([], 0)
    /// Changes to come, of which the values before are shown.
    var values: [Change] = []
    var lines: [String] = []
    /// Frequent things with their counts, the most frequent first.
    var counts: [(name: String, count: Int)] = []
  }

  let timeline: Timeline
  var cards: [Card] = []

  init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  /// The changes that a card has room for.
  private static let changesShown = 3
  /// The characters of a value that a card has room for.
  private static let valueWidth = 26

  // MARK: - Crashes

  /// Returns the story of a crash whose culprit was found.
  static func of(_ culprit: CrashBisection.Culprit, in timeline: Timeline) throws -> PageStory {
    var story = PageStory(timeline)
    if let survivor = culprit.survivor {
      let survives = survivor.otherCrash == nil ? "survives" : "dies in another way in"
      let changes = try culprit.externalChange?.changes ?? timeline.changes(of: culprit.culprit)
      try story.add("good", "last good state", survivor.index) {
        // The values that the culprit is going to change.
        var pointers: Set<Pointer> = []
        let values = changes.filter { $0.old != nil && pointers.insert($0.pointer).inserted }
        $0.values = Array(values.prefix(Self.changesShown))
        $0.lines = ["From here, the app \(survives) action \(culprit.fatal)."]
      }
    }
    if culprit.survivor != nil {
      let label = culprit.externalChange.map { "\($0.name) after" } ?? "culprit"
      try story.add("culprit", label, culprit.culprit) { card in
        let changes = try culprit.externalChange?.changes ?? timeline.changes(of: culprit.culprit)
        card.changes = Self.shown(changes)
        if culprit.unprobed.isEmpty == false {
          card.lines = ["Probably: not every state was tried."]
        }
        if let part = culprit.needs?.part {
          card.changes = Self.shown(part.changes)
          card.changes.more += part.count - part.changes.count
          let count = part.changes.count
          let those = count == 1 ? "this one is enough" : "these \(count) are enough together"
          card.lines += [
            "Of its \(part.count) changes, \(those), and needed.",
            "(Tried on states that no user had.)",
          ]
        }
      }
    }
    try story.add("fatal", "died", culprit.fatal) { card in
      if let frame = culprit.signature.frames.first { card.lines.append("in \(frame)") }
      if culprit.survivor == nil {
        card.lines.append("It crashes from every state that was tried.")
      }
      if let words = culprit.readWords { card.lines.append(words) }
      card.lines += ErrorTrace(culprit.errorText).lines.suffix(1).map(\.withoutLibraryFile)
    }
    return story
  }

  /// Returns the story of a crash from the log alone.
  ///
  /// - Parameters:
  ///   - action: The action in which the app died.
  ///   - timeline: The session.
  ///   - advice: What the reader can do to know more; nil if that was done.
  /// - Returns: The last change before it, and the death.
  /// - Throws: `SessionLogError`.
  static func ofDeath(
    in action: Int,
    _ timeline: Timeline,
    advice: String?
  ) throws -> PageStory {
    var story = PageStory(timeline)
    if let (index, changes) = try lastChange(before: action, in: timeline) {
      try story.add("plain", "last change before it", index) { $0.changes = Self.shown(changes) }
    }
    let error = try timeline.thrownError(in: action)
    try story.add("fatal", error == nil ? "died" : "threw", action) {
      $0.lines = [error ?? advice].compactMap(\.self)
    }
    return story
  }

  /// Adds that a program survives the death that was recorded.
  mutating func survives(in program: String) {
    if let build = timeline.log.header.build {
      cards[cards.count - 1].lines.append("in build \(build.prefix(7))")
    }
    cards.append(
      Card(
        role: "good",
        label: "survives",
        lines: [
          "\(program) replays all \(timeline.actionCount) actions and does not die.",
          "The crash is fixed, or was not in the reducers alone.",
        ]
      )
    )
  }

  /// The actions that are looked at for a change.
  private static let lookedAt = 1_000

  /// Returns the last action before another one that changed the state; nil if none of the last ones did.
  private static func lastChange(
    before action: Int,
    in timeline: Timeline
  ) throws -> (index: Int, changes: [Change])? {
    guard let last = try timeline.lastState() else { return nil }
    for index in stride(from: min(last, action - 1), to: timeline.firstIndex, by: -1)
      .prefix(lookedAt)
    where try timeline.stateLine(after: index) != nil && timeline.isStateKnown(before: index) {
      guard let changes = try? timeline.changes(of: index) else { return nil }
      if !changes.isEmpty { return (index, changes) }
    }
    return nil
  }

  // MARK: - Wrong states

  /// Returns the story of a condition that must never hold and does; nil if it holds from the start.
  static func of(_ wrong: PageInvariant, in timeline: Timeline) throws -> PageStory? {
    guard let run = wrong.runs.last, let survivor = run.survivor else { return nil }
    var story = PageStory(timeline)
    try story.add("good", "last good state", survivor.index) {
      let reads = try timeline.readValues(of: wrong.condition.expression, at: survivor).values
      $0.values = reads.prefix(Self.changesShown).map {
        Change($0.pointer, old: $0.blame.new, new: nil)
      }
      if reads.isEmpty { $0.lines = ["It does not hold yet."] }
    }
    let onset = run.first.index
    let reads = try timeline.readValues(of: wrong.condition.expression, at: run.first)
    try story.add(
      "culprit",
      run.first.external > 0
        ? "changed from outside after"
        : wrong.runs.lastsToEnd ? "holds from here on" : "first wrong state",
      onset
    ) {
      guard run.first.external == 0 else { return }
      // What the condition reads comes first, then what is in it: `length(cards)` reads the cards.
      let changes = try timeline.changes(of: onset)
      let pointers = reads.values.map(\.pointer)
      let ranks = changes.map { change in
        !pointers.contains { $0.isRelated(to: change.pointer) }
          ? 2 : pointers.contains { $0.tokens.starts(with: change.pointer.tokens) } ? 0 : 1
      }
      $0.changes = Self.shown(
        (0...2).flatMap { rank in zip(changes, ranks).filter { $1 == rank }.map(\.0) }
      )
    }
    if let last = reads.values.filter({ $0.blame.index < onset }).max(by: {
      $0.blame.index < $1.blame.index
    }) {
      story.cards.insert(
        try story.card("plain", "wrote what it reads", last.blame.index) {
          $0.lines = ["\(last.pointer)"]
        },
        at: story.cards.firstIndex { $0.index ?? 0 > last.blame.index } ?? 0
      )
    }
    return story
  }

  // MARK: - Cards

  private mutating func add(
    _ role: String,
    _ label: String,
    _ index: Int,
    _ fill: (inout Card) throws -> Void
  ) throws {
    cards.append(try card(role, label, index, fill))
  }

  private func card(
    _ role: String,
    _ label: String,
    _ index: Int,
    _ fill: (inout Card) throws -> Void
  ) throws -> Card {
    let action = index > timeline.firstIndex ? try timeline.recordedAction(index) : nil
    var card = Card(role: role, label: label, index: index, action: action)
    // A log that contradicts itself has no changes to show; the page says so.
    do { try fill(&card) } catch is SessionLogError {}
    return card
  }

  private static func shown(_ changes: [Change]) -> (shown: [Change], more: Int) {
    let shown = changes.prefix(changesShown)
    return (Array(shown), changes.count - shown.count)
  }

  // MARK: - JSON

  /// The cards as the page's script reads them.
  var json: JSONValue {
    get throws {
      var before: Double?
      return .array(
        try cards.map { card in
          let time = card.action?.time
          defer { before = time ?? before }
          let since = time.flatMap { time in before.map { Self.since(time - $0) } }
          return try json(of: card, since: since)
        }
      )
    }
  }

  private static func since(_ seconds: Double) -> String {
    seconds < 0.0005 ? "< 1 ms" : "+\(seconds.briefly)"
  }

  private func json(of card: Card, since: String?) throws -> JSONValue {
    var json = JSONObject([("role", .string(card.role)), ("label", .string(card.label))])
    json["index"] = card.index.map { JSONValue($0) }
    json["type"] = card.action.map { .string($0.type) }
    json["payload"] = card.action.map { .array($0.words.map { .string($0) }) }
    json["since"] = since.map { .string($0) }
    json["source"] = card.action?.source.map { .string($0) }
    if let cause = card.action?.cause, let action = try timeline.recordedAction(cause) {
      json["cause"] = ["index": JSONValue(cause), "type": .string(action.type)]
    }
    let values = card.values.map { Change($0.pointer, old: nil, new: $0.old) }
    json["changes"] = .array(card.changes.shown.map(Self.json))
    json["values"] = .array(values.map(Self.json))
    json["more"] = JSONValue(card.changes.more)
    json["lines"] = .array(card.lines.map { .string($0) })
    json["counts"] = .array(card.counts.map { [.string($0.name), JSONValue($0.count)] })
    return .object(json)
  }

  private static func json(_ change: Change) -> JSONValue {
    var (old, new) = (change.old?.brief(valueWidth), change.new?.brief(valueWidth))
    if let text = ChangeExcerpt(from: change.old, to: change.new, ifLongerThan: valueWidth) {
      (old, new) = (text.old, text.new)
    }
    var json = JSONObject([("at", .string("\(change.pointer)"))])
    json["name"] = .string(
      change.pointer.tokens.isEmpty ? "the whole state" : change.pointer.lastNames
    )
    json["old"] = old.map { .string($0) }
    json["new"] = new.map { .string($0) }
    return .object(json)
  }
}

extension Pointer {
  /// The last name, with the list that an element is in.
  fileprivate var lastNames: String {
    let names = tokens.count - (tokens.lastIndex { Pointer.arrayIndex($0) == nil } ?? 0)
    let isInElement = tokens.count > 1 && Pointer.arrayIndex(tokens[tokens.count - 2]) != nil
    return tokens.suffix(isInElement ? 3 : names).joined(separator: "/")
  }
}

extension String {
  /// A message of the standard library without the file of the library that it comes from.
  fileprivate var withoutLibraryFile: String {
    guard hasPrefix("Swift/"), let end = range(of: ": ")?.upperBound else { return self }
    return String(self[end...])
  }
}

extension RecordedAction {
  /// The payload in words, `cardIndexToFlip 3`, a member each; none if there is none.
  fileprivate var words: [String] {
    guard let content = payload?.content(ofAction: type), content != [:] else { return [] }
    guard case .object(let object) = content else { return [content.brief(60)] }
    return object.members.prefix(3).map { "\($0.key) \($0.value.brief(28))" }
  }
}

extension Timeline {
  /// Returns the exception that an action threw, of a session that was imported; nil if there is none.
  func thrownError(in action: Int) throws -> String? {
    try events(after: action).lazy.compactMap { event in
      if case .note(let note) = event, note.json["error"] == true { note.text } else { nil }
    }.first
  }
}
