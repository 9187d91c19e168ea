import RewindSession
import RewindText

/// The faults that readers of a log must know in advance: damage, contradictions, or an incomplete
/// last line.
///
/// Damage is found to the extent that the log was verified when it was opened. Contradictions are
/// searched in logs of at most ``SessionLog/consistencyLength`` bytes, or in any log on request: it
/// takes five times as long as verifying the checksums.
package struct LogFaults: Sendable {
  /// The first line from which on the log is not as its writer wrote it.
  package let damage: LogDamage?
  /// The first line that contradicts those before it.
  package let contradiction: LogDamage?
  /// The number of bytes of an incomplete line at the end.
  package let tailLength: Int

  /// Examines a log.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - verifying: True to search for contradictions in a log of any length.
  ///   - progress: Called now and then with the share of the lines that has been checked.
  /// - Returns: Its faults.
  /// - Throws: ``SessionLogError`` if the file cannot be read.
  package static func find(
    in log: SessionLog,
    verifying: Bool = false,
    progress: ((_ share: Double) -> Void)? = nil
  ) throws(SessionLogError) -> LogFaults {
    let isChecked = verifying || log.length <= SessionLog.consistencyLength
    return LogFaults(
      damage: log.damage,
      contradiction: isChecked ? try log.findContradiction(progress: progress) : nil,
      tailLength: log.tailLength
    )
  }

  /// Describes all faults of a log in a few sentences; nil if there are none.
  package func warning(about log: SessionLog) -> String? {
    var sentences: [String] = []
    if let damage {
      sentences.append(
        """
        Line \(damage.line) of \(log.path) is damaged. The following is about lines 1 to \
        \(damage.line - 1).
        """
      )
    } else if tailLength > 0 {
      let line = log.number(of: log.lineCount - 1) + 1
      sentences.append(
        """
        \(log.path) is cut off inside line \(line): it was not completely written or copied. The \
        following is about lines 1 to \(line - 1).
        """
      )
    }
    if let contradiction {
      sentences.append("\(log.path) contradicts itself. \(contradiction.why)")
    }
    guard !sentences.isEmpty else { return nil }
    return sentences.joined(separator: " ") + " See `rewind check \(log.path.shellPath)`."
  }
}
