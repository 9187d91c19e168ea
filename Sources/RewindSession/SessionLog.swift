import Foundation
public import RewindJSON

/// A session log, open for reading.
///
/// Opening finds the lines and verifies their checksums as far as ``verifiedLength`` reaches; no
/// line is parsed until it is asked for, and the file is never held in memory. What is readable is
/// the longest valid prefix: lines behind ``damage`` are not shown. Pieces that a failed write left
/// between the lines are passed over.
public final class SessionLog: Sendable {
  public let path: String
  public let header: SessionHeader

  /// Logs up to this many bytes are verified whole when they are opened, which takes less than a
  /// tenth of a second; in longer ones each line is verified when it is read.
  public static let verifiedLength = 64 << 20

  /// No line may be longer: a state of this size would take a gigabyte once it is read.
  public static let lineLimit = 64 << 20

  /// No header is longer.
  static let headerLimit = 1 << 20

  let file: ReadableFile
  private let lock = NSLock()
  nonisolated(unsafe) private var state: State

  /// What changes when the log grows.
  private struct State {
    var lines: LineScan
    /// What the check of the whole log gave; nil where lines are verified as they are read.
    var findings: LogCheck.Findings?
    /// Good lines, the header included.
    var lineCount = 0
    var tailLength = 0
  }

  /// Opens a log.
  ///
  /// - Parameters:
  ///   - path: The log's file.
  ///   - progress: Told the share of the file that has been read, from 0 to 1, now and then.
  /// - Throws: ``SessionLogError`` where the file cannot be read or is no session log.
  public convenience init(
    path: String,
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) {
    let file: ReadableFile
    do throws(SystemError) {
      file = try ReadableFile(path: path)
    } catch {
      throw SessionLogError(path, .cannotOpen(error))
    }
    try self.init(path: path, file, progress: progress)
  }

  /// Opens a log that is in memory, under a name for messages.
  package convenience init(bytes: [UInt8], name: String = "log") throws(SessionLogError) {
    try self.init(path: name, ReadableFile(bytes: bytes), progress: nil)
  }

  private init(
    path: String,
    _ file: ReadableFile,
    progress: ((_ share: Double) -> Void)?
  ) throws(SessionLogError) {
    self.path = path
    self.file = file
    header = try SessionHeader(of: path, file)
    let length = file.length
    do throws(SystemError) {
      let index =
        length > Self.verifiedLength
        ? try? LineIndex(of: path, file, session: header.session) : nil
      let share = Double(max(length, 1))
      state = State(
        lines: try LineScan(file, index: index) { progress?(min(Double($0) / share, 1)) }
      )
    } catch {
      throw SessionLogError(path, .cannotOpen(error))
    }
    if length <= Self.verifiedLength || state.lines.hasUnsealed {
      try check(&state, progress)
    } else {
      try settle(&state)
    }
    guard state.lineCount > 0 else {
      throw SessionLogError(
        path,
        .damaged(state.findings?.damage.first ?? LogDamage(line: 1, kind: .altered))
      )
    }
  }

  // MARK: - What there is

  /// Good lines, the header included.
  public var lineCount: Int { lock.withLock { state.lineCount } }

  /// The first place from which on the log is not as its writer left it.
  public var damage: LogDamage? { damages.first { $0.kind.endsPrefix } }

  /// Every place that is not as its writer left it; ``verify(progress:)`` looks for them in logs that
  /// are longer than ``verifiedLength``.
  public var damages: [LogDamage] { findings?.damage ?? [] }

  /// Bytes of the piece of a line that was being written at the end.
  public var tailLength: Int { lock.withLock { state.tailLength } }

  /// Whether lines are verified as they are read, because the log is longer than ``verifiedLength``.
  public var isVerifiedOnReading: Bool { findings == nil }

  /// Whether the lines were looked up in a sidecar.
  package var usesIndex: Bool { lock.withLock { state.lines.usesIndex } }

