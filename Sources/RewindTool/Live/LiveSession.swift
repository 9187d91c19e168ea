import Foundation
import RewindJSON
import RewindLog
import RewindReports
import RewindSession
import RewindTimeline

/// A session that browsers look at, as its log grows.
///
/// The log is the truth: what the page shows was read from it, so that the crash is in it. Used on the
/// server's thread, except ``timeline()``.
final class LiveSession: @unchecked Sendable {
  /// The name under which browsers ask for it.
  let id: String
  let path: String
  /// True if the action to blame can be searched for.
  private let hasProgram: Bool
  /// With several stores, another one each time that there is more, which begins like the one before.
  var log: SessionLog { lock.withLock { shown } }
  /// True if what was shown has to be read again.
  private(set) var isOutdated = false
  /// The outcome of the search for the action to blame; nil unless it was asked for.
  var diagnosis: PageDiagnosis? { didSet { factsChanged() } }
  /// The number of changes of the facts, by which a stream knows whether it has sent them.
  private(set) var factsVersion = 1
  /// The reason why no more lines are read; nil as long as they are.
  private(set) var failure: String?
  /// True if the log is not at its path any more; what is still written to it is read.
  private(set) var isGone = false { didSet { if isGone != oldValue { factsChanged() } } }

  private let lock = NSLock()
  private var shown: SessionLog
  /// The stores of the session; nil where one is shown.
  private let stores: LiveStores?
  /// Finds the stores that begin later; nil where one is wanted.
  private var discovery: StoreDiscovery?
  private var reader: PageLine
  private var recent: [Int: [UInt8]] = [:]
  private var isRunning: Bool?
  private var lastLook = ContinuousClock.now
  private var contradiction: String?
  /// The facts as they were when the log could be read last.
  private var lastFacts: JSONObject?
  /// The sentences of ``SessionSigns``, and the number of lines that they are about.
  private var signs: (lineCount: Int, lines: [String])?
  /// Those that a thread of its own has read, until they are taken; only in the lock.
  private var readSigns: (lineCount: Int, lines: [String])?
  private var isReadingSigns = false
  private let fileNumber: Int?
  /// The number of lines when the facts changed last.
  private var countOfFacts = 0

  /// The number of lines that are kept as they are sent, for the other browsers.
  private static let recentCount = 4_096
  /// The lines of a session whose signs are read beside the server's thread.
  private static let longSession = 100_000
  /// The time between two looks at the process that writes.
  private static let lookInterval = Duration.milliseconds(250)

  private init(
    _ id: String,
    _ log: SessionLog,
    _ reader: Timeline,
    _ contradiction: String?,
    _ stores: LiveStores?,
    _ discovery: StoreDiscovery?,
    hasProgram: Bool
  ) {
    (self.discovery, self.hasProgram) = (discovery, hasProgram)
    (self.id, shown, self.contradiction, self.stores) = (id, log, contradiction, stores)
    path = log.path
    self.reader = PageLine(reader)
    isRunning = SessionProcess(of: log.header)?.isRunning
    fileNumber = Self.fileNumber(of: log.path)
  }

  /// Opens a session's log, or those of all its stores, if there are several and they are wanted.
  ///
  /// - Throws: `SessionLogError` if it is not a session, or cannot be read.
  static func opened(
    _ path: String,
    id: String,
    ofStores: Bool,
    hasProgram: Bool
  ) throws -> LiveSession {
    let areSeveral = ofStores && SessionStores.areSeveral(besides: path)
    let stores = areSeveral ? try LiveStores(path) : nil
    let log = try stores?.whole() ?? SessionLog.open(path)
    let faults = try LogFaults.find(in: log)
    return LiveSession(
      id,
      log,
      try Timeline.open(log),
      faults.contradiction?.why,
      stores,
      ofStores && !areSeveral ? StoreDiscovery(path) : nil,
      hasProgram: hasProgram
    )
  }

  /// True if it is of all stores of the app.
  var isOfStores: Bool { stores != nil }
  /// The actions of each store; nil where one is shown.
  var storeSession: StoreSession? { stores?.session }

  /// A view of the whole log as it is now, for the thread that asks.
  func timeline() throws -> Timeline { try Timeline.open(log) }

  // MARK: - Growth

