import RewindJSON
import RewindSession
import RewindText

/// A log joined from the segments of a long session; these are never changed.
///
/// ```
/// name.jsonl     header  0: state  1 … 812: state  continued
/// name.2.jsonl   header  812: state  813 … 1650    closed
///                ──────────────── joined ────────────────▶
///                header  0: state  1 … 812: state  813 … 1650  closed
/// ```
///
/// The oldest segments may be missing; none may be missing in between. `"joined"` in the new header
/// is the number of the last segment in it, so that a joined log can be joined with the next.
package struct LogJoin {
  /// The result of joining.
  package struct Result: Hashable, Sendable {
    /// The number of lines in the new log.
    package let lines: Int
    /// The numbers of its segments.
    package let segments: ClosedRange<Int>
  }

  fileprivate struct Segment {
    let examination: IntegrityReport
    let header: SessionHeader
    let numbers: ClosedRange<Int>

    /// The largest number of a segment, beyond any that a recorder reaches.
    static let largest = 1_000_000_000

    var path: String { examination.path }
  }

  /// The segments, in order.
  private let segments: [Segment]

  /// Reads the logs, in any order, and checks that they are segments of one session.
  ///
  /// Each of them is read to its end.
  ///
  /// - Parameters:
  ///   - paths: The logs' files, two or more.
  ///   - progress: Called now and then with the log being read and the share that has been read.
  /// - Returns: The segments, in order.
  /// - Throws: ``LogJoinError``; ``SessionLogError``.
  package static func read(
    _ paths: [String],
    progress: ((_ path: String, _ share: Double) -> Void)? = nil
  ) throws -> LogJoin {
    let segments = try paths.map { path in
      try Segment(IntegrityReport.read(path) { progress?(path, $0) })
    }
    .sorted { $0.numbers.lowerBound < $1.numbers.lowerBound }
    for (segment, next) in zip(segments, segments.dropFirst()) {
      try next.checkFollows(segment)
    }
    return LogJoin(segments: segments)
  }

  /// Writes the segments as one log.
  ///
  /// - Throws: ``LogRepairError`` if the file cannot be written; ``SessionLogError``.
  package func write(to output: String) throws -> Result {
    let numbers = segments[0].numbers.lowerBound...segments[segments.count - 1].numbers.upperBound
    var copy = try LogCopy(creating: output)
    try copy.add(header(numbers))
    var count = 1
    for (index, segment) in segments.enumerated() {
      let lines = try segment.lines(isFirst: index == 0, isLast: index == segments.count - 1)
      for line in lines { try copy.add(segment.examination.body(of: line)) }
      count += lines.count
    }
    try copy.finish()
    return Result(lines: count, segments: numbers)
  }

  /// Returns the first segment's header with the number of the last one.
  private func header(_ numbers: ClosedRange<Int>) -> [UInt8] {
    var members = segments[0].header.json
    members["crc"] = nil
    members["joined"] = JSONValue(numbers.upperBound)
    return Array(JSONValue.object(members).text.utf8.dropLast())
  }
}

extension LogJoin.Segment {
  fileprivate init(_ examination: IntegrityReport) throws {
    let path = examination.path
    guard let header = examination.header, examination.findings.damage == nil else {
      throw LogJoinError.damaged(path)
    }
    guard let first = header.json["segment"]?.int, (1...Self.largest).contains(first) else {
      throw LogJoinError.noSegment(path)
    }
    self.examination = examination
    self.header = header
    numbers = first...min(Self.largest, max(first, header.json["joined"]?.int ?? first))
  }

  /// Throws unless this is the segment after another.
  fileprivate func checkFollows(_ other: Self) throws {
    guard header.session == other.header.session else {
      throw LogJoinError.otherSession(other.path, path)
    }
    guard header.store == other.header.store else {
      throw LogJoinError.otherStore(other.path, path)
    }
    let number = numbers.lowerBound
    let expected = other.numbers.upperBound + 1
    if number < expected { throw LogJoinError.twice(other.path, path, number) }
    if number > expected { throw LogJoinError.missing(expected..<number, other.path, path) }
    guard let end = try other.lastState(), let start = try firstState(),
      end["after"] == start["after"], end["state"] == start["state"]
    else { throw LogJoinError.doesNotGoOn(other.path, path) }
  }

  /// Returns the lines for the joined log: a later segment repeats the header and the state that
  /// the one before ends with.
  fileprivate func lines(isFirst: Bool, isLast: Bool) throws -> [Int] {
    let lines = examination.goodLines.dropFirst(isFirst ? 1 : 2)
    guard !isLast else { return Array(lines) }
    // Only the last segment's end is that of the session.
    return try lines.filter { try examination.key(of: $0)?.kind != .end }
  }

  private func firstState() throws -> JSONObject? {
    guard let line = examination.goodLines.dropFirst().first else { return nil }
    return try JSONValue(parsing: examination.bytes(of: line)).object
  }

  /// Returns the last state line: a keyframe, if a segment was begun after it.
  private func lastState() throws -> JSONObject? {
    let line = try examination.goodLines.last { line in
      switch try examination.key(of: line)?.kind {
      case .patch, .keyframe, .external, .reduced: true
      case .header, .action, .input, .note, .gap, .travel, .end, .unknown, nil: false
      }
    }
    return try line.flatMap { try JSONValue(parsing: examination.bytes(of: $0)).object }
  }
}

/// The reason why logs cannot be joined.
package enum LogJoinError: Error, Hashable, CustomStringConvertible {
  case damaged(String)
  case noSegment(String)
  case otherSession(String, String)
  case otherStore(String, String)
  case twice(String, String, Int)
  case missing(Range<Int>, String, String)
  case doesNotGoOn(String, String)

  package var description: String {
    switch self {
    case .damaged(let path):
      """
      \(path) is damaged: see `rewind check \(path.shellPath)`. The output of `rewind repair` \
      can be joined with earlier segments; no segment can follow lost lines.
      """
    case .noSegment(let path):
      "\(path) is not a segment of a session: its header has no \"segment\"."
    case .otherSession(let first, let second):
      "\(first) and \(second) are segments of different sessions."
    case .otherStore(let first, let second):
      "\(first) and \(second) belong to different stores, each with its own log."
    case .twice(let first, let second, let number):
      "\(first) and \(second) both have segment \(number)."
    case .missing(let numbers, let first, let second) where numbers.count == 1:
      "Segment \(numbers.lowerBound), between \(first) and \(second), is missing."
    case .missing(let numbers, let first, let second):
      """
      Segments \(numbers.lowerBound) to \(numbers.upperBound - 1), between \(first) and \(second), are \
      missing.
      """
    case .doesNotGoOn(let first, let second):
      "\(second) does not begin with the state that \(first) ends with, so something between them is lost."
    }
  }
}
