import Foundation
public import RewindSession

/// A session log, open for reading.
///
/// Opening finds the lines and verifies their checksums in logs of up to ``verifiedLength`` bytes;
/// lines are parsed on demand only, and the file is never held in memory. The readable part is the
/// longest valid prefix: lines after ``damage`` are not shown. Fragments that a failed write left
/// between the lines are skipped.
public final class SessionLog: Sendable {
  public let path: String
  public let header: SessionHeader

  /// The size in bytes up to which logs are verified whole when they are opened.
  ///
  /// That takes less than a tenth of a second; in longer ones each line is verified when it is read.
  public static let verifiedLength = 64 << 20

  let file: ReadableFile
  private let lock = NSLock()
  nonisolated(unsafe) private var state: State

  /// The state that changes when the log grows, or is read.
  struct State {
    var lines: LineScan
    var window = ReadWindow()
    /// The result of checking the whole log; nil if lines are verified as they are read.
    var findings: ChecksumCheck.Findings?
    /// The number of good lines, including the header.
    var lineCount = 0
    var tailLength = 0
    /// The keys of lines of unusual form; each line is parsed for them once.
    var parsedKeys: [Int: Result<LineKey, SessionLogError>] = [:]
    /// The keys of the lines that were asked for last.
    var recentKeys = RecentKeys()
    /// The last searches backward for a line of some kinds: their first line, and their result.
    var lastLines: [LineKinds: (line: Int, found: Int?)] = [:]
  }

  /// Opens a log.
  ///
  /// - Parameters:
  ///   - path: The log's file.
  ///   - progress: Called now and then with the share of the file that has been read, from 0 to 1.
  /// - Returns: The log, whose lines are read on demand.
  /// - Throws: ``SessionLogError`` if the file cannot be read or is not a session log.
  public static func open(
    _ path: String,
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) -> SessionLog {
    let file = try SessionLogError.reading(path) { () throws(SystemError) in
      try ReadableFile.open(input: path)
    }
    return try open(path, file, progress)
  }

  /// Opens a log from an open file, under a name for messages.
  package static func open(
    _ file: ReadableFile,
    as name: String
  ) throws(SessionLogError) -> SessionLog {
    try open(name, file, nil)
  }

  /// Opens a log in memory, under a name for messages.
  package static func open(
    bytes: [UInt8],
    name: String = "log"
  ) throws(SessionLogError) -> SessionLog {
    try open(name, ReadableFile(bytes: bytes), nil)
  }

  private static func open(
    _ path: String,
    _ file: ReadableFile,
    _ progress: ((_ share: Double) -> Void)?
  ) throws(SessionLogError) -> SessionLog {
    let header = try SessionHeader.read(path, file)
    let length = file.length
    let share = Double(max(length, 1))
    let lines = try SessionLogError.reading(path) { () throws(SystemError) in
      try LineScan.run(file) { progress?(min(Double($0) / share, 1)) }
    }
    let log = SessionLog(path, file, header, lines)
    try log.change { (state) throws(SessionLogError) in
      if length <= verifiedLength || state.lines.hasUnsealed {
        try log.check(&state, progress)
      } else {
        try log.settle(&state)
      }
      guard state.lineCount > 0 else {
        throw SessionLogError(
          path,
          .damaged(state.findings?.damage ?? .altered(1))
        )
      }
    }
    return log
  }

  private init(_ path: String, _ file: ReadableFile, _ header: SessionHeader, _ lines: LineScan) {
    self.path = path
    self.file = file
    self.header = header
    state = State(lines: lines)
  }

  // MARK: - Contents

  /// The number of good lines, including the header.
  public var lineCount: Int { lock.withLock { state.lineCount } }

  /// The first line from which on the log is not as its writer wrote it, but for an incomplete last
  /// line, which ``tailLength`` measures; ``verify(progress:)`` finds it in logs longer than
  /// ``verifiedLength``.
  public var damage: LogDamage? {
    findings?.damage.flatMap { $0.kind == .torn ? nil : $0 }
  }

  /// The number of bytes of an incomplete line at the end.
  public var tailLength: Int { lock.withLock { state.tailLength } }

  /// True if lines are verified as they are read, because the log is longer than ``verifiedLength``.
  public var isVerifiedOnReading: Bool { findings == nil }

  package var findings: ChecksumCheck.Findings? { lock.withLock { state.findings } }

  // MARK: - Verifying and refreshing

  /// Verifies the whole log, however long it is.
  ///
  /// O(bytes), about as fast as the file can be read.
  ///
  /// - Parameter progress: Called now and then with the share of the file that has been verified.
  /// - Throws: ``SessionLogError`` if the file cannot be read.
  public func verify(
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) {
    try change { (state) throws(SessionLogError) in
      try check(&state, progress)
    }
  }

  /// Reads lines appended to the file since.
  ///
  /// - Returns: True if there are new lines.
  /// - Throws: ``SessionLogError`` if the file cannot be read, or became shorter.
  @discardableResult
  public func refresh() throws(SessionLogError) -> Bool {
    try change { (state) throws(SessionLogError) in
      let count = state.lineCount
      state.window = ReadWindow()
      // A writer may have removed a line at the end, and written others there.
      (state.parsedKeys, state.recentKeys, state.lastLines) = ([:], RecentKeys(), [:])
      guard file.length >= state.lines.length else { throw SessionLogError(path, .becameShorter) }
      if let findings = state.findings, findings.prefix < state.lines.count {
        // The bytes of an incomplete line, and the room after the lines, are written later.
        state.lines = LineScan()
      }
      try SessionLogError.reading(path) { () throws(SystemError) in try state.lines.extend(file) }
      if state.findings != nil || state.lines.hasUnsealed {
        try check(&state, nil, onlyNew: true)
      } else {
        try settle(&state)
      }
      return state.lineCount > count
    }
  }

  /// Reads and changes the state under the lock.
  func change<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  /// Verifies the log; if it was intact before, only its new part.
  private func check(
    _ state: inout State,
    _ progress: ((_ share: Double) -> Void)?,
    onlyNew: Bool = false
  ) throws(SessionLogError) {
    let check = ChecksumCheck(path: path, file, state.lines)
    var findings: ChecksumCheck.Findings?
    if onlyNew, let known = state.findings, known.damage.map({ $0.kind == .torn }) ?? true,
      state.lineCount > 1
    {
      // The last line may have been the tail, which was longer than it seemed.
      findings = try check.run(from: state.lineCount - 1, known)
    }
    if findings == nil { findings = try check.run(progress: progress) }
    guard let result = findings else { return }
    state.findings = result
    state.lineCount = result.prefix - result.fragments.count
    let isTorn = result.damage?.kind == .torn
    state.tailLength =
      isTorn
      ? state.lines.length + state.lines.tail - state.lines.range(of: result.prefix).lowerBound : 0
  }

  /// Checks the tail of a log that is verified as it is read.
  private func settle(_ state: inout State) throws(SessionLogError) {
    state.lineCount = state.lines.count
    state.tailLength = state.lines.tail
    guard (1...SessionLine.lengthLimit).contains(state.lines.tail), state.lines.count > 0 else {
      return
    }
    let previous = try storedChecksum(before: state.lines.count, &state)
    let tail = state.lines.range(of: state.lines.count)
    let isWhole = try withBytes(at: tail, &state) {
      ChecksummedLine($0)?.continues(previous) ?? false
    }
    if isWhole {
      state.lineCount += 1
      state.tailLength = 0
    }
  }
}
