import RewindJSON
package import RewindLog
import RewindQuery
import RewindSession
package import RewindTimeline

/// The full-screen stepper as a value: a session, and where in it a person stands.
///
/// Keys go in by ``press(_:)``, time is given by ``work(until:)``, the screen comes out by
/// ``screen(_:)``; terminals are somebody else's. What a screen shows is read when it is shown, and
/// only as much as fits, so that nothing here depends on how long a session is.
package struct Stepper {
  /// The parts of the screen that keys can be about.
  package enum Pane: Int, CaseIterable, Sendable {
    case actions
    case change
    case state
  }

  /// What a key asks of whoever owns the terminal.
  package enum Request: Hashable, Sendable {
    case quit
    case suspend
    /// Paint everything again, whatever the terminal shows.
    case redraw
    /// Replay the session without this action.
    case skip(Int)
  }

  /// What the keys are about.
  enum Mode {
    case browsing
    case asking(Question)
    case viewing(Viewer)
  }

  /// Only the actions of which something holds.
  struct Filter {
    let expression: StepExpression
    var matches: [Int] = []
  }

  /// A way to a step that is being looked for.
  struct Search {
    var scan: Scan
    /// What is said where there is none.
    let failure: String
  }

  /// One line for the person, until the next key.
  struct Message {
    let text: String
    var isTrouble = false
  }

  /// A session that another one was made of, and where one stood in it.
  struct Origin {
    let session: SessionReader
    let title: String?
    let index: Int
  }

  var session: SessionReader
  /// What the session is called, beside its app's name.
  var title: String?
  var origins: [Origin] = []
  /// Whether there is an app that could replay the session.
  let canReplay: Bool

  var index: Int
  var focus = Pane.actions
  var folding = TreeLayout.Folding() {
    didSet { foldingVersion += 1 }
  }
  /// Tells one state of ``folding`` from another.
  private(set) var foldingVersion = 0
  /// What is selected in the state tree.
  var selection = TreeLayout.Row.value(.root)
  /// What is selected in the change pane.
  var changeRow = 0
  var pins: [Pointer] = []
  var mode = Mode.browsing
  var message: Message?

  var filter: Filter?
  var filterScan: Scan?
  var search: Search?
  /// What `n` looks for.
  var wanted: (expression: StepExpression, text: String)?
  /// What was typed in answer to each question, the last first.
  var typed: [Question.Kind: [String]] = [:]

  /// Whether the session is still being written, and its end is what one wants to see.
  package internal(set) var isFollowing: Bool

  /// What goes on beside the keys, in a few words.
  package var activity: String?

  /// How large the screen was when it was asked for last: what a page is.
  package var size = ScreenSize.usual

  /// - Parameters:
  ///   - timeline: The session.
  ///   - index: Where to begin.
  ///   - isFollowing: Whether to go to the end whenever the session grows.
  ///   - canReplay: Whether ``Request/skip(_:)`` can be answered.
  package init(
    _ timeline: Timeline,
    at index: Int = 0,
    isFollowing: Bool = false,
    canReplay: Bool = false
  ) {
    session = SessionReader(timeline)
    self.isFollowing = isFollowing
    self.canReplay = canReplay
    self.index = max(isFollowing ? timeline.lastIndex : index, session.firstIndex)
  }

  /// The action at which the stepper stands; 0 for the initial state.
  package var currentIndex: Int { index }

  /// The log that is shown: the recorded one, or one that was made of it.
  package var shownLog: SessionLog { session.timeline.log }

  var step: StepContents { session.contents(of: index) }

  // MARK: - Going somewhere

  /// Goes to an index, as near as the session has one.
  mutating func go(to target: Int) {
    let target = min(max(target, session.firstIndex), session.lastIndex)
    guard target != index else { return }
    index = target
    changeRow = 0
  }

  /// Goes so many of the listed actions forth or back.
  mutating func go(by distance: Int) {
    guard let filter else { return go(to: index.advanced(by: distance)) }
    let place = filter.place(of: index)
    // Between two matches, the next one is one step away.
    let isMatch = place < filter.matches.count && filter.matches[place] == index
    let target = place + distance - (distance > 0 && !isMatch ? 1 : 0)
    guard let match = filter.matches[clamped: target] else { return }
    if distance > 0 ? match > index : match < index { go(to: match) }
  }

  // MARK: - A session that changes

  /// Takes in that the session has grown.
  package mutating func reload(_ timeline: Timeline) {
    guard origins.isEmpty else {
      // What is shown was made of it: the recorded session waits behind it.
      let first = origins[0]
      origins[0] = Origin(session: SessionReader(timeline), title: first.title, index: first.index)
      return
    }
    let wasAtEnd = index == session.lastIndex
    let lookedUpTo = session.lastIndex
    session = SessionReader(timeline)
    if isFollowing, wasAtEnd {
      go(to: session.lastIndex)
    }
    guard let filter, filterScan == nil else { return }
    // The last action may have had no state yet.
    self.filter?.matches.removeAll { $0 >= lookedUpTo }
    filterScan = Scan(
      timeline,
      filter.expression,
      .forth,
      in: lookedUpTo...max(lookedUpTo, session.lastIndex)
    )
  }

  /// Says why the session cannot be followed any more.
  package mutating func stopFollowing(because reason: String) {
    isFollowing = false
    say(reason, isTrouble: true)
  }

  /// Goes over to a session that was made of this one.
  ///
  /// - Parameters:
  ///   - timeline: The other session.
  ///   - index: Where to stand in it.
  ///   - title: What it is called.
  ///   - news: What is to be said about it.
  package mutating func enter(_ timeline: Timeline, at index: Int, title: String, news: String) {
    origins.append(Origin(session: session, title: self.title, index: self.index))
    change(to: SessionReader(timeline), title: title, at: index)
    message = Message(text: news)
  }

  /// Goes back to the session that this one was made of.
  mutating func leave() {
    guard let origin = origins.popLast() else {
      message = Message(text: "This is the session as it was recorded.")
      return
    }
    change(to: origin.session, title: origin.title, at: origin.index)
  }

  private mutating func change(to session: SessionReader, title: String?, at index: Int) {
    self.session = session
    self.title = title
    self.index = min(max(index, session.firstIndex), session.lastIndex)
    changeRow = 0
    search = nil
    if let filter { setFilter(filter.expression) }
  }

  /// Says something, as if a key had led to it.
  package mutating func say(_ text: String, isTrouble: Bool = false) {
    message = Message(text: text, isTrouble: isTrouble)
  }
}

extension Stepper.Filter {
  /// Where among the matches an index is, or would be.
  func place(of index: Int) -> Int {
    var (low, high) = (0, matches.count)
    while low < high {
      let middle = (low + high) / 2
      if matches[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array {
  /// The element at a place, or the one that is nearest to it; nil where there is none.
  subscript(clamped place: Int) -> Element? {
    isEmpty ? nil : self[Swift.min(Swift.max(place, 0), count - 1)]
  }
}
