import RewindJSON
package import RewindSession
import RewindText

/// A repair that writes the good lines of a log to another; the original is never changed.
package struct LogRepair {
  /// The result of a repair.
  package struct Result: Hashable, Sendable {
    /// The number of lines in the new log.
    package let lines: Int
    /// The lines of the old log in the new one, counted from 1; without the header if that was replaced.
    package let taken: ClosedRange<Int>?
  }

  private let examination: IntegrityReport

  /// - Parameter examination: The log, checked for contradictions as well.
  package init(_ examination: IntegrityReport) {
    self.examination = examination
  }

  /// Writes the longest valid prefix.
  ///
  /// - Throws: ``LogRepairError``; ``SessionLogError``.
  package func writePrefix(to output: String) throws -> Result {
    let lines = examination.goodLines
    guard let last = lines.last else { throw LogRepairError.nothingGood(examination.path) }
    var copy = try LogCopy(creating: output)
    for line in lines { try copy.add(examination.body(of: line)) }
    let gap = try isCutShort(last) ? lossLine(after: lines) : nil
    if let gap { try copy.add(gap) }
    try copy.finish()
    return Result(lines: lines.count + (gap == nil ? 0 : 1), taken: 1...(last + 1))
  }

  /// Writes a header, and the part after the damage that begins with the first readable keyframe
  /// from the line `after` on, counted from 1.
  ///
  /// - Throws: ``LogRepairError``; ``SessionLogError``.
  package func writePart(after line: Int, to output: String) throws -> Result {
    guard let part = try part(after: line) else {
      throw LogRepairError.noKeyframe(examination.path, after: line)
    }
    var copy = try LogCopy(creating: output)
    var header = try mendedHeader(of: part)
    header["repaired"] = ["from": JSONValue(part.lowerBound + 1)]
    try copy.add(header.body)
    try copy.add(firstState(at: part.lowerBound))
    let lines = try part.dropFirst().filter { try examination.hasChecksummedLine($0) }
    for line in lines { try copy.add(examination.body(of: line)) }
    let gap = try isCutShort(part.upperBound - 1) ? lossLine(after: lines) : nil
    if let gap { try copy.add(gap) }
    try copy.finish()
    return Result(
      lines: lines.count + 2 + (gap == nil ? 0 : 1),
      taken: (part.lowerBound + 1)...part.upperBound
    )
  }

  private func part(after line: Int) throws -> Range<Int>? {
    let first = line - 1
    let prefix = (examination.header == nil ? 0 : 1)..<max(examination.findings.prefix, 1)
    for range in [prefix] + examination.verifiedRuns where range.upperBound > first {
      let start = max(range.lowerBound, first)
      if let part = try examination.part(from: start, to: range.upperBound) { return part }
    }
    return nil
  }

  /// Returns the valid members of the header of a part, or a new one if it is lost.
  private func mendedHeader(of part: Range<Int>) throws -> JSONObject {
    let run = examination.findings.runs.first { $0.contains(part.lowerBound) }
    var header = examination.header?.json
    // After two logs were joined, the second has its own.
    if let first = run?.lowerBound, try examination.key(of: first)?.kind == .header {
      header = try JSONValue(parsing: examination.bytes(of: first)).object
    }
    var members = SessionLine.mended(header: header ?? JSONObject())
    members["crc"] = nil
    return members
  }

  /// Returns the keyframe without its patch: that one is relative to a missing state.
  private func firstState(at line: Int) throws -> [UInt8] {
    guard var members = try JSONValue(parsing: examination.bytes(of: line)).object else {
      throw LogRepairError.noKeyframe(examination.path, after: line + 1)
    }
    if let state = try members.laterState() {
      members = JSONObject([("after", members["keyframe"] ?? 0), ("state", state)])
    }
    members["patch"] = nil
    members["crc"] = nil
    return members.body
  }

  // MARK: - Losses

  /// Returns true if the log has anything after a line.
  private func isCutShort(_ line: Int) -> Bool { line + 1 < examination.lineCount }

  /// Returns a gap line if the omitted lines may include the last action's state, so that the app
  /// does not appear to have crashed in it; nil if the lines do not end in an action.
  private func lossLine(after lines: [Int]) throws -> [UInt8]? {
    for line in lines.reversed() {
      guard let key = try examination.key(of: line) else { continue }
      switch key.kind {
      case .action:
        let gap: JSONValue = [
          "gap": ["actions": 0, "states": 1, "inputs": 0, "notes": 0],
          "why": .string("the lines after it were left out by rewind repair"),
          "index": JSONValue(key.index ?? 0),
        ]
        return gap.object?.body
      case .patch, .keyframe, .external, .reduced, .gap, .end: return nil
      case .header, .input, .note, .travel, .types, .held, .laterKeyframe, .unknown: continue
      }
    }
    return nil
  }

  // MARK: - Edits

  /// Writes all lines of a deliberately edited log with new checksums.
  ///
  /// - Throws: ``LogRepairError`` if a line is not a line of a session; ``SessionLogError``.
  package static func acceptEdits(of path: String, to output: String) throws -> Result {
    let lines = try EditedLines.read(path)
    var copy = try LogCopy(creating: output)
    for line in 0..<lines.count { try copy.add(lines.body(of: line)) }
    try copy.finish()
    return Result(lines: lines.count, taken: 1...max(lines.count, 1))
  }
}