  package var findings: LogCheck.Findings? { lock.withLock { state.findings } }

  // MARK: - Looking again

  /// Verifies the whole log, however long it is.
  ///
  /// O(bytes), about as fast as the file can be read.
  ///
  /// - Parameter progress: Told the share of the file that has been verified, now and then.
  /// - Throws: ``SessionLogError`` where the file cannot be read.
  public func verify(
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) {
    try change { (state) throws(SessionLogError) in
      if state.lines.usesIndex { state.lines = try scan() }
      try check(&state, progress)
    }
  }

  /// Takes in what was appended to the file since.
  ///
  /// - Returns: Whether there are new lines.
  /// - Throws: ``SessionLogError`` where the file cannot be read, or became shorter.
  @discardableResult
  public func refresh() throws(SessionLogError) -> Bool {
    try change { (state) throws(SessionLogError) in
      let count = state.lineCount
      guard file.length >= state.lines.length else { throw SessionLogError(path, .becameShorter) }
      do throws(SystemError) {
        try state.lines.extend(file)
      } catch {
        throw SessionLogError(path, .cannotOpen(error))
      }
      if state.findings != nil || state.lines.hasUnsealed {
        try check(&state, nil, onlyNew: true)
      } else {
        try settle(&state)
      }
      return state.lineCount > count
    }
  }

