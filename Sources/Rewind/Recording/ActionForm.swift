import RewindCoding
import RewindJSON

/// How an action stands in a log, for those that are more than a value with a type.
///
/// The result of a Flux action stands under the action's name, with the payload or the error that was
/// dispatched, and not with whatever the action holds to do its work.
package protocol ActionForm {
  /// The name under which the action stands in the log.
  var name: String { get }
  /// The member that holds the content: `payload` or `error`.
  var member: String { get }

  /// Appends the name as a JSON string.
  func writeName(to bytes: inout [UInt8])

  /// Appends the content as JSON, and says whether it was written by reflection.
  func writeContent(to bytes: inout [UInt8]) -> Bool
}

extension ActionForm {
  package func writeName(to bytes: inout [UInt8]) { name.writeJSON(to: &bytes) }

  /// Appends the members `type` and `payload` or `error`; gives where the content begins.
  package func writeMembers(to bytes: inout [UInt8]) -> (start: Int, isReflected: Bool) {
    bytes.append(contentsOf: #""type":"#.utf8)
    writeName(to: &bytes)
    bytes.append(contentsOf: #","\#(member)":"#.utf8)
    let start = bytes.count
    return (start, writeContent(to: &bytes))
  }
}

/// An action whose form is its type's name and its value, as nearly all are.
package struct PlainActionForm: ActionForm {
  private let action: Any

  package init(action: Any) {
    self.action = action
  }

  package var name: String { ActionName.of(action) }
  package var member: String { "payload" }

  package func writeContent(to bytes: inout [UInt8]) -> Bool {
    ActionWriter.write(action, to: &bytes)
  }
}