extension JSONObject {
  /// The line with these members, without its closing brace.
  fileprivate var body: [UInt8] { Array(JSONValue.object(self).text.utf8.dropLast()) }
}

extension IntegrityReport {
  fileprivate func hasChecksummedLine(_ line: Int) throws -> Bool {
    try bytes(of: line).withUnsafeBytes { ChecksummedLine($0) != nil }
  }
}

/// The lines of a file that a user edited: JSON objects, with checksums or without.
private struct EditedLines {
  private let path: String
  private let check: ChecksumCheck
  let count: Int

  /// Finds the lines of a file that begins as a session does.
  static func read(_ path: String) throws -> EditedLines {
    let check = try ChecksumCheck.open(path)
    _ = try SessionHeader.read(path, check.file)
    let count = check.lines.count + (check.lines.tail > 0 ? 1 : 0)
    return EditedLines(path: path, check: check, count: count)
  }

  /// Returns a line up to its checksum, or to its closing brace if it has none.
  func body(of line: Int) throws -> [UInt8] {
    var bytes = try check.bytes(of: line)
    while let last = bytes.last, [0x0D, 0x20, 0x09].contains(last) { bytes.removeLast() }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
      if case .header = try SessionLine(json), line > 0 {
        throw LogRepairError.notALine(path, line: line + 1, why: "It is a second header.")
      }
    } catch let error as LogRepairError {
      throw error
    } catch {
      throw LogRepairError.notALine(path, line: line + 1, why: "\(error)")
    }
    let isSealed = bytes.withUnsafeBytes { ChecksummedLine($0) != nil }
    if isSealed { return Array(bytes.dropLast(ChecksummedLine.overhead)) }
    let rest = JSONObject(
      (json.object?.members ?? []).map { ($0.key, $0.value) }.filter { $0.0 != "crc" }
    )
    guard !rest.isEmpty else {
      throw LogRepairError.notALine(path, line: line + 1, why: "It is empty.")
    }
    // An editor may have reformatted the line, including its old checksum.
    if json["crc"] != nil { bytes = Array(JSONValue.object(rest).text.utf8) }
    return Array(bytes.dropLast())
  }
}

/// The reason why a log cannot be repaired.
package enum LogRepairError: Error, Hashable, CustomStringConvertible {
  case cannotCreate(String, SystemError)
  case cannotWrite(String, SystemError)
  case nothingGood(String)
  case noKeyframe(String, after: Int)
  case notALine(String, line: Int, why: String)

  package var description: String {
    switch self {
    case .cannotCreate(let path, .alreadyExists):
      "\(path) already exists and is not overwritten: name a new file."
    case .cannotCreate(let path, let error):
      "\(path) cannot be created: \(error)."
    case .cannotWrite(let path, let error):
      "\(path) cannot be written: \(error). The incomplete file has been removed."
    case .nothingGood(let path):
      "\(path) has no good line at its start. See `rewind check \(path.shellPath)` for what can be read after it."
    case .noKeyframe(let path, let line):
      "\(path) has no reliable whole state from line \(line) on, so nothing there can be read."
    case .notALine(let path, let line, let why):
      "\(path): line \(line) is not a session line. \(why) Fix it, then repair again."
    }
  }
}
