import Foundation
import RewindJSON
import RewindSession
import RewindText

/// The segments of a long session, which are read as one log; their files are never changed.
///
/// ```
/// name.jsonl     header  0: state  1 … 812: state  continued
/// name.2.jsonl   header  812: state  813 … 1650    closed
///                ──────────────── read as ────────────────▶
///                header  0: state  1 … 812: state  813 … 1650  closed
/// ```
///
/// The oldest segments may be missing; none may be missing in between.
package struct LogSegments {
  fileprivate struct Segment {
    let examination: IntegrityReport
    let header: SessionHeader
    let number: Int

    var path: String { examination.path }
  }

  /// The segments, in order.
  private let segments: [Segment]

  /// Returns the paths of the segments in a log's folder that belong to its session and its store, with its own; the
  /// log's own path alone if it is no segment, or there is no other.
  package static func paths(beside log: SessionLog) -> [String] {
    guard log.path != "-", log.header.reproduced == nil, let own = number(of: log.header) else {
      return [log.path]
    }
    let folder = URL(fileURLWithPath: log.path).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let others = names.sorted().filter { $0.hasSuffix(".jsonl") }.map {
      folder.appending(path: $0).path
    }
    .filter { path in
      guard let header = (try? ReadableFile.open(input: path)).flatMap({ SessionHeader(of: $0) })
      else { return false }
      // Of several copies of its own part, the log that was named counts.
      return header.session == log.header.session && header.store == log.header.store
        && header.reproduced == nil && number(of: header).map { $0 != own } ?? false
    }
    return [log.path] + others
  }

  private static func number(of header: SessionHeader) -> Int? { header.json["segment"]?.int }

  /// Opens segments as one log.
  ///
  /// Each of them is read to its end. The lines are copied to a temporary file, which nobody else sees.
  ///
  /// - Parameters:
  ///   - paths: The segments' files, in any order.
  ///   - name: The log's name in messages.
  ///   - progress: Called now and then with the segment being read and the share that has been read.
  /// - Returns: The log, under that name.
  /// - Throws: ``LogSegmentsError`` if they are not the segments of one session; ``SessionLogError``;
  ///   ``LogRepairError`` if there is no room for the temporary file.
  package static func open(
    _ paths: [String],
    as name: String,
    progress: ((_ path: String, _ share: Double) -> Void)? = nil
  ) throws -> SessionLog {
    let examinations = try paths.map { path in
      try IntegrityReport.read(path) { progress?(path, $0) }
    }
    let last = examinations.compactMap { $0.header.flatMap(number) }.max()
    let segments = try examinations.map { try Segment($0, lastNumber: last) }
      .sorted { $0.number < $1.number }
    for (segment, next) in zip(segments, segments.dropFirst()) {
      try next.checkFollows(segment)
    }
    return try LogSegments(segments: segments).log(as: name)
  }

  private func log(as name: String) throws -> SessionLog {
    let path = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID()).jsonl").path
    defer { unlink(path) }
    var copy = try LogCopy(creating: path)
    var header = segments[0].header.json
    // What is made of the whole is no segment.
    (header["crc"], header["segment"]) = (nil, nil)
    try copy.add(JSONValue.object(header).text.utf8.dropLast())
    for (index, segment) in segments.enumerated() {
      let lines = try segment.lines(isFirst: index == 0, isLast: index == segments.count - 1)
      for line in lines { try copy.add(segment.examination.body(of: line)) }
    }
    if try segments[segments.count - 1].isTorn() { copy.addTornLine() }
    try copy.finish()
    return try SessionLog.open(ReadableFile.open(path), as: name)
  }
}

extension LogSegments.Segment {
  /// Only the last segment may end within a line, as its app died.
  fileprivate init(_ examination: IntegrityReport, lastNumber: Int?) throws {
    let path = examination.path
    guard let header = examination.header, let number = header.json["segment"]?.int, number > 0
    else { throw LogSegmentsError.damaged(path) }
    let damage = examination.findings.damage
    guard damage == nil || damage?.kind == .torn && number == lastNumber else {
      throw LogSegmentsError.damaged(path)
    }
    self.examination = examination
    self.header = header
    self.number = number
  }

  /// Throws unless this is the segment after another.
  fileprivate func checkFollows(_ other: Self) throws {
    let expected = other.number + 1
    if number < expected { throw LogSegmentsError.twice(other.path, path, number) }
    if number > expected { throw LogSegmentsError.missing(expected..<number, other.path, path) }
    guard let end = try other.lastState(), let start = try firstState(),
      end["after"] == start["after"], end["state"] == start["state"]
    else { throw LogSegmentsError.doesNotGoOn(other.path, path) }
  }

  /// Returns the lines for the whole log: a later segment repeats the header, the types, and the state that the one
  /// before ends with.
  fileprivate func lines(isFirst: Bool, isLast: Bool) throws -> [Int] {
    let start = isFirst ? 1 : (try firstStateLine ?? 0) + 1
    let lines = examination.goodLines.dropFirst(start)
    guard !isLast else { return Array(lines) }
    // Only the last segment's end is that of the session.
    return try lines.filter { try examination.key(of: $0)?.kind != .end }
  }

  /// Returns true if the last line was not completely written.
  fileprivate func isTorn() throws -> Bool { try SessionLog.open(path).tailLength > 0 }

  /// The number of good lines before the first state: a header and types in a later segment.
  private var firstStateLine: Int? {
    get throws {
      try examination.goodLines.firstIndex { try examination.key(of: $0)?.kind == .keyframe }
    }
  }

  private func firstState() throws -> JSONObject? {
    guard let line = try firstStateLine else { return nil }
    return try JSONValue(parsing: examination.bytes(of: examination.goodLines[line])).object
  }

  /// Returns the last state line: a keyframe, if a segment was begun after it.
  private func lastState() throws -> JSONObject? {
    let line = try examination.goodLines.last { line in
      switch try examination.key(of: line)?.kind {
      case .patch, .keyframe, .external, .reduced: true
      case .header, .action, .input, .note, .gap, .travel, .types, .held, .laterKeyframe, .end,
        .unknown,
        nil:
        false
      }
    }
    return try line.flatMap { try JSONValue(parsing: examination.bytes(of: $0)).object }
  }
}

/// The reason why logs cannot be read as one.
package enum LogSegmentsError: Error, Hashable, CustomStringConvertible {
  case damaged(String)
  case twice(String, String, Int)
  case missing(Range<Int>, String, String)
  case doesNotGoOn(String, String)

  package var description: String {
    switch self {
    case .damaged(let path):
      "The segment \(path) is damaged: see `rewind check \(path.shellPath)`."
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
