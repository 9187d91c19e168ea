import RewindJSON
import RewindSession
import RewindText

/// An action on one line, as long as the widest screen: the rows that are kept hold no payloads.
struct ActionText {
  let type: String
  let time: Double?
  /// The payload, or what a failed action has in its place; empty where it is its type only.
  let content: String
  /// The same without the names of its members, where that is shorter and says as much.
  let values: String

  private static let columns = 500

  init(_ action: RecordedAction) {
    type = action.type
    time = action.time
    content = action.content(Self.columns)
    let isFailure = action.error != nil
    let told = isFailure ? nil : action.payload?.content(ofAction: type)
    values = told?.valuesLine(Self.columns) ?? content
  }
}

extension RecordedAction {
  /// The payload, or the error of an action that failed, in at most so many columns.
  func content(_ columns: Int) -> String {
    if let error { return "failed " + error.line(columns - 7) }
    guard let told = payload?.content(ofAction: type), told != [:] else { return "" }
    return told.line(columns)
  }
}
