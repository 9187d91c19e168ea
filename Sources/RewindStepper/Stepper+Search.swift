import RewindJSON
import RewindQuery
import RewindTimeline

/// Finding steps, each time by a scan for an expression, forward or back.
extension Stepper {
  /// True while a scan is running.
  package var isBusy: Bool { search != nil || filterScan != nil }

  /// Continues the scan until the slice is over; ``isBusy`` is true if there is more to do.
  package mutating func work(until isOver: () -> Bool) {
    do {
      if search != nil { return try workOnSearch(until: isOver) }
      if filterScan != nil { try workOnFilter(until: isOver) }
    } catch {
      (search, filterScan) = (nil, nil)
      say("\(error)", isTrouble: true)
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
      go(to: found)
    } else if search.scan.rest == nil {
      self.search = nil
      say(search.failure)
    } else {
      self.search = search
    }
  }

  private mutating func workOnFilter(until isOver: () -> Bool) throws {
    guard var scan = filterScan else { return }
    var found: [Int] = []
    try scan.advance(until: isOver) {
      found.append($0)
      return true
    }
    let isFirst = filter?.matches.isEmpty ?? true
    filter?.matches += found
    filterScan = scan.rest == nil ? nil : scan
    // The list begins with the first match, so the current step moves there.
    if isFirst, let first = found.first { go(to: first) }
    if filterScan == nil, filter?.matches.isEmpty ?? false {
      say("No action matches: the filter is taken away.")
      filter = nil
    }
  }

  // MARK: - Starting a search

  /// Searches for the next or previous step for which an expression holds.
  mutating func look(
    for expression: StepExpression,
    _ direction: Scan.Direction,
    orSay failure: String
  ) {
    let (first, last) = (session.firstIndex, session.lastIndex)
    guard direction == .forth ? index < last : index > first,
      let scan = Scan(
        session.timeline,
        expression,
        direction,
        in: direction == .forth ? index + 1...last : first...index - 1
      )
    else { return say(failure) }
    search = Search(scan: scan, failure: failure)
  }

  /// Repeats the last search.
  mutating func lookAgain(_ direction: Scan.Direction) {
    guard let wanted else { return say("Nothing was searched for yet: type / first.") }
    let place = direction == .forth ? "after" : "before"
    look(for: wanted.expression, direction, orSay: "Nothing \(place) \(index) has \(wanted.text).")
  }

  /// Searches for an action with this one's type.
  mutating func lookForType(_ direction: Scan.Direction) {
    guard let type = step.action?.type,
      let expression = try? StepExpression("type == \(JSONValue.string(type).text)")
    else { return say("There is no action here, so there is none of its type.") }
    let word = direction == .forth ? "later" : "earlier"
    look(for: expression, direction, orSay: "There is no \(word) \(type).")
  }

  /// Searches for a step that changed the selected value.
  mutating func lookForChange(_ direction: Scan.Direction) {
    let pointer = selectedPointer
    guard let expression = try? StepExpression("changed(\(pointer.path))") else {
      return say("This value's name is too long to be looked for.", isTrouble: true)
    }
    let word = direction == .forth ? "later" : "earlier"
    let name = pointer.tokens.isEmpty ? "the state" : pointer.description
    look(for: expression, direction, orSay: "No \(word) action changed \(name).")
  }

  /// Shows only the actions for which an expression holds; all of them for nil.
  mutating func setFilter(_ expression: StepExpression?) {
    filterScan = nil
    filter = expression.map { Filter(expression: $0) }
    guard let expression else { return }
    filterScan = Scan(
      session.timeline,
      expression,
      .forth,
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

extension StepExpression {
  /// Parses an expression as typed: a single word is a part of an action's type, and one with dots may
  /// also be a place in the state.
  init(typed text: String) throws(ExpressionError) {
    let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard isWord, !text.isEmpty, !["true", "false", "null"].contains(text) else {
      try self.init(text)
      return
    }
    let isType = "type contains \(JSONValue.string(text).text)"
    let orIsTrue = text.contains(".") ? try? StepExpression("\(isType) or \(text)") : nil
    try self.init(orIsTrue?.text ?? isType)
  }
}
