package import RewindSession

/// What somebody who reads a log must know of it beforehand: that it is damaged, contradicts itself, or is
/// cut off inside a line.
///
/// Damage is noticed as far as the log was verified when it was opened. Contradictions are looked for in
/// logs of at most ``SessionLog/consistencyLength`` bytes, or in any log where that is asked for: it takes
/// five times as long as to verify the checksums.
package struct LogFaults: Sendable {
  /// The first place from which on the log is not as its writer left it.
  package let damage: LogDamage?
  /// The first line that contradicts those above it.
  package let contradiction: LogDamage?
  /// Bytes of the piece of a line that stands at the end.
  package let tailLength: Int

  /// Looks a log over.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - verifying: Whether contradictions are looked for however long it is.
  ///   - progress: Told the share of the lines that has been checked, now and then.
  /// - Throws: ``SessionLogError`` where the file cannot be read.
  package init(
    _ log: SessionLog,
    verifying: Bool = false,
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) {
    damage = log.damage
    tailLength = log.tailLength
    let isChecked = verifying || log.length <= SessionLog.consistencyLength
    contradiction = isChecked ? try log.findContradiction(progress: progress) : nil
  }

  /// All of it in a few sentences about a log; nil where there is nothing to tell.
  package func remark(on log: SessionLog) -> String? {
    var sentences: [String] = []
    if let damage {
      sentences.append(
        """
        Line \(damage.line) of \(log.path) is not as it was written. What follows is about lines 1 to \
        \(damage.line - 1).
        """
      )
    } else if tailLength > 0 {
      let line = log.number(of: log.lineCount - 1) + 1
      sentences.append(
        """
        \(log.path) is cut off inside line \(line): it was not written or not copied to its end. What \
        follows is about lines 1 to \(line - 1).
        """
      )
    }
    if let why = contradiction?.why {
      sentences.append("\(log.path) contradicts itself. \(why)")
    }
    guard !sentences.isEmpty else { return nil }
    return sentences.joined(separator: " ") + " See `rewind check \(log.path)`."
  }
}
