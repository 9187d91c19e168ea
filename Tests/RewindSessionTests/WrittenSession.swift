import Foundation
import RewindJSON
import RewindLog
import RewindSession
import Testing

/// A session that is written as a recorder would, beside a record of what the writer answered.
final class WrittenSession {
  struct Attempt {
    let kind: LineKind
    let text: String
    let isWritten: Bool
  }

  let storage: FaultyStorage
  let writer: SessionWriter
  private(set) var attempts: [Attempt] = []
  private let failures = Failures()
  private let disk = DiskQueue()

  final class Failures: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var errors: [SystemError] = []
    func add(_ error: SystemError) { lock.withLock { errors.append(error) } }
    var all: [SystemError] { lock.withLock { errors } }
  }

  init(
    _ storage: FaultyStorage,
    survivesPowerLoss: Bool = false,
    mapped sizes: MappedLogStorage.Sizes? = nil,
    segments: SegmentPlan? = nil
  ) {
    self.storage = storage
    let mapped = sizes.flatMap { [disk] in MappedLogStorage(storage, on: disk, sizes: $0) }
    // What is ahead is there when the session begins.
    disk.drain()
    writer = SessionWriter(
      storage: mapped ?? storage,
      survivesPowerLoss: survivesPowerLoss,
      disk: disk,
      segments: segments,
      onFailure: { [failures] in failures.add($0) }
    )
    append(.header, #"{"rewind":1,"session":"s","app":"test"}"#)
    state(0)
  }

  /// Waits until the disk has done what was asked of it.
  func waitForDisk() { disk.drain() }

  /// What `onFailure` received.
  var reportedFailures: [SystemError] {
    writer.reportFailure()
    return failures.all
  }

  /// Whether the writer took every line.
  var isAllWritten: Bool { attempts.allSatisfy(\.isWritten) }

  /// Begins with the header and the initial state; then actions with an input each, and their states.
  func play(_ indexes: ClosedRange<Int>) {
    for index in indexes {
      action(index)
      append(.input, #"{"index":\#(index),"input":{"name":"date","value":\#(index)}}"#)
      state(index)
      if index.isMultiple(of: 3) {
        append(.note, #"{"note":"n\#(index)","index":\#(index),"time":1}"#)
      }
    }
  }

  func action(_ index: Int) {
    let text = #"{"index":\#(index),"time":0.5,"action":{"type":"T","payload":{"n":\#(index)}}}"#
    append(.action, text, index: index)
  }

  func state(_ index: Int) {
    if writer.needsKeyframe {
      append(.keyframe, #"{"after":\#(index),"state":{"n":\#(index)}}"#)
    } else {
      append(
        .patch,
        #"{"after":\#(index),"patch":[{"op":"replace","path":"/n","value":\#(index)}]}"#
      )
    }
  }

  @discardableResult
  func append(_ kind: LineKind, _ text: String, index: Int? = nil) -> Bool {
    let isWritten = writer.append(kind, Array(text.utf8.dropLast()), index: index)
    attempts.append(Attempt(kind: kind, text: text, isWritten: isWritten))
    return isWritten
  }
}

extension WrittenSession {
  /// Holds the log against what the writer answered: every line that it said is in the log is there,
  /// in order; every other is counted in the gap line instead; and after a gap the
  /// first state is whole.
  func expectNothingLostSilently(_ comment: Comment? = nil, isClosed: Bool = true) throws {
    let log = try SessionLog.open(bytes: storage.bytes)
    #expect(log.damage == nil, comment)
    var line = 0
    var lost: [LineKind] = []
    var needsKeyframe = false
    for (i, attempt) in attempts.enumerated() {
      // The header comes late rather than never.
      guard attempt.isWritten || i == 0 else {
        lost.append(attempt.kind)
        continue
      }
      if !lost.isEmpty {
        try expectGaps(log, &line, lost, comment)
        lost = []
        needsKeyframe = true
      }
      #expect(try log.text(of: line) == attempt.text, comment)
      if needsKeyframe { #expect(attempt.kind != .patch, comment) }
      if attempt.kind == .keyframe { needsKeyframe = false }
      line += 1
    }
    guard isClosed else { return }
    if !lost.isEmpty { try expectGaps(log, &line, lost, comment) }
    #expect(line == log.lineCount - 1, comment)
    #expect(try log.findEnd().end == .closed, comment)
  }

  /// Where a gap could be written, but not the line after it, the next gap follows it directly.
  private func expectGaps(
    _ log: SessionLog,
    _ line: inout Int,
    _ lost: [LineKind],
    _ comment: Comment?
  ) throws {
    var counts: [String: Int] = [:]
    while line < log.lineCount, case .gap(let gap) = try log.line(line) {
      for member in gap.json.object?.members ?? [] {
        counts[member.key, default: 0] += member.value.int ?? 0
      }
      line += 1
    }
    let counted = ["actions", "states", "inputs", "notes"].map { counts[$0] ?? 0 }
    let expected = [[.action], [.keyframe, .patch], [.input], [.header, .note]].map { kinds in
      lost.filter { kinds.contains($0) }.count
    }
    #expect(counted == expected, comment)
  }
}
