import RewindJSON
import RewindSession
package import RewindTimeline

/// The screens of a session, drawn by an app from the states of its log.
///
/// The states are those of the log, so that nothing is in a screen that the log redacts. Only an app that cannot decode
/// its states draws from a replay.
package struct SessionScreens: Sendable {
  package typealias Drawn = Result<StateScreen, ScreenFailure>

  /// The different screens, in the order in which they first occur.
  package private(set) var screens: [Drawn] = []
  /// The places of the screens in ``screens`` by the action after which they are shown.
  package private(set) var places: [Int: Int] = [:]

  /// The reason why an app draws nothing.
  package enum Refusal: Error, Hashable, CustomStringConvertible {
    case noScreens(program: String)
    case hidden(program: String)

    package var description: String {
      switch self {
      case .noScreens(let program):
        """
        \(program) draws no screens. In Swift, pass `screen:` to `answerReplayRequest`; for other languages see \
        `rewind help contract`.
        """
      case .hidden(let program):
        """
        \(program) cannot decode its states, so screens would come from a replay, which may show what the log \
        redacts or states that the app does not reach. Make the state Codable, or see `rewind decoders`.
        """
      }
    }
  }

  /// The bytes of states in one request; an app holds them while it draws.
  private static let requestLimit = 32 << 20
  /// The number of failures after which an app is not started again, and the same for those that take seconds.
  private static let (failureLimit, timeOutLimit) = (20, 3)

  private var known: [Drawn: Int] = [:]
  private var (failures, timeOuts) = (0, 0)

  private init() {}

  package subscript(index: Int) -> Drawn? { places[index].map { screens[$0] } }

  /// Has an app draw the states after some actions; those that the log lacks are left out.
  ///
  /// - Parameters:
  ///   - indexes: The actions, in increasing order.
  ///   - timeline: The session.
  ///   - program: The app.
  ///   - onProgress: Called now and then with the number of states that are drawn.
  /// - Returns: The screens.
  /// - Throws: ``Refusal``; `ReplayProgramError` where the app cannot be started; `SessionLogError`.
  package static func draw(
    _ indexes: some Sequence<Int>,
    of timeline: Timeline,
    by program: ReplayProgram,
    onProgress: (Int) -> Void = { _ in }
  ) throws -> SessionScreens {
    var drawn = SessionScreens()
    do {
      try drawn.draw(Array(indexes), timeline, program.drawing(), onProgress)
    } catch is Opaque {
      drawn = SessionScreens()
      try drawn.replay(Array(indexes), timeline, program.drawing())
    }
    return drawn
  }

  private struct Opaque: Error {}

  private mutating func draw(
    _ indexes: [Int],
    _ timeline: Timeline,
    _ program: ReplayProgram,
    _ onProgress: (Int) -> Void
  ) throws {
    var (states, size): ([(index: Int, text: [UInt8])], Int) = ([], 0)
    /// The actions that left the state as it was before.
    var repeats: [(index: Int, first: Int)] = []
    var last: (index: Int, text: [UInt8])?
    for index in indexes {
      guard let line = try timeline.stateLine(after: index) else { continue }
      var text: [UInt8] = []
      try timeline.state(at: line).write(to: &text)
      if let last, last.text == text {
        repeats.append((index, last.index))
        continue
      }
      last = (index, text)
      states.append((index, text))
      size += text.count
      if size > Self.requestLimit {
        try draw(states, timeline, program)
        (states, size) = ([], 0)
        onProgress(index)
      }
    }
    try draw(states, timeline, program)
    for (index, first) in repeats { places[index] = places[first] }
  }

  /// Has an app draw states, and starts it again behind each that it dies of.
  private mutating func draw(
    _ states: [(index: Int, text: [UInt8])],
    _ timeline: Timeline,
    _ program: ReplayProgram
  ) throws {
    var rest = states[...]
    while !rest.isEmpty {
      guard failures < Self.failureLimit, timeOuts < Self.timeOutLimit else {
        for state in rest { add(.failure(.notTried), at: state.index) }
        return
      }
      var request = ReplayRequest(timeline, states: .none, screens: rest.map(\.index))
      for state in rest { request.start(after: state.index, text: state.text) }
      var answers: [(index: Int, screen: Drawn)] = []
      let outcome = try program.run(request) { line in
        try Self.check(line, program)
        if let answer = Self.screen(line) { answers.append(answer) }
      }
      for answer in answers {
        guard let place = rest.firstIndex(where: { $0.index == answer.index }) else { continue }
        add(answer.screen, at: answer.index)
        rest = rest[(place + 1)...]
      }
      guard let next = rest.popFirst() else { return }
      add(.failure(failure(of: outcome)), at: next.index)
    }
  }

  private mutating func failure(of outcome: ReplayProgram.Outcome) -> ScreenFailure {
    failures += 1
    switch outcome.ending {
    case .died(let crash):
      if crash == .timeOut { timeOuts += 1 }
      return .died(crash, wrote: ErrorTrace(outcome.errorText).lines.last ?? "")
    case .undecodable(let parts): return .undecodable(parts.description)
    case .closed, .unresolved: return .refused("the app left it out")
    }
  }

  /// Replays the whole session, for an app that cannot decode its states.
  private mutating func replay(
    _ indexes: [Int],
    _ timeline: Timeline,
    _ program: ReplayProgram
  ) throws {
    guard (timeline.log.header.json["redacted"]?.array ?? []).isEmpty,
      try timeline.firstStateNeeded() == nil
    else { throw Refusal.hidden(program: program.name) }
    var answers: [(index: Int, screen: Drawn)] = []
    let outcome = try program.run(.whole(timeline, states: .all, screens: indexes)) { line in
      if case .header(let header) = line, header.json["screens"]?.bool != true {
        throw Refusal.noScreens(program: program.name)
      }
      if let answer = Self.screen(line) { answers.append(answer) }
    }
    for answer in answers { add(answer.screen, at: answer.index) }
    // It has made the state, and not its screen.
    if case .died = outcome.ending, outcome.lastActionIsDone, let index = outcome.lastAction {
      add(.failure(failure(of: outcome)), at: index)
    }
  }

  private mutating func add(_ screen: Drawn, at index: Int) {
    let place = known[screen] ?? screens.count
    if place == screens.count {
      known[screen] = place
      screens.append(screen)
    }
    places[index] = place
  }

  private static func check(_ line: SessionLine, _ program: ReplayProgram) throws {
    guard case .header(let header) = line else { return }
    guard header.json["screens"]?.bool == true else {
      throw Refusal.noScreens(program: program.name)
    }
    if !header.decodesState { throw Opaque() }
  }

  private static func screen(_ line: SessionLine) -> (index: Int, screen: Drawn)? {
    guard case .unknown(let json) = line, let index = json["after"]?.int,
      let screen = json["screen"]
    else { return nil }
    return (index, Result { () throws(ScreenFailure) in try StateScreen(screen) })
  }
}
