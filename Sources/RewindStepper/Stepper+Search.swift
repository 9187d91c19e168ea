import RewindJSON
import RewindQuery
import RewindText
import RewindTimeline

/// Finding steps, each time by a scan, forward or back.
extension Stepper {
  /// True while a scan is running.
  package var isBusy: Bool { search != nil || filterScan != nil || matches?.scan != nil }

  /// Continues the scan until the slice is over; ``isBusy`` is true if there is more to do.
  package mutating func work(until isOver: () -> Bool) {
    do {
      if search != nil { return try workOnSearch(until: isOver) }
      if filterScan != nil { return try workOnFilter(until: isOver) }
      try count(until: isOver)
    } catch {
      (search, filterScan, matches) = (nil, nil, nil)
      say("\(error)", isError: true)
    }
  }

  private mutating func workOnSearch(until isOver: () -> Bool) throws {
    guard var search else { return }
    var found: Int?
    try search.scan.advance(until: isOver) {
      found = $0
      return false
    }
    if let found {
      self.search = nil
      finish(search, at: found)
    } else if search.scan.rest != nil {
      self.search = search
    } else if let rest = search.rest {
      (search.scan, search.rest, search.isWrapped) = (rest, nil, true)
      self.search = search
    } else if search.isTyped, let wanted, wanted.criterion.isOfNames {
      // No action is called so.
      self.search = nil
      self.wanted = (wanted.criterion.ofEverything, wanted.text)
      lookAgain(search.scan.direction)
    } else {
      self.search = nil
      say(search.failure + (search.isTyped ? hint(for: search.scan.criterion) : ""))
    }
  }

  /// The bytes in which names are looked for: a few thousandths of a second.
  private static let hintBytes = 1 << 18

  /// Returns a "Did you mean" for a misspelled name; empty if nothing is close.
  private func hint(for criterion: StepCriterion) -> String {
    let names =
      (criterion.text.map { [$0.text] } ?? []) + (criterion.expression?.reads.names ?? [])
    guard let known = try? session.timeline.names(inFirst: Self.hintBytes) else { return "" }
    let similar = names.lazy.filter { !known.contains($0) }
      .compactMap { $0.closest(among: known.sorted()) }.first
    return similar.map { " Did you mean \($0)?" } ?? ""
  }

  /// Goes to the match of a search, with the value selected.
  private mutating func finish(_ search: Search, at found: Int) {
    let isHere = found == index
    go(to: found)
    if let text = search.scan.criterion.text { reveal(text) }
    if isHere { return say("Only \(index) has \(wanted?.text ?? "it").") }
    if search.isWrapped {
      let (end, start) = search.scan.direction == .forward ? ("end", "start") : ("start", "end")
      say("Searched past the \(end), and on from the \(start).")
    }
    guard search.isTyped, let wanted else { return }
    if matches == nil {
      let all = session.firstIndex...max(session.firstIndex, session.lastIndex)
      matches = Matches(scan: Scan.begin(session.timeline, wanted.criterion, .forward, in: all))
    }
    sayWhichMatch()
  }

  /// Continues to count the steps that meet the criterion of the last search.
  private mutating func count(until isOver: () -> Bool) throws {
    guard var scan = matches?.scan else { return }
    matches?.found += try scan.matches(until: isOver)
    matches?.scan = scan.rest == nil ? nil : scan
    sayWhichMatch()
  }

  /// Says which of the matches this step is, once all were counted.
  private mutating func sayWhichMatch() {
    guard let matches, matches.scan == nil, let position = matches.position(of: index), let wanted,
      case .browsing = mode
    else { return }
    let count = "\(position + 1) of \(matches.found.count)"
    if let message {
      say("\(count). \(message.text)")
    } else if wanted.criterion.isOfNames {
      say(
        "\(count) actions with \(wanted.text) in their names; in quotes, it is looked for everywhere."
      )
    } else {
      say("\(count).")
    }
  }

