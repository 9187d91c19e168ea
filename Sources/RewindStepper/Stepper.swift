import RewindJSON
package import RewindLog
import RewindQuery
package import RewindSession
import RewindText
package import RewindTimeline

/// The full-screen stepper as a value: a session, and the current step in it.
///
/// Keys are passed to ``press(_:)``, time to ``work(until:)``, and ``screen(_:)`` returns the screen;
/// the caller owns the terminal. The contents of a screen are read when it is shown, and only as much
/// as fits, so that nothing here depends on the length of a session.
package struct Stepper {
  /// The parts of the screen that can have the focus.
  package enum Pane: Int, CaseIterable, Sendable {
    case actions
    case change
    case state
  }

  /// A request to the owner of the terminal.
  package enum Request: Hashable, Sendable {
    case quit
    case suspend
    /// Paint everything again.
    case redraw
    /// Replay the session without this action.
    case skip(Int)
    /// Search for the action to blame for the crash.
    case bisect
    /// Have the app draw the states of the session.
    case draw
    /// Stop the replay that ``activity`` is about.
    case stop
    /// Put a text on the clipboard.
    case copy(String)
  }

  /// The mode that determines the meaning of keys.
  enum Mode {
    case browsing
    case asking(Question)
    case viewing(Viewer)
  }

  /// A filter that lists only the actions that meet a criterion.
  struct Filter {
    let criterion: StepCriterion
    /// True if the current step stays where it is, even if it is not listed.
    var keepsStep = false
    var matches: [Int] = []
  }

  /// A search in progress.
  struct Search {
    var scan: Scan
    /// The search on the other side of the end, for afterwards.
    var rest: Scan?
    /// The message if nothing is found.
    let failure: String
    /// True if the end of the session was passed.
    var isWrapped = false
    /// True if the criterion was typed, and so may be misspelled.
    let isTyped: Bool
  }

  /// The steps that meet the criterion of a search.
  struct Matches {
    var found: [Int] = []
    /// The scan that goes on counting; nil once all were counted.
    var scan: Scan?

    /// Returns the position of a step among them; nil if it is none of them.
    func position(of index: Int) -> Int? {
      let position = found.partitioningIndex { $0 >= index }
      return position < found.count && found[position] == index ? position : nil
    }
  }

  /// A message, shown until the next key.
  struct Message {
    let text: String
    var isError = false
  }

  /// A session from which another one was derived, and the step in it.
  struct Origin {
    let session: SessionReader
    let title: String?
    let index: Int
  }

  var session: SessionReader
  /// The session's title, beside its app's name.
  var title: String?
  var origins: [Origin] = []
  /// True if there is an app that could replay the session.
  let canReplay: Bool

  package internal(set) var index: Int
  var focus = Pane.actions
  var folding = TreeLayout.Folding() {
    didSet { foldingVersion += 1 }
  }
  /// A counter that changes with ``folding``.
  private(set) var foldingVersion = 0
  /// The selected row of the state tree.
  var selection = TreeLayout.Row.value(.root)
  /// The selected row of the change pane.
  var changeRow = 0
  var mode = Mode.browsing
  /// The screens that the app drew, as lines by their actions; nil before it was asked.
  var screens: [Int: [String]]?
  /// True if the pane of the state shows the app's screen instead.
  var showsScreen = false
  var message: Message?

  var filter: Filter?
  var filterScan: Scan?
  var search: Search?
  /// The criterion that `n` searches for, as typed.
  ///
  /// If it is a text, the screen highlights it.
  var wanted: (criterion: StepCriterion, text: String)? {
    didSet { matches = nil }
  }
  /// All steps that meet that criterion, as far as they were counted.
  var matches: Matches?
  /// The lines typed for each kind of question, latest first.
  var typed: [Question.Kind: [String]] = [:]

  /// True if the session is still being written, and the stepper stays at its end.
  package internal(set) var isFollowing: Bool

  /// The process that writes the followed session, if it seems to have ended without closing it.
  package var lostWriter: Int? {
    didSet {
      guard let lostWriter, oldValue == nil else { return }
      say("The app seems to have died: its process \(lostWriter) is gone.", isError: true)
    }
  }

  /// The current background activity, in a few words.
  package var activity: String?

  /// The last requested size of the screen; it determines a page.
  package var size = ScreenSize.usual

  /// - Parameters:
  ///   - timeline: The session.
  ///   - index: The index to start at.
  ///   - isFollowing: Indicates whether to go to the end whenever the session grows.
  ///   - canReplay: Indicates whether ``Request/skip(_:)`` can be carried out.
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
    // What is so of every session needs no message. A very long log is not read whole before its first screen.
    guard !timeline.log.isVerifiedOnReading,
      let signs = try? SessionSigns.read(timeline).warnings(in: timeline), !signs.isEmpty
    else { return }
    message = Message(text: signs.joined(separator: " ") + " (i: in full)")
  }

  /// Shows the facts that a reader needs before anything else, in the words of the summary.
  mutating func showSigns() {
    do {
      let signs = try SessionSigns.read(session.timeline).lines(in: session.timeline)
      guard !signs.isEmpty else { return say("Nothing about this session is out of the ordinary.") }
      mode = .viewing(Viewer(title: "About this session", prose: signs, hang: 2))
    } catch {
      say("\(error)", isError: true)
    }
  }

  /// The log that is shown: the recorded one, or one derived from it.
  package var shownLog: SessionLog { session.timeline.log }

  /// The end of the recorded session, as far as it has been read.
  package var recordedEnd: SessionEnd { (origins.first?.session ?? session).timeline.end }

  var step: StepContents { session.contents(of: index) }

  // MARK: - Moving

  /// Moves to an index, or the nearest one that the session has.
  mutating func go(to target: Int) {
    let target = min(max(target, session.firstIndex), session.lastIndex)
    guard target != index else { return }
    index = target
    changeRow = 0
  }

  /// Moves by a number of listed actions, forward or back.
  mutating func go(by distance: Int) {
    guard let filter else { return go(to: index.advanced(by: distance)) }
    let position = filter.position(of: index)
    // Between two matches, the next match is one step away.
    let isMatch = position < filter.matches.count && filter.matches[position] == index
    let target = position + distance - (distance > 0 && !isMatch ? 1 : 0)
    guard let match = filter.matches[clamped: target] else { return }
    if distance > 0 ? match > index : match < index { go(to: match) }
  }

  // MARK: - A session that changes

  /// Updates the session after it has grown.
  package mutating func reload(_ timeline: Timeline) {
    guard origins.isEmpty else {
      // The shown session was derived from the recorded one, which is updated in the background.
      let first = origins[0]
      origins[0] = Origin(session: SessionReader(timeline), title: first.title, index: first.index)
      return
    }
    let wasAtEnd = index == session.lastIndex
    let lookedUpTo = session.lastIndex
    session = SessionReader(timeline)
    matches = nil
    if isFollowing, wasAtEnd {
      go(to: session.lastIndex)
    }
    guard let filter, filterScan == nil else { return }
    // The last action may not have had a state yet.
    self.filter?.matches.removeAll { $0 >= lookedUpTo }
    filterScan = Scan.begin(
      timeline,
      filter.criterion,
      .forward,
      in: lookedUpTo...max(lookedUpTo, session.lastIndex)
    )
  }

  /// Goes over to a session that the app has begun since.
  package mutating func restart(_ timeline: Timeline) {
    origins = []
    lostWriter = nil
    let isSame = timeline.log.header.session == session.timeline.log.header.session
    change(to: SessionReader(timeline), title: nil, at: timeline.lastIndex)
    say(isSame ? "The session goes on in a new segment." : "The app has started again.")
  }

  /// Reports why the session can no longer be followed.
  package mutating func stopFollowing(because reason: String) {
    isFollowing = false
    say(reason, isError: true)
  }

  /// Switches to a session that was derived from this one.
  ///
  /// - Parameters:
  ///   - timeline: The other session.
  ///   - index: The index to show in it.
  ///   - title: Its title.
  ///   - news: A message about it.
  package mutating func enter(_ timeline: Timeline, at index: Int, title: String, news: String) {
    origins.append(Origin(session: session, title: self.title, index: self.index))
    change(to: SessionReader(timeline), title: title, at: index)
    say(news)
  }

  /// Returns to the session from which this one was derived.
  mutating func leave() {
    guard let origin = origins.popLast() else {
      return say("This is the session as it was recorded.")
    }
    change(to: origin.session, title: origin.title, at: origin.index)
  }

  private mutating func change(to session: SessionReader, title: String?, at index: Int) {
    self.session = session
    self.title = title
    (screens, showsScreen) = (nil, false)
    self.index = min(max(index, session.firstIndex), session.lastIndex)
    changeRow = 0
    (search, matches) = (nil, nil)
    if let filter { setFilter(filter.criterion) }
  }

  /// Shows a message.
  package mutating func say(_ text: String, isError: Bool = false) {
    message = Message(text: text, isError: isError)
  }
}

extension Stepper.Filter {
  /// Returns the position of an index among the matches, or where it would be.
  func position(of index: Int) -> Int { matches.partitioningIndex { $0 >= index } }
}

extension Array {
  /// The element at an index, or the nearest one; nil if the array is empty.
  subscript(clamped position: Int) -> Element? {
    isEmpty ? nil : self[Swift.min(Swift.max(position, 0), count - 1)]
  }
}
