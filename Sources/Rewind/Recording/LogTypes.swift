import Foundation
import RewindCoding
import RewindJSON
import RewindSession

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
  private var inputs: Set<String> = []

  /// The inputs whose types are told; an app may make their names of data.
  private static let inputLimit = 256

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

  /// Returns the line of the types of an input, by its name in the log; nil if it has one, or a name that was redacted.
  func line<Value>(ofInput name: String, _ value: Value) -> [UInt8]? {
    lock.lock()
    let isNew =
      inputs.count < Self.inputLimit && !RecordedInput.isRedacted(name)
      && inputs.insert(name).inserted
    lock.unlock()
    guard isNew else { return nil }
    return line(of: Value.self, LeftOutProperties.find(in: value)) {
      #","inputs":"# + JSONValue.object(JSONObject([(name, .string($0.name(of: Value.self)))])).text
    }
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
