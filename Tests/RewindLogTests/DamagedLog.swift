import Foundation
import RewindLog
import RewindSession
import RewindTestSupport
import Testing

/// A log that was damaged on purpose, and what must be true of it whatever was done.
struct DamagedLog {
  /// The lines as they were written, each with its line feed.
  let original: [[UInt8]]
  let bytes: [UInt8]

  init(_ original: [[UInt8]], _ bytes: [UInt8]) {
    (self.original, self.bytes) = (original, bytes)
  }

  init(_ original: [[UInt8]], lines: [[UInt8]]) {
    self.init(original, lines.joinedBytes)
  }

  /// The log, where its header can still be read.
  func open() -> SessionLog? { try? SessionLog.open(bytes: bytes) }

  func findings() throws -> ChecksumCheck.Findings {
    let file = ReadableFile(bytes: bytes)
    return try ChecksumCheck(path: "log", file, LineScan.run(file)).run()
  }

  /// Expects that the first `prefix` lines are read as they were written, and not one more; that the
  /// line after them is reported as damaged in one of these ways; and that what is readable after the
  /// damage was written so.
  func expect(
    prefix: Int,
    _ kinds: Set<LogDamage.Kind>,
    _ comment: @autoclosure () -> Comment
  ) throws {
    let findings = try findings()
    let kind = findings.damage?.kind
    #expect(kind.map(kinds.contains) ?? false, "\(comment()): \(findings.damage?.why ?? "whole")")
    #expect(findings.damage?.line == findings.prefix + 1, comment())
    #expect(findings.prefix - findings.fragments.count == prefix, comment())
    try expectRunsAreOriginal(findings, comment)
    guard let log = open() else {
      #expect(prefix == 0, comment())
      return
    }
    #expect(log.lineCount == prefix, comment())
    #expect((log.damage != nil) == (kind != .torn), comment())
    #expect((log.tailLength > 0) == (kind == .torn), comment())
    if prefix > 0 {
      #expect(try log.bytes(of: prefix - 1) + [0x0A] == original[prefix - 1], comment())
    }
    // A session that has ended did so, whatever was appended.
    #expect(try log.findEnd().end == (prefix == original.count ? .closed : .cut), comment())
  }

  /// Expects that the whole log is read as it was written.
  func expectWhole(_ comment: @autoclosure () -> Comment) throws {
    let findings = try findings()
    #expect(findings.damage == nil, comment())
    let log = try SessionLog.open(bytes: bytes)
    #expect(log.lineCount == original.count, comment())
    for line in original.indices {
      #expect(try log.bytes(of: line) + [0x0A] == original[line], comment())
    }
    #expect(try log.findEnd().end == .closed, comment())
  }

  /// Expects that the lines of a run, but for its first one, which no other line confirms, follow from
  /// one another as they did when they were written.
  private func expectRunsAreOriginal(
    _ findings: ChecksumCheck.Findings,
    _ comment: () -> Comment
  ) throws {
    let lines = bytes.lines
    // What follows a header is another log, and no part of this one.
    for run in findings.runs where !lines[run.lowerBound].starts(with: Array(#"{"rewind""#.utf8)) {
      var expected: Int?
      for line in run.dropFirst() {
        let text = lines[line].last == 0x0A ? lines[line] : lines[line] + [0x0A]
        let index = expected.flatMap { $0 < original.count && original[$0] == text ? $0 : nil }
        guard let index = index ?? original.firstIndex(of: text) else {
          // A fragment between the lines.
          if text.withUnsafeBytes({ ChecksummedLine(.init(rebasing: $0.dropLast())) }) == nil {
            continue
          }
          Issue.record("Line \(line + 1) is taken for good, and was never written. \(comment())")
          return
        }
        #expect(expected == nil || index == expected, comment())
        expected = index + 1
      }
    }
  }
}

extension DamagedLog {
  /// All indexes below `count`, or a random sample of them; its seed is printed.
  static func sampledIndexes(_ count: Int, sample: Int) -> [Int] {
    guard !TestScale.isExhaustive, sample < count else { return Array(0..<count) }
    let seed = SeededGenerator.seed
    print("A sample of \(sample) indexes among \(count), with the seed \(seed).")
    var random = SeededGenerator(seed: seed)
    return (0..<sample).map { _ in Int.random(in: 0..<count, using: &random) }
  }
}
