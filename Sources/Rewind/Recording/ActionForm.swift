import RewindCoding
import RewindJSON

/// The form of an action in a log, for actions that are more than a value with a type.
///
/// The result of a Flux action is logged under the action's name, with the payload or the error that
/// was dispatched, and without the services that the action holds.
package protocol ActionForm {
  /// The name of the action in the log.
  var name: String { get }
  /// The member that holds the content: `payload` or `error`.
  var member: String { get }
  /// The names of members in the content that are not names of properties or cases, and no secrets.
  var memberNames: [String] { get }

  /// The types of what may be under its members, such as `payload` and `error`; none if the log need not tell them.
  var contentTypes: [(member: String, type: Any.Type)] { get }

  /// Appends the name as a JSON string.
  func writeName(to bytes: inout [UInt8])

  /// Appends the content as JSON, and returns whether it was written by reflection.
  func writeContent(to bytes: inout [UInt8]) -> Bool
}

extension ActionForm {
  package var memberNames: [String] { [] }
  package var contentTypes: [(member: String, type: Any.Type)] { [] }

  package func writeName(to bytes: inout [UInt8]) { name.writeJSON(to: &bytes) }

  /// Appends the members `type` and `payload` or `error`; returns where the content begins.
  package func writeMembers(to bytes: inout [UInt8]) -> (start: Int, isReflected: Bool) {
    bytes.append(contentsOf: #""type":"#.utf8)
    writeName(to: &bytes)
    bytes.append(contentsOf: #","\#(member)":"#.utf8)
    let start = bytes.count
    return (start, writeContent(to: &bytes))
  }
}

/// An action that is logged as its type's name and its value, as nearly all are.
package struct PlainActionForm: ActionForm {
  private let action: Any
  private let naming: ActionNaming

  package init(action: Any, _ naming: ActionNaming) {
    (self.action, self.naming) = (action, naming)
  }

  package var name: String { naming.name(of: action) }
  package var member: String { "payload" }

  package func writeContent(to bytes: inout [UInt8]) -> Bool {
    ActionWriter.reflectIfBlind(type(of: action))
    return ActionWriter.write(action, to: &bytes)
  }
}
