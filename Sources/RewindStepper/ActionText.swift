import RewindJSON
import RewindSession
import RewindText
import RewindTimeline

/// An action on one line, at most as long as the widest screen, so that cached rows hold no payloads.
struct ActionText {
  let type: String
  let time: Double?
  /// The store, in a session of several.
  let store: String?
  /// The payload, or the error of a failed action; empty if the action has only a type.
  let content: String
  /// The same without the names of its members, if that is shorter and as clear.
  let values: String
  /// The change that it made; nil if it made none, or it is not known.
  let change: ChangeSummary?
  /// True if it is known to have changed nothing.
  let isIdle: Bool
  /// How long it took, if it was slow: `held 310 ms`.
  let slow: String?

  private static let columns = 500

  /// - Parameters:
  ///   - action: The action.
  ///   - change: The change that it made; nil if it made none, or it is not known.
  ///   - isIdle: True if it is known to have changed nothing.
  ///   - slow: How long it took, if it was slow.
  init(_ action: RecordedAction, _ change: ChangeSummary?, isIdle: Bool, slow: String?) {
    type = action.type
    time = action.time
    store = action.storeAction?.store
    content = action.content(Self.columns)
    let fields = action.error == nil ? action.payload?.content(ofAction: type) : nil
    values = fields?.valuesLine(Self.columns) ?? content
    (self.change, self.isIdle, self.slow) = (change, isIdle, slow)
  }
}

extension RecordedAction {
  /// The payload, or the error of an action that failed, in at most `columns` columns.
  func content(_ columns: Int) -> String {
    if let error { return "failed " + error.line(columns - 7) }
    guard let content = payload?.content(ofAction: type), content != [:] else { return "" }
    return content.line(columns)
  }
}
