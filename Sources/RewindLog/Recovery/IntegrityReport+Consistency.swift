import RewindJSON
import RewindSession

extension IntegrityReport {
  /// Checks that the lines with right checksums are consistent, up to the first that is not.
  ///
  /// O(bytes), and the size of a state in memory.
  ///
  /// - Parameter progress: Called now and then with the share of these lines that has been checked.
  /// - Throws: ``SessionLogError`` if the file cannot be read.
  package mutating func checkConsistency(
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) {
    var consistency = ConsistencyCheck()
    var found: LogDamage?
    var isKeyframe = false
    let count = Double(max(findings.prefix, 1))
    try check.forEachLine(in: 0..<findings.prefix) { line, _, bytes in
      let fault = consistency.take(line, bytes)
      found = fault?.damage(line: line + 1)
      if case .otherState? = fault { isKeyframe = true }
      if line.isMultiple(of: 1_024) { progress?(Double(line) / count) }
      return found == nil
    }
    (contradiction, contradictsKeyframe) = (found, isKeyframe)
    summary = consistency.summary
  }

  /// Returns the lines from a keyframe on that are consistent by themselves: up to the first that
  /// contradicts those before it.
  ///
  /// - Parameters:
  ///   - line: The line from which on the keyframe is searched, counted from 0.
  ///   - end: The line after the last that may belong to it.
  /// - Returns: The lines; nil if there is no readable keyframe.
  /// - Throws: ``SessionLogError`` if the file cannot be read.
  func part(from line: Int, to end: Int) throws(SessionLogError) -> Range<Int>? {
    var first = line
    while first < end {
      guard let kind = try key(of: first)?.kind, kind == .keyframe || kind == .laterKeyframe else {
        first += 1
        continue
      }
      let last = try summary == nil ? end : fault(from: first, to: end) ?? end
      if last > first { return first..<last }
      first += 1
    }
    return nil
  }

  /// Returns the first line that contradicts those from a keyframe on.
  private func fault(from keyframe: Int, to end: Int) throws(SessionLogError) -> Int? {
    var consistency = ConsistencyCheck(beginningAtKeyframe: ())
    var fault: Int?
    try check.forEachLine(in: keyframe..<end) { line, _, bytes in
      if consistency.take(line, bytes) != nil { fault = line }
      return fault == nil
    }
    return fault
  }

  // MARK: - After the damage

  /// Lines after the damage from which on the session is readable again.
  package struct ReadablePart: Hashable, Sendable {
    /// The first of them is a keyframe.
    package let lines: Range<Int>
    /// The action that led to the state of the keyframe.
    package let index: Int
  }

  /// Returns the action after which the first state of a part is.
  private func firstIndex(of part: Range<Int>) throws(SessionLogError) -> Int {
    guard try key(of: part.lowerBound)?.kind == .laterKeyframe else {
      return try key(of: part.lowerBound)?.index ?? 0
    }
    let json = try? JSONValue(parsing: bytes(of: part.lowerBound))
    return json?["keyframe"]?.int ?? 0
  }

  /// Returns the readable parts after the damage, each from its first keyframe on.
  package func readableParts() throws(SessionLogError) -> [ReadablePart] {
    let ranges = [prefix..<findings.prefix] + verifiedRuns
    var parts: [ReadablePart] = []
    for range in ranges {
      var line = range.lowerBound
      while parts.count < ChecksumCheck.listLimit,
        let part = try part(from: line, to: range.upperBound)
      {
        parts.append(
          ReadablePart(lines: part, index: try firstIndex(of: part))
        )
        line = part.upperBound
      }
    }
    return parts
  }
}
