import RewindJSON
import RewindLog
import RewindQuery
import RewindSession
import RewindTimeline

/// A log of any bytes is read or refused; what is read is the same forwards, backwards and afresh.
func fuzzSession(_ bytes: [UInt8]) {
  // As it is, which tests what judges damage, and with right checksums, which tests what reads.
  read(bytes)
  read(sealed(bytes))
}

/// The lines with the checksums that they should have.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  var checksum = Checksum()
  for line in bytes.split(separator: 0x0A) {
    var body = line.withUnsafeBytes { line in ChecksummedLine(line).map { Array($0.body) } }
    if body == nil, line.last == UInt8(ascii: "}") { body = Array(line.dropLast()) }
    guard var body else { continue }
    checksum = body.seal(after: checksum)
    result += body
  }
  return result
}

private func read(_ bytes: [UInt8]) {
  guard let log = try? SessionLog.open(bytes: bytes) else { return }
  promise(log.lineCount > 0, "a log that opens has its header")
  for line in 0..<log.lineCount {
    guard let key = try? log.key(of: line) else { continue }
    if let json = try? log.json(of: line), json.isOfOneKind, let whole = try? SessionLine(json) {
      promise(key.index == LineKey(whole).index, "a line's first bytes tell its index")
    }
  }
  guard let timeline = try? Timeline.open(log), let other = try? Timeline.open(log) else { return }
  let last = min(timeline.lastIndex, 40)
  guard last >= 0 else { return }
  ask(other, upTo: last)
  // Where indexes go back and forth, "the state after 5" has no one answer.
  guard let faults = try? LogFaults.find(in: log), faults.contradiction == nil else { return }
  let states = (0...last).map { try? timeline.state(after: $0) }
  for index in (0...last).reversed() {
    promise(
      (try? timeline.state(after: index)) == states[index],
      "the state after \(index) is the same backwards"
    )
  }
  for index in stride(from: 0, through: last, by: 3) {
    guard let fresh = try? Timeline.open(log) else { continue }
    promise(
      (try? fresh.state(after: index)) == states[index],
      "the state after \(index) is the same after a seek"
    )
  }
}

/// Asks what people ask; the answers are tested elsewhere, here only that there is one.
private func ask(_ timeline: Timeline, upTo last: Int) {
  for index in 0...last {
    if index > 0 {
      _ = try? timeline.action(index)
      _ = try? timeline.changes(of: index)
    }
    _ = try? timeline.inputs(of: index)
  }
  _ = try? timeline.blameAll(at: last)
  for pointer in [Pointer.root, Pointer(tokens: ["a"]), Pointer(tokens: ["a", "0"])] {
    _ = try? timeline.blame(pointer, at: last)
    _ = try? timeline.history(of: pointer, upTo: last)
    _ = try? timeline.provenance(of: pointer, at: last)
  }
  _ = try? timeline.statistics()
  if let expression = try? StepExpression("changed(a) or length(a) > 1 or type == 'x'") {
    try? timeline.find(expression, in: 0...last) { _ in true }
  }
}

extension JSONValue {
  /// Whether a line has the members of one kind only; no recorder writes others, and which of two
  /// kinds such a line is, is unknown.
  fileprivate var isOfOneKind: Bool {
    let kinds = ["rewind", "end", "action", "input", "external", "note", "gap", "travel"]
    return kinds.count { self[$0] != nil } <= 1
  }
}
