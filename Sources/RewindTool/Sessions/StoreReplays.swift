import RewindDiagnosis
import RewindLog
import RewindSession
import RewindTimeline

/// Replays of a session of several stores, by a program that replays the log of one.
struct StoreReplays {
  private let stores: SessionStores
  private let session: StoreSession
  let program: ReplayProgram

  /// Reads the stores of a session anew, of which one has its log at `path`.
  ///
  /// - Throws: `SessionLogError` if it cannot be read.
  init(besides path: String, by program: ReplayProgram) throws {
    self.program = program
    let recorded = SessionStores.find(beside: try Timeline.open(SessionLog.open(path))) { _ in }
    // What the app does not reproduce stays as it was recorded.
    stores = recorded.completed { (try? StateBackfill.whole($0, by: program)) ?? $0 }
    session = try StoreSession(stores) { _ in }
  }

  /// The timeline of all stores.
  var timeline: Timeline { session.timeline }

  /// The log of the store in whose action the program died; nil if it died in none.
  private var crashed: (store: String, timeline: Timeline)? {
    stores.members.lazy.compactMap { member in
      guard let last = member.segments.last, case .crashed = last.end else { return nil }
      return (member.name, last)
    }.first
  }

  /// Searches the action to blame in the store that crashed.
  ///
  /// - Returns: The answer with the indexes of all stores; nil if none crashed.
  func bisect(
    budget: SearchBudget = .usual,
    progress: @escaping (_ replays: Int) -> Void = { _ in }
  ) throws -> CrashBisection.Result? {
    guard let crashed else { return nil }
    let result = try CrashBisection.run(
      crashed.timeline,
      by: program,
      budget: budget,
      progress: progress
    )
    guard case .found(let culprit) = result else { return result }
    let store = crashed.store
    let change = try culprit.externalChange.flatMap { try session.externalChange($0, of: store) }
    return .found(
      culprit.renumbered(change) { session.index(of: StoreAction(store: store, index: $0)) ?? 0 }
    )
  }

  /// Replays the log of an action's store without it; the other stores are as they were recorded.
  ///
  /// - Returns: The session, and the end of that store's replay; nil if the session has no such action.
  func without(
    _ index: Int
  ) throws -> (timeline: Timeline, store: String, result: SessionEdit.Result)? {
    guard let action = try session.timeline.action(index).storeAction,
      let member = stores.members.first(where: { $0.name == action.store }),
      let log = member.segments.last, action.index > log.firstIndex
    else { return nil }
    let result = try SessionEdit.read(log, applying: [.drop(action.index...action.index)])
      .run(by: program)
    let other = try Timeline.open(result.text.log(named: log.log.path))
    let changed = try StoreSession(stores.replacing(log, by: other)) { _ in }
    return (changed.timeline, action.store, result)
  }
}
