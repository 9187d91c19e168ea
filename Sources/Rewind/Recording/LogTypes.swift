import Foundation
import RewindCoding
import RewindJSON

/// The lines of one log that tell the types of its values.
///
/// ```
/// {"types":{"AppState":{"struct":[["cards","[Card]"]]},"Card":{"struct":[["url","String"]]}},"state":"AppState"}
/// ```
final class LogTypes: @unchecked Sendable {
  /// Recursive, since the cases of an enum are the app's code.
  private let lock = NSRecursiveLock()
  private var catalog = TypeCatalog()
  private var told: [[UInt8]] = []

  /// All lines so far, without their closing braces: a segment begins with them.
  var lines: [[UInt8]] { lock.withLock { told } }

  /// Returns the line of the types of states; nil if it has none.
  func line(ofStates type: Any.Type?, _ shown: LeftOutProperties) -> [UInt8]? {
    type.flatMap { type in
      line(of: type, shown) { #","state":"# + JSONValue.string($0.name(of: type)).text }
    }
  }

  /// Returns the line of the types of an action; nil if there are no new ones.
  func line(ofAction action: Any) -> [UInt8]? {
    line(of: type(of: action), LeftOutProperties.find(in: action)) { _ in "" }
  }

  private func line(
    of type: Any.Type,
    _ shown: LeftOutProperties,
    _ more: (TypeCatalog) -> String
  ) -> [UInt8]? {
    lock.withLock {
      let new = catalog.newTypes(of: type, shown)
      let rest = more(catalog)
      guard !new.members.isEmpty || !rest.isEmpty else { return nil }
      let line = Array((#"{"types":"# + JSONValue.object(new).text + rest).utf8)
      told.append(line)
      return line
    }
  }
}