  /// Reads new lines; polls whether the app runs.
  func refresh() {
    guard failure == nil else { return }
    takeSigns()
    do {
      try readMore()
    } catch {
      fail(error)
    }
    guard ContinuousClock.now - lastLook >= Self.lookInterval else { return }
    lastLook = .now
    isGone = Self.fileNumber(of: path) != fileNumber
    let runs = SessionProcess(of: log.header)?.isRunning
    // What it wrote last may have come between the two looks.
    if runs != isRunning { try? readMore() }
    let hasGrown = log.lineCount != countOfFacts && isRunning != true
    if runs != isRunning || hasGrown { factsChanged() }
    isRunning = runs
  }

  private func readMore() throws {
    guard let stores else {
      try log.refresh()
      if discovery?.hasFound() == true { isOutdated = true }
      return
    }
    guard let next = try stores.refresh() else { return }
    let (count, known) = (log.lineCount, log)
    // Checksums are continued from line to line: if the last one is the same, so are all before.
    guard next.lineCount >= count, try next.bytes(of: count - 1) == known.bytes(of: count - 1)
    else {
      isOutdated = true
      return
    }
    reader = PageLine(try Timeline.open(next))
    lock.withLock { shown = next }
  }

  /// Returns the number of a file in its file system; nil if there is none.
  private static func fileNumber(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.systemFileNumber] as? Int
  }

  /// Ends the reading of lines; the facts say why.
  func fail(_ error: any Error) {
    failure = failure ?? "\(error)"
    factsChanged()
  }

  private func factsChanged() {
    countOfFacts = log.lineCount
    factsVersion += 1
  }

  // MARK: - What browsers get

  /// Returns a line as the page has it, nil for one that it does not use.
  func line(_ line: Int) throws -> [UInt8]? {
    if let known = recent[line] { return known.isEmpty ? nil : known }
    let bytes = try reader.bytes(of: line)
    if recent.count >= Self.recentCount { recent = [:] }
    recent[line] = bytes ?? []
    return bytes
  }

  /// Returns the facts about the session, with its path and whether its process runs.
  func facts() throws -> JSONValue {
    var members = try factsOfLog()
    members["id"] = .string(id)
    members["path"] = .string(path)
    members["running"] = isRunning.map { .bool($0) } ?? .null
    members["failure"] = failure.map { .string($0) } ?? .null
    members["isGone"] = .bool(isGone)
    // A recorder stops at a file that is gone: an action without a state need not have died.
    if isGone, members["end"] == "crashed" { members["end"] = "cut" }
    return .object(members)
  }

  /// Returns what a reader has to know before anything else, once the session is over: a burst is one at its end.
  private func signs(of timeline: Timeline) throws -> [String] {
    guard isRunning != true else { return [] }
    if let known = signs, known.lineCount == log.lineCount { return known.lines }
    guard log.lineCount < Self.longSession else {
      readSignsBeside()
      return signs?.lines ?? []
    }
    let lines = try timeline.signsInWords()
    signs = (log.lineCount, lines)
    return lines
  }

  /// Reads the signs of a long session on a thread of its own; the facts that follow have them.
  private func readSignsBeside() {
    guard !isReadingSigns else { return }
    isReadingSigns = true
    Thread.detachNewThread { [self] in
      let count = log.lineCount
      let lines = try? timeline().signsInWords()
      lock.withLock { readSigns = (count, lines ?? []) }
    }
  }

  private func takeSigns() {
    let read = lock.withLock { () -> (lineCount: Int, lines: [String])? in
      defer { readSigns = nil }
      return readSigns
    }
    guard let read else { return }
    (signs, isReadingSigns) = (read, false)
    factsChanged()
  }

  /// Returns what the log says; once it cannot be read on, what it said before.
  private func factsOfLog() throws -> JSONObject {
    let name = URL(fileURLWithPath: path).lastPathComponent
    do {
      let timeline = try timeline()
      let facts = PageSession.facts(
        timeline,
        name,
        leftOut: 0,
        contradiction,
        diagnosis,
        [],
        signs: try signs(of: timeline)
      )
      var members = facts.object ?? JSONObject()
      // Where it is not known if the app runs, a crash is over all the same.
      let isCrash = timeline.end.fatalAction != nil
      // Where a log contradicts itself, it tells no story.
      members["story"] =
        try? PageSession.story(
          timeline,
          diagnosis,
          [],
          isRunning: isRunning ?? !isCrash,
          hasProgram: hasProgram
        )
      lastFacts = members
    } catch {
      guard failure != nil, lastFacts != nil else { throw error }
    }
    return lastFacts ?? JSONObject()
  }
}

extension Timeline {
  fileprivate func signsInWords() throws -> [String] {
    try SessionSigns.read(self).lines(in: self)
  }
}
