import RewindCoding
import RewindInputs
import RewindSession

/// The actions that effects are about to send, with their causes.
///
/// A store reduces such an action at once, or after those that wait already. So an action is recognized
/// by its text in the log.
struct SentActions {
  private var waiting: [(text: [UInt8], mark: any CauseMark)] = []

  /// The most actions that wait at once: actions that a store never reduces must not pile up.
  private static let limit = 64

  mutating func add(_ text: [UInt8], from mark: any CauseMark) {
    if waiting.count == Self.limit { waiting.removeFirst() }
    waiting.append((text, mark))
  }

  /// Removes an action, and returns its cause; nil if no effect has sent it.
  mutating func take(_ line: borrowing ActionLine) -> (any CauseMark)? {
    if waiting.isEmpty { return nil }
    let text = line.members
    guard let index = waiting.firstIndex(where: { $0.text == text }) else { return nil }
    return waiting.remove(at: index).mark
  }
}

extension RecordingLog {
  /// Notes that an effect is about to send an action.
  func expect<Action>(_ action: Action, from mark: any CauseMark) {
    guard records(action) else { return }
    let members = lines.members(of: action)
    lock.withLock { sent.add(members, from: mark) }
  }
}
