import RewindJSON
import RewindQuery
import RewindText
import RewindTimeline

/// The effects of the keys.
extension Stepper {
  /// Handles a key.
  ///
  /// - Returns: A request that only the owner of the terminal can carry out.
  package mutating func press(_ key: Key) -> Request? {
    message = nil
    switch key {
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    case .control("c"): return .quit
    default: break
    }
    switch mode {
    case .asking(let question):
      return answer(question, key)
    case .viewing(let viewer):
      return view(viewer, key)
    case .browsing:
      return browse(key)
    }
  }

  private mutating func browse(_ key: Key) -> Request? {
    if key != .escape { search = nil }
    switch key {
    case .character("q"): return .quit
    case .character("x"): return skip()
    case .character("X"): leave()
    case .character("?"):
      mode = .viewing(Viewer(title: "Keys", prose: KeyHelp.lines, hang: KeyHelp.column))
    case .character("i"): showSigns()
    case .character("/"): mode = .asking(Question(kind: .search))
    case .character("f"): mode = .asking(Question(kind: .filter))
    case .character(":"): mode = .asking(Question(kind: .jump))
    case .escape: return cancel()
    case .character("B"): return searchCulprit()
    case .character("V"): return toggleScreen()
    case .character("y"): return copySelected()
    case .character("Y"): return copyPointer(selectedPointer)
    case .character("u"): folding.foldsUnchanged.toggle()
    case .character("v"): viewSelected()
    default:
      if !travel(key), !move(key) {
        say("This key does nothing here; ? shows those that do.")
      }
    }
    return nil
  }

  /// Handles the keys that move through time, in any pane.
  private mutating func travel(_ key: Key) -> Bool {
    switch key {
    case .character(" "): go(by: 1)
    case .backspace, .character("b"): go(by: -1)
    case .character("n"): lookAgain(.forward)
    case .character("N"): lookAgain(.back)
    case .character("]"): lookForType(.forward)
    case .character("["): lookForType(.back)
    case .character("}"): lookForChange(.forward)
    case .character("{"): lookForChange(.back)
    case .character("c"): goToCulprit()
    case .character("F"): toggleFollowing()
    case .character("s"): restrictToStore()
    default: return false
    }
    return true
  }

  /// Handles the keys that move within the pane.
  private mutating func move(_ key: Key) -> Bool {
    if let distance = key.rows(page: paneRows(focus)) {
      moveRow(by: distance)
      return true
    }
    switch key {
    case .tab: focus = focus.next(1)
    case .backTab: focus = focus.next(-1)
    case .left, .character("h"): focus == .state ? closeRow() : go(by: -1)
    case .right, .character("l"): focus == .state ? openRow() : go(by: 1)
    case .enter: enterRow()
    default: return false
    }
    return true
  }

  private mutating func toggleFollowing() {
    isFollowing.toggle()
    if isFollowing { go(to: session.lastIndex) }
    say(isFollowing ? "Following the session as it is written." : "No longer following.")
  }

  /// Cancels the search, or else the replay, the filter, or the highlighted text.
  private mutating func cancel() -> Request? {
    if search != nil {
      search = nil
    } else if activity != nil {
      return .stop
    } else if filter != nil {
      setFilter(nil)
    } else {
      wanted = nil
    }
    return nil
  }

  private mutating func skip() -> Request? {
    guard canReplay else {
      say("To skip an action, start with --app PROGRAM: its reducers compute what follows.")
      return nil
    }
    guard step.action != nil else {
      say("There is no action here that could be skipped.")
      return nil
    }
    return .skip(index)
  }

  // MARK: - Questions

  private mutating func answer(_ question: Question, _ key: Key) -> Request? {
    var question = question
    switch key {
    case .escape:
      mode = .browsing
    case .enter:
      finish(question)
    case .up, .down:
      question.recall(key == .up ? 1 : -1, of: typed[question.kind] ?? [])
      mode = .asking(question)
    case .backspace where question.line.text.isEmpty:
      mode = .browsing
    default:
      if question.line.handle(key) { question.error = nil }
      mode = .asking(question)
    }
    return nil
  }

  private mutating func finish(_ question: Question) {
    let text = question.line.text
    mode = .browsing
    do {
      switch question.kind {
      case .search: try search(for: text)
      case .filter: setFilter(text.isEmpty ? nil : try StepCriterion(typed: text))
      case .jump: try jump(to: text)
      }
      if !text.isEmpty {
        typed[question.kind] =
          [text] + (typed[question.kind] ?? []).filter { $0 != text }.prefix(50)
      }
    } catch {
      var question = question
      question.error = "\(error)"
      if let error = error as? ExpressionError {
        question.error = "\(error.what)."
        if error.text == text { question.line.moveCursor(toOffset: error.offset) }
      }
      mode = .asking(question)
    }
  }

  private mutating func search(for text: String) throws {
    if !text.isEmpty {
      let criterion = try StepCriterion(typed: text)
      wanted = (criterion.ofNames ?? criterion, text)
    }
    lookAgain(.forward)
  }

  private mutating func jump(to text: String) throws {
    guard !text.isEmpty else { return }
    guard let position = Position(text) else { throw NoPosition(text: text) }
    go(to: try session.timeline.index(of: position))
  }

  // MARK: - Viewing

  private mutating func view(_ viewer: Viewer, _ key: Key) -> Request? {
    var viewer = viewer
    let page = max(1, size.rows - 2)
    let last = max(0, viewer.wrapped(to: size.columns).count - page)
    switch key {
    case .character("b"): viewer.top -= page
    case .character(" "): viewer.top += page
    case .character("y") where viewer.hang == nil: return copySelected()
    case .escape, .enter, .character("q"), .character("v"), .character("?"):
      mode = .browsing
      return nil
    default: viewer.top += key.rows(page: page) ?? 0
    }
    viewer.top = min(max(viewer.top, 0), last)
    mode = .viewing(viewer)
    return nil
  }
}

/// The error for an answer that is not a position.
private struct NoPosition: Error, CustomStringConvertible {
  let text: String

  var description: String {
    "\"\(text)\" is not a position. Positions are written \(Position.forms)."
  }
}

extension Stepper.Pane {
  /// Returns the pane at a distance, wrapping around.
  func next(_ distance: Int) -> Self {
    let count = Self.allCases.count
    return Self.allCases[(rawValue + distance + count) % count]
  }
}

extension Question {
  /// Replaces the line by an earlier one.
  mutating func recall(_ distance: Int, of lines: [String]) {
    let index = (recalled ?? -1) + distance
    guard index < lines.count else { return }
    recalled = index < 0 ? nil : index
    line = LineEditor(index < 0 ? "" : lines[index])
    error = nil
  }
}