  /// Selects the value in which a text occurs in the current step: a change, or a value of the first state.
  private mutating func reveal(_ text: SearchText) {
    let step = step
    for (position, change) in step.changes.enumerated() {
      guard text.occurs(in: change) else { continue }
      let inner = change.new.flatMap(text.pointer(in:))
      changeRow = step.rows.row(ofChange: position)
      selection = .value(Pointer(tokens: change.pointer.tokens + (inner?.tokens ?? [])))
      return
    }
    if index == session.firstIndex, let pointer = step.state.flatMap(text.pointer(in:)) {
      selection = .value(pointer)
    }
  }

  private mutating func workOnFilter(until isOver: () -> Bool) throws {
    guard var scan = filterScan else { return }
    let found = try scan.matches(until: isOver)
    let isFirst = filter?.matches.isEmpty ?? true
    filter?.matches += found
    filterScan = scan.rest == nil ? nil : scan
    // The list begins with the first match, so the current step moves there.
    if isFirst, let first = found.first, filter?.keepsStep == false { go(to: first) }
    if filterScan == nil, filter?.matches.isEmpty ?? false {
      say("No action matches: the filter is removed.\(hint(for: scan.criterion))")
      filter = nil
    }
  }

  // MARK: - Starting a search

  /// Searches for the next or previous step that meets a criterion; with `wraps`, around the end of the
  /// session.
  mutating func look(
    for criterion: StepCriterion,
    _ direction: Scan.Direction,
    wraps: Bool = false,
    orSay failure: String
  ) {
    let (first, last) = (session.firstIndex, session.lastIndex)
    let later = index < last ? index + 1...last : nil
    let earlier = index > first ? first...index - 1 : nil
    let near = (direction == .forward ? later : earlier)
      .flatMap { Scan.begin(session.timeline, criterion, direction, in: $0) }
    // The current step is the last to be searched.
    let far = wraps ? direction == .forward ? first...index : index...last : nil
    let rest = far.flatMap { Scan.begin(session.timeline, criterion, direction, in: $0) }
    if let scan = near ?? rest {
      search = Search(
        scan: scan,
        rest: near == nil ? nil : rest,
        failure: failure,
        isWrapped: near == nil,
        isTyped: wraps
      )
    } else {
      say(failure)
    }
  }

  /// Repeats the last search, around the end of the session.
  mutating func lookAgain(_ direction: Scan.Direction) {
    guard let wanted else { return say("Nothing was searched for yet: type / first.") }
    look(for: wanted.criterion, direction, wraps: true, orSay: "Nothing has \(wanted.text).")
  }

  /// Searches for an action with this one's type.
  mutating func lookForType(_ direction: Scan.Direction) {
    guard let type = step.action?.type,
      let expression = try? StepExpression("type == \(JSONValue.string(type).text)")
    else { return say("There is no action here, so there is none of its type.") }
    let word = direction == .forward ? "later" : "earlier"
    look(for: StepCriterion(expression), direction, orSay: "There is no \(word) \(type).")
  }

  /// Searches for a step that changed the selected value.
  mutating func lookForChange(_ direction: Scan.Direction) {
    let pointer = selectedPointer
    guard let expression = try? StepExpression("changed(\(pointer.path))") else {
      return say("This value's name is too long to search for.", isError: true)
    }
    let word = direction == .forward ? "later" : "earlier"
    let name = pointer.tokens.isEmpty ? "the state" : pointer.description
    look(for: StepCriterion(expression), direction, orSay: "No \(word) action changed \(name).")
  }

  /// Shows only the actions that meet a criterion; all of them for nil.
  mutating func setFilter(_ criterion: StepCriterion?) {
    filterScan = nil
    filter = criterion.map { Filter(criterion: $0) }
    guard let criterion else { return }
    filterScan = Scan.begin(
      session.timeline,
      criterion,
      .forward,
      in: session.firstIndex...max(session.firstIndex, session.lastIndex)
    )
  }
}

extension Pointer {
  /// The pointer as a path of the expression language, which allows names that a pointer does not.
  var path: String {
    tokens.reduce("state") { path, token in
      path + (Pointer.arrayIndex(token) == nil ? "[\(JSONValue.string(token).text)]" : "[\(token)]")
    }
  }
}