  private func change<Result>(
    _ body: (inout State) throws(SessionLogError) -> Result
  ) throws(SessionLogError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  private func scan() throws(SessionLogError) -> LineScan {
    do throws(SystemError) {
      return try LineScan(file)
    } catch {
      throw SessionLogError(path, .cannotOpen(error))
    }
  }

  /// Verifies the log; where it was whole before, only what is new.
  private func check(
    _ state: inout State,
    _ progress: ((_ share: Double) -> Void)?,
    onlyNew: Bool = false
  ) throws(SessionLogError) {
    let check = LogCheck(path: path, file, state.lines)
    var findings: LogCheck.Findings?
    if onlyNew, let known = state.findings, known.damage.isEmpty, state.lineCount > 1 {
      // The last line may have been the tail, which was longer than it seemed.
      findings = try check.run(from: state.lineCount - 1, known)
    }
    if findings == nil { findings = try check.run(progress: progress) }
    guard let result = findings else { return }
    state.findings = result
    state.lineCount = result.prefix - result.pieces.count
    state.tailLength = result.tailIsWhole ? 0 : state.lines.tail
    if result.endsInPiece, state.tailLength == 0 {
      state.tailLength = try max(range(of: state.lines.count - 1, &state).count, 1)
    }
  }

  /// Looks at the tail of a log that is verified as it is read.
  private func settle(_ state: inout State) throws(SessionLogError) {
    state.lineCount = state.lines.count
    state.tailLength = state.lines.tail
    guard (1...Self.lineLimit).contains(state.lines.tail), state.lines.count > 0 else { return }
    let last = try range(of: state.lines.count - 1, &state)
    let previous = try storedChecksum(at: last, line: state.lines.count - 1)
    let tail = try bytes(at: range(of: state.lines.count, &state))
    if tail.withUnsafeBytes({ SealedLine($0)?.continues(previous) ?? false }) {
      state.lineCount += 1
      state.tailLength = 0
    }
  }

  // MARK: - Reading

  /// Where a good line is.
  private struct Place {
    /// Its number among all lines, from 0.
    let line: Int
    let range: Range<Int>
    /// Where the line before it is, if the line must be held against it.
    let before: Range<Int>?
    let isVerified: Bool
  }

  /// The bytes of a line, counted from 0, without its line end.
  ///
  /// - Throws: ``SessionLogError`` where the file cannot be read, or the line is not as its writer
  ///   left it.
  public func bytes(of line: Int) throws(SessionLogError) -> [UInt8] {
    let place = try place(of: line)
    guard place.range.count <= Self.lineLimit else {
      throw SessionLogError(path, .lineTooLong(line: place.line + 1, bytes: place.range.count))
    }
    var bytes = try bytes(at: place.range)
    if !place.isVerified {
      var previous = Checksum()
      if let before = place.before {
        previous = try storedChecksum(at: before, line: place.line - 1)
      }
      guard bytes.withUnsafeBytes({ SealedLine($0)?.continues(previous) ?? false }) else {
        throw SessionLogError(path, .damaged(LogDamage(line: place.line + 1, kind: .altered)))
      }
    }
    if bytes.last == 0x0D { bytes.removeLast() }
    return bytes
  }

  /// The first bytes of a line, at most `count`, as they stand there.
  func peek(_ line: Int, count: Int) throws(SessionLogError) -> [UInt8] {
    try bytes(at: place(of: line).range.prefix(count))
  }

  /// The number of a line in the file, from 1: what messages call it.
  public func number(of line: Int) -> Int {
    1 + lock.withLock { line.passing(over: state.findings?.pieces ?? []) }
  }

  private func place(of line: Int) throws(SessionLogError) -> Place {
    try change { (state) throws(SessionLogError) in
      let place = line.passing(over: state.findings?.pieces ?? [])
      let isVerified = state.findings != nil
      return Place(
        line: place,
        range: try range(of: place, &state),
        before: isVerified || place == 0 ? nil : try range(of: place - 1, &state),
        isVerified: isVerified
      )
    }
  }

  /// Where a line is; if the sidecar turns out to be damaged, the lines are looked for in the log
  /// after all.
  private func range(of line: Int, _ state: inout State) throws(SessionLogError) -> Range<Int> {
    if let range = state.lines.range(of: line) { return range }
    state.lines = try scan()
    guard line <= state.lines.count, let range = state.lines.range(of: line) else {
      throw SessionLogError(path, .becameShorter)
    }
    return range
  }

  private func bytes(at range: Range<Int>) throws(SessionLogError) -> [UInt8] {
    do throws(SystemError) {
      let bytes = try file.bytes(range)
      if bytes.count == range.count { return bytes }
    } catch {
      throw SessionLogError(path, .cannotOpen(error))
    }
    throw SessionLogError(path, .becameShorter)
  }

  private func storedChecksum(
    at range: Range<Int>,
    line: Int
  ) throws(SessionLogError) -> Checksum {
    let end = try bytes(at: max(range.lowerBound, range.upperBound - 10)..<range.upperBound)
    let stored = end.withUnsafeBytes {
      Checksum(digits: UnsafeRawBufferPointer(rebasing: $0.prefix(8)))
    }
    guard let stored else {
      throw SessionLogError(path, .damaged(LogDamage(line: line + 1, kind: .altered)))
    }
    return stored
  }

  /// A line, counted from 0, as JSON.
  ///
  /// - Throws: ``SessionLogError`` as ``bytes(of:)``, and where the line is not JSON.
  public func json(of line: Int) throws(SessionLogError) -> JSONValue {
    let bytes = try bytes(of: line)
    do throws(JSONError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw SessionLogError(path, .unreadable(line: number(of: line), why: error.description))
    }
  }

  /// A line, counted from 0.
  ///
  /// - Throws: ``SessionLogError`` as ``json(of:)``, and where the line lacks what its kind needs.
  public func line(_ line: Int) throws(SessionLogError) -> SessionLine {
    let json = try json(of: line)
    do throws(SessionLineError) {
      return try SessionLine(json)
    } catch {
      throw SessionLogError(
        path,
        .unreadable(line: number(of: line), why: error.description + ".")
      )
    }
  }
}

extension Int {
  /// The place of a good line among all lines, of which `pieces`, in order, do not count.
  fileprivate func passing(over pieces: [Int]) -> Int {
    guard !pieces.isEmpty else { return self }
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle] - middle <= self { low = middle + 1 } else { high = middle }
    }
    return self + low
  }
}
