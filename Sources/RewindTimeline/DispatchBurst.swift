import RewindSession

/// Many actions of one or two types right before an app died, without a pause between them.
///
/// Subscribers that dispatch on every change look like this, until the stack ends. A replay dispatches the
/// actions one after the other, so it does not repeat such a death.
public struct DispatchBurst: Hashable, Sendable {
  /// The first of the actions.
  public let first: Int
  public let count: Int
  /// The types of the actions, the last one's first.
  public let types: [String]
  /// The action that began it: the one right before them, or the first of them after a pause; nil if the
  /// log does not show it.
  public let origin: Int?

  /// The fewest actions: a person causes fewer, and a stack of 512 kB has room for more.
  fileprivate static let fewest = 1_000
  /// The most actions that are looked at: no stack has room for more.
  fileprivate static let most = 100_000
  /// The longest time between two of them in seconds: a busy machine interrupts an app for less.
  fileprivate static let pause = 0.1
  /// The longest mean time between them in seconds: a display causes an action every 8 ms.
  fileprivate static let meanPause = 0.005
}

extension Timeline {
  /// Returns the burst in which the app died; nil if it closed its session or died otherwise.
  public func finalBurst() throws(SessionLogError) -> DispatchBurst? {
    switch end {
    case .crashed, .stopped: break
    case .closed, .continued, .cut: return nil
    }
    if let burst = try burst(upToTypes: 1) { return burst }
    return try burst(upToTypes: 2)
  }

  private func burst(upToTypes limit: Int) throws(SessionLogError) -> DispatchBurst? {
    var line = log.lineCount
    func actionBefore() throws(SessionLogError) -> RecordedAction? {
      guard let found = try log.lastLine(upTo: line - 1, of: [.action]) else { return nil }
      line = found
      guard case .action(let action) = try log.line(found) else { return nil }
      return action
    }
    guard let last = try actionBefore(), last.index == lastIndex, let end = last.time else {
      return nil
    }
    var (types, first, start) = ([last.type], lastIndex, end)
    var origin: Int?
    while lastIndex - first < DispatchBurst.most, let action = try actionBefore(),
      action.index == first - 1, action.index > firstIndex, let time = action.time,
      start - time <= DispatchBurst.pause, time <= start
    {
      if !types.contains(action.type) {
        guard types.count < limit else {
          origin = action.index
          break
        }
        types.append(action.type)
      }
      (first, start) = (action.index, time)
    }
    let count = lastIndex - first + 1
    guard count >= DispatchBurst.fewest, end - start <= DispatchBurst.meanPause * Double(count)
    else { return nil }
    // Otherwise the log begins amid them, or the rest was not looked at.
    let isStart = first - 1 > firstIndex || firstIndex == 0
    let began = isStart && count < DispatchBurst.most ? first : nil
    let cause = try recordedAction(first)?.cause
    return DispatchBurst(first: first, count: count, types: types, origin: cause ?? origin ?? began)
  }
}
