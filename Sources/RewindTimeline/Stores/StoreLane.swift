import RewindCoding
import RewindLog
import RewindSession

/// The lines of a store's log, cut into the pieces between which other stores' lines may come.
///
/// ```
/// header ┆ initial state ┆ action 1 ▸ inputs ▸ state 1 ┆ note ┆ external ┆ action 2 ▸ …
/// ```
///
/// An action has its time, and a note, and a change without an action that the app reported. Another one is noticed, and
/// written, when the next action begins, and has the time of that one. The initial state has a wall clock of milliseconds.
struct StoreLane {
  /// Lines that stay together.
  struct Piece {
    var time: Double
    /// The action that it begins with.
    var action: Int?
    var cause: CauseReference?
    let log: SessionLog
    var lines: Range<Int>
    /// True if its time is that of the next piece.
    var isUntimed = false
    /// True if the action never ended, and nothing follows it.
    var isOpen = false
  }

  let name: String
  /// Returns the name here of a store that its lines name.
  let nameHere: (String) -> String
  /// The seconds from time 0 of the axis to the start of its session.
  let shift: Double
  private(set) var pieces: [Piece] = []
  /// True if all of it could be read, and the app closed it.
  let isClosed: Bool
  /// True if its end is missing.
  let isCut: Bool
  /// The action from which on the clock had gone back.
  private(set) var stepBack: Int?
  /// True if the last action has not ended.
  private var hasOpenAction = false

  /// Reads the times of a store's actions.
  ///
  /// - Parameters:
  ///   - member: The store's log.
  ///   - started: The wall clock at time 0 of the axis.
  /// - Throws: `SessionLogError` if the log cannot be read.
  init(_ member: SessionStores.Member, from started: Double?) throws(SessionLogError) {
    (name, nameHere) = (member.name, member.nameHere)
    let end = member.segments[member.segments.count - 1].end
    (isClosed, isCut) = (end == .closed, end == .cut)
    shift = member.started.flatMap { own in started.map { own - $0 } } ?? 0
    for timeline in member.segments { try cut(timeline.log, started: started) }
    if case .crashed(let action) = end, let last = pieces.indices.last,
      pieces[last].action == action
    {
      pieces[last].isOpen = true
    }
    settleTimes()
  }

  private mutating func cut(
    _ log: SessionLog,
    started: Double?
  ) throws(SessionLogError) {
    var open: Set<Int> = []
    var last = LineKind.header
    func begin(_ time: Double?, _ line: Int) -> Piece {
      Piece(
        time: time.map { $0 + shift } ?? 0,
        log: log,
        lines: line..<line + 1,
        isUntimed: time == nil
      )
    }
    for line in 1..<max(log.lineCount, 1) {
      let key = try log.key(of: line)
      defer { last = key.kind }
      switch key.kind {
      case .action:
        guard case .action(let action) = try log.line(line) else { break }
        open.insert(action.index)
        var piece = begin(action.time ?? 0, line)
        (piece.action, piece.cause) = (action.index, action.origin)
        pieces.append(piece)
        continue
      case .note where open.isEmpty:
        guard case .note(let note) = try log.line(line) else { break }
        pieces.append(begin(note.time, line))
        continue
      case .external where open.isEmpty && last != .travel:
        guard case .external(let change) = try log.line(line) else { break }
        pieces.append(begin(change.time, line))
        continue
      case .travel, .gap:
        pieces.append(begin(nil, line))
        continue
      case .patch, .keyframe, .reduced:
        if let index = key.index { open.remove(index) }
        guard pieces.isEmpty, case .state(let state) = try log.line(line) else { break }
        let wall = state.wall.flatMap(DateText.secondsSince2001)
        // Both ends are rounded to milliseconds.
        let time = wall.flatMap { wall in started.map { wall - $0 - 0.001 } } ?? 0
        var piece = begin(nil, 1)
        (piece.time, piece.lines, piece.isUntimed) = (max(0, time), 1..<line + 1, false)
        pieces.append(piece)
        continue
      case .header, .input, .external, .note, .types, .held, .laterKeyframe, .end, .unknown: break
      }
      guard let index = pieces.indices.last else { continue }
      if pieces[index].log === log {
        pieces[index].lines = pieces[index].lines.lowerBound..<line + 1
      } else {
        // The first state of a later segment.
        pieces.append(begin(nil, line))
      }
    }
    hasOpenAction = !open.isEmpty
  }

  /// Gives each piece a time that is not before the one above.
  private mutating func settleTimes() {
    var latest = 0.0
    for index in pieces.indices where !pieces[index].isUntimed && index > 0 {
      if pieces[index].time < latest, stepBack == nil { stepBack = pieces[index].action }
      latest = max(latest, pieces[index].time)
      pieces[index].time = latest
    }
    var next: Double?
    for index in pieces.indices.reversed() {
      if pieces[index].isUntimed { pieces[index].time = next ?? latest }
      if index == 0 { pieces[index].time = min(pieces[index].time, next ?? .infinity) }
      next = pieces[index].time
    }
  }

  // MARK: - A log that grows

  /// The time of the last piece.
  var latest: Double { pieces.last?.time ?? 0 }

  /// The time of an action that has not ended, from which on more lines may come; nil if there is none.
  var unsettledFrom: Double? { hasOpenAction ? pieces.last { $0.action != nil }?.time : nil }

  /// Leaves out what comes after a time, or at one from which on more lines may come, and what the next action dates.
  mutating func cut(after time: Double, from unsettled: Double) {
    while pieces.last?.isUntimed ?? false { pieces.removeLast() }
    pieces.removeAll { $0.time > time || $0.time >= unsettled }
  }
}
