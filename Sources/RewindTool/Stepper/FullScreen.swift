import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession
import RewindStepper
import RewindTimeline

/// The stepper on a terminal: waits for keys, passes them to the model, and draws its screen.
struct FullScreen {
  private var stepper: Stepper
  /// The recorded session, which may be growing.
  private var log: SessionLog
  /// The path at which the app may begin another session; nil without following.
  private var followed: FollowedPath?
  /// The stores of the session, if several are followed.
  private var stores: LiveStores?
  /// True if all stores of a session are followed, where it has several.
  private let takesStores: Bool
  private var discovery: StoreDiscovery?
  private let program: ReplayProgram?
  private let isColored: Bool

  private var decoder = KeyDecoder()
  /// The screen that the terminal shows.
  private var shown: Screen?
  private var lastLook = ContinuousClock.now
  private var replaying: StepperReplayTask?

  /// The duration of a slice of a search, so that a key is answered within a frame.
  private static let slice = Duration.milliseconds(12)
  /// The interval at which a growing session is read.
  private static let followInterval = Duration.milliseconds(200)
  /// Terminals send the bytes of one key together; an escape alone for this many milliseconds is a key.
  private static let escapeDelay: CInt = 30

  init(
    _ stepper: Stepper,
    _ log: SessionLog,
    _ program: ReplayProgram?,
    following followed: FollowedPath?,
    _ stores: LiveStores?,
    takesStores: Bool,
    isColored: Bool
  ) {
    self.stepper = stepper
    self.log = log
    self.followed = followed
    (self.stores, self.takesStores) = (stores, takesStores)
    discovery = takesStores && stores == nil ? StoreDiscovery(log.path) : nil
    self.program = program
    self.isColored = isColored
  }

  /// Runs until the user quits.
  mutating func run() throws {
    let signals = try TerminalSignals.watch()
    try enter()
    Signals.beforeExit { RawTerminal.leave() }
    defer {
      RawTerminal.leave()
      Signals.beforeExit(nil)
      if replaying != nil { RunningChildren.shared.close() }
    }
    while draw() {
      guard try waitAndAnswer(signals) else { return }
      work()
      lookAgain()
    }
  }

  /// Draws the changes; returns false if the terminal is gone.
  private mutating func draw() -> Bool {
    let size = RawTerminal.size
    stepper.size = size
    let screen = stepper.screen(size)
    guard screen != shown else { return true }
    defer { shown = screen }
    return RawTerminal.write(screen.output(after: shown, isColored: isColored))
  }

  // MARK: - Waiting

  /// Waits for an event and handles it; returns false at the end.
  private mutating func waitAndAnswer(_ signals: TerminalSignals) throws -> Bool {
    var sources = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.input, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&sources, 2, timeout)
    guard count >= 0 || errno == EINTR else { return false }
    if count > 0, sources[1].revents != 0 {
      for event in signals.events() { try hear(event, signals) }
    }
    var keys: [Key] = []
    if count > 0, sources[0].revents != 0 {
      let bytes = RawTerminal.read()
      guard !bytes.isEmpty else { return false }
      keys = decoder.keys(bytes)
    } else if decoder.isWaiting, count == 0 {
      keys = decoder.flush()
    }
    for key in keys {
      // Keys typed ahead apply to the screen to come.
      work()
      guard try answer(key, signals) else { return false }
    }
    return true
  }

  /// Continues a search for a moment.
  private mutating func work() {
    guard stepper.isBusy else { return }
    let end = ContinuousClock.now + Self.slice
    stepper.work { ContinuousClock.now >= end }
  }

  /// The time to wait in milliseconds; -1 for no limit.
  private var timeout: CInt {
    if stepper.isBusy { return 0 }
    if decoder.isWaiting { return Self.escapeDelay }
    return stepper.isFollowing ? CInt(Self.followInterval / .milliseconds(1)) : -1
  }

  private mutating func hear(_ event: TerminalSignals.Event, _ signals: TerminalSignals) throws {
    switch event {
    case .resized: break
    case .stop: try suspend(signals)
    case .resumed:
      try enter()
    case .done:
      followReplay()
    }
  }

  // MARK: - Answering

  private mutating func answer(_ key: Key, _ signals: TerminalSignals) throws -> Bool {
    switch stepper.press(key) {
    case .quit?: return false
    case .suspend?: try suspend(signals)
    case .redraw?: shown = nil
    case .skip(let index)?: start(.skip(index))
    case .bisect?: start(.bisect)
    case .draw?: start(.draw)
    case .stop?:
      replaying?.stop()
      followReplay()
    case .copy(let text)?: RawTerminal.copy(text)
    case nil: break
    }
    return true
  }

  private mutating func suspend(_ signals: TerminalSignals) throws {
    RawTerminal.leave()
    signals.stop()
    try enter()
  }

  private mutating func enter() throws {
    try RawTerminal.enter()
    shown = nil
  }

  /// Reads new lines of the session.
  private mutating func lookAgain() {
    guard stepper.isFollowing, ContinuousClock.now - lastLook >= Self.followInterval else { return }
    lastLook = ContinuousClock.now
    do {
      if let path = followed?.newest(after: log.header, orSegment: stores == nil) {
        return try begin(path)
      }
      if discovery?.hasFound() == true { return try begin(log.path) }
      let hasGrown = try refresh()
      if hasGrown { stepper.reload(try Timeline.open(log)) }
      stepper.lostWriter = hasGrown ? nil : lostWriter
    } catch {
      stepper.stopFollowing(because: "\(error)")
    }
  }

  /// Follows another session, or more stores of this one.
  private mutating func begin(_ path: String) throws {
    let areSeveral = takesStores && SessionStores.areSeveral(besides: path)
    stores = areSeveral ? try LiveStores(path) : nil
    discovery = takesStores && !areSeveral ? StoreDiscovery(path) : nil
    log = try stores?.whole() ?? SessionLog.open(path)
    stepper.restart(try Timeline.open(log))
  }

  /// Reads on; returns true if there is more to show.
  private mutating func refresh() throws -> Bool {
    guard let stores else { return try log.refresh() }
    guard let next = try stores.refresh() else { return false }
    log = next
    return true
  }

  /// The ID of the process that writes the log, if it seems to be gone; nil if the log is closed.
  ///
  /// In another container, processes have other numbers, so that this is only a hint.
  private var lostWriter: Int? {
    guard ![.closed, .continued].contains(stepper.recordedEnd),
      let process = SessionProcess(of: log.header),
      !process.isRunning
    else { return nil }
    return Int(process.id)
  }

  private mutating func start(_ replay: StepperReplay) {
    guard replaying == nil else { return stepper.say("Another replay is still running.") }
    guard let program else { return }
    replaying = .start(replay, stepper.shownLog, by: program)
    followReplay()
  }

  /// Shows the progress of the replay, or its answer.
  private mutating func followReplay() {
    guard let task = replaying else { return }
    stepper.activity = task.activity
    guard let show = task.result else { return }
    replaying = nil
    stepper.activity = nil
    if task.wasStopped { stepper.say("Stopped.") } else { show(&stepper) }
  }
}
