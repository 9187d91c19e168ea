import RewindLog
import RewindSession
import RewindTimeline

/// The logs of all stores of a session, as one that grows.
///
/// A line that was shown keeps its number: lines are shown up to the latest time of the look before, when all logs had
/// been read. If an older line comes all the same, or another store, the log that is returned does not continue the
/// one before, and the page begins again.
final class LiveStores {
  private let path: String
  private let header: SessionHeader
  private var stores: SessionStores
  private var horizon = 0.0
  private var isHeldBack = false
  private var folderChange: SIMD2<Int>?
  private var nextLook = ContinuousClock.now
  /// The stores as they were merged last.
  private(set) var session: StoreSession?

  /// Merging takes at most a tenth of the time.
  private static let restFactor = 10

  /// - Throws: `SessionLogError` if the log cannot be read.
  init(_ path: String) throws {
    self.path = path
    header = try SessionLog.open(path).header
    stores = try Self.found(path)
    folderChange = NewestFiles.changeTime(of: FollowedPath(path).folder)
  }

  private static func found(_ path: String) throws -> SessionStores {
    SessionStores.find(beside: try Timeline.open(SessionLog.open(path))) { _ in }
  }

  /// Returns all that is known, as when a page begins.
  func whole() throws -> SessionLog {
    horizon = try StoreSession(stores, upTo: 0) { _ in }.latest
    return try merged()
  }

  /// Returns the log with what has come since; nil if there is nothing new to show.
  func refresh() throws -> SessionLog? {
    let now = ContinuousClock.now
    guard now >= nextLook else { return nil }
    defer { nextLook = .now + (.now - now) * Self.restFactor }
    let change = NewestFiles.changeTime(of: FollowedPath(path).folder)
    var next: SessionStores?
    if change != folderChange {
      folderChange = change
      next = try Self.found(path)
    } else {
      next = try stores.grown()
    }
    guard next != nil || isHeldBack else { return nil }
    stores = next ?? stores
    return try merged()
  }

  private func merged() throws -> SessionLog {
    let runs = SessionProcess(of: header)?.isRunning ?? false
    let session = try StoreSession(stores, upTo: runs ? horizon : nil) { _ in }
    (horizon, isHeldBack) = (session.latest, session.isHeldBack)
    self.session = session
    return session.timeline.log
  }
}

/// Looks for other stores of a session whose only one is shown by itself.
struct StoreDiscovery {
  private let path: String
  private var folderChange: SIMD2<Int>?

  init(_ path: String) { self.path = path }

  /// Returns true if another store has begun since.
  mutating func hasFound() -> Bool {
    let change = NewestFiles.changeTime(of: FollowedPath(path).folder)
    guard change != folderChange else { return false }
    folderChange = change
    return SessionStores.areSeveral(besides: path)
  }
}
