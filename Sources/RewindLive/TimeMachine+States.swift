import RewindJSON
import RewindReplay

/// The states that the machine has computed again, as after a skip: the log has those that the actions led to at first.
extension TimeMachine {
  /// The time that an answer about states may take, on the store's thread.
  private static var patience: Duration { .milliseconds(20) }
  /// The bytes of the states and patches of an answer.
  private static var limit: Int { 4 << 20 }

  /// The actions whose states were computed again, as one range with the number of the history that it is of; none where
  /// all states are the recorded ones.
  var reducedAgain: JSONValue {
    guard let first = history.firstIndex(where: \.isReducedAgain),
      let last = history.lastIndex(where: \.isReducedAgain),
      let from = logIndex(at: first + 1), let to = logIndex(at: last + 1)
    else { return [] }
    return [["from": JSONValue(from), "to": JSONValue(to), "version": JSONValue(historyVersion)]]
  }

  /// Returns the state before the first of some actions, and the patch of each, as the machine has them now.
  ///
  /// Actions are named by their indexes in the log; those that are not in the history are left out. Where states are
  /// large, the answer has fewer actions than were asked for, but one.
  func statesReducedAgain(from first: Int, to last: Int) throws -> JSONValue {
    let wanted = history.indices.filter { position in
      logIndex(at: position + 1).map { $0 >= first && $0 <= last } ?? false
    }
    guard first <= last, let start = wanted.first, var texts = recording?.stateHistory,
      let before = state(at: start)
    else { return ["before": .null, "steps": []] }
    let end = ContinuousClock.now + Self.patience
    let whole = texts.advanced(to: before, keepsState: false)
    texts = whole.history
    var size = whole.state.count
    var steps: [JSONValue] = []
    for position in wanted {
      if !steps.isEmpty, size > Self.limit || ContinuousClock.now > end { break }
      let step = texts.advanced(to: history[position].state, keepsState: false)
      texts = step.history
      let patch = step.patch ?? Array("[]".utf8)
      size += patch.count
      steps.append([
        "index": logIndex(at: position + 1).map { JSONValue($0) } ?? .null,
        "patch": try JSONValue(parsing: patch),
      ])
    }
    return ["before": try JSONValue(parsing: whole.state), "steps": .array(steps)]
  }
}
