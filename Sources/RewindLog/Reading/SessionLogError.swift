public import RewindSession
import RewindText

/// The reason why a session log, or a line of it, cannot be read.
public struct SessionLogError: Error, Hashable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case cannotOpen(SystemError)
    case becameShorter
    case empty
    case notASession(String)
    /// It is compressed, by the program that is named with the one that prints its contents.
    case compressed(by: String, reader: String)
    /// A byte order mark precedes the header.
    case byteOrderMark
    case newerFormat(Int)
    case damaged(LogDamage)
    case lineTooLong(line: Int, bytes: Int)
    case unreadable(line: Int, why: String)
    /// The log has the state after `first`, and the actions after that up to `last`.
    case noSuchIndex(Int, first: Int, last: Int)
    case noState(after: Int, MissingState)
    /// The state after an action was not recorded; the nearest recorded ones are those after these.
    case notRecorded(after: Int, nearest: [Int])
    case badPatch(line: Int, why: String)
    case badReplay(index: Int, why: String)
    /// Nobody waits for the result: see ``ReadingCancellation``.
    case cancelled
  }

  public let path: String
  public let reason: Reason

  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Returns the result of reading a log's file.
  static func reading<Result>(
    _ path: String,
    _ read: () throws(SystemError) -> Result
  ) throws(SessionLogError) -> Result {
    do throws(SystemError) {
      return try read()
    } catch {
      throw SessionLogError(path, .cannotOpen(error))
    }
  }

  private static func words(_ recorded: [Int]) -> String {
    guard !recorded.isEmpty else { return "no state was recorded." }
    let indexes = recorded.map(String.init).joined(separator: " and ")
    return recorded.count == 1
      ? "not every state was recorded; the nearest recorded one is that after \(indexes)."
      : "not every state was recorded; the nearest recorded ones are those after \(indexes)."
  }

  public var description: String {
    switch reason {
    case .cannotOpen(.isFolder):
      "\(path) is a folder. Name a session in it; `rewind verify`, `check`, `report`, `triage`, `decoders` and `export --rows` take folders."
    case .cannotOpen(let error):
      "\(path) cannot be read: \(error)."
    case .becameShorter:
      "\(path) was truncated while it was being read."
    case .empty:
      "\(path) is empty: nothing was recorded in it."
    case .notASession(let why):
      "\(path) is not a session log: \(why). A log begins with a line like {\"rewind\":1,…}."
    case .compressed(let program, let reader):
      "\(path) is compressed with \(program). `\(reader) \(path.shellPath) | rewind` reads it; every command takes - for FILE."
    case .byteOrderMark:
      """
      \(path) has a byte order mark before its first line, which no recorder writes: an editor added \
      it. `tail -c +4 \(path.shellPath) > OUT` removes it; `rewind check` shows any other damage.
      """
    case .newerFormat(let version):
      "\(path) is a session log of format \(version); this rewind reads format 1. Use a newer rewind."
    case .damaged(let damage) where damage.endsInReturn:
      "\(path): \(damage.why) `tr -d '\\r' < \(path.shellPath) > OUT` removes them."
    case .damaged(let damage):
      "\(path): line \(damage.line) is damaged. See `rewind check \(path.shellPath)`."
    case .lineTooLong(let line, let bytes):
      "\(path): line \(line) has \(bytes) bytes; no line may have more than \(SessionLine.lengthLimit)."
    case .unreadable(let line, let why):
      "\(path): line \(line) cannot be read. \(why)"
    case .noSuchIndex(let index, 0, let last):
      last == 0
        ? "\(path) has no action \(index): it has only its start."
        : "\(path) has no action \(index): its actions are 1 to \(last)."
    case .noSuchIndex(let index, let first, let last):
      """
      \(path) has no action \(index): it begins with the state after action \(first)\
      \(last == first ? "." : ", and its actions are \(first + 1) to \(last).")
      """
    case .noState(after: 0, _):
      "\(path) has no initial state: it was not recorded, or the program stopped before it was made."
    case .noState(let after, .died):
      "\(path) has no state after action \(after): the program died while reducing it."
    case .noState(let after, .unreadable):
      "\(path) has no state after action \(after): the readable part of the log ends in it."
    case .noState(let after, .lost):
      """
      \(path) has no state after action \(after): another action overlapped it, or writing its state \
      failed.
      """
    case .notRecorded(let after, let nearest):
      "\(path) does not have the state after action \(after): \(Self.words(nearest)) "
        + "`rewind edit \(path.shellPath) --app APP -o OUT` has the app compute all of them."
    case .badReplay(let index, let why):
      "\(path): the replay's patch for action \(index) does not apply to its state. \(why)"
    case .cancelled:
      "\(path) was not read further: it was stopped."
    case .badPatch(let line, let why):
      "\(path): the patch on line \(line) does not apply to the state before it. \(why)"
    }
  }
}
