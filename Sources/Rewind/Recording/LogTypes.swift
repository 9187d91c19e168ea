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
  /// Guards the lines alone, so that a segment, which begins under the log's lock, never waits for the app's code.
  private let toldLock = NSLock()
  private var inputs: Set<String> = []
  private var opened = OpenedNames()

  /// The inputs whose types are told; an app may make their names of data.
  private static let inputLimit = 256

  /// All lines so far, without their closing braces: a segment begins with them.
  var lines: [[UInt8]] { toldLock.withLock { told } }

  /// Returns the line of the types of states; nil if it has none.
  func line(ofStates type: Any.Type?, _ shown: LeftOutProperties) -> [UInt8]? {
    type.flatMap { type in
      line(of: [type], shown) { #","state":"# + JSONValue.string($0.name(of: type)).text }
    }
  }

  /// Returns the line of the types of an action; nil if there are no new ones.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isFirst: True for the first action of its type.
  ///   - reflected: Its payload, if it is written by reflection: what stands in existentials is told in the first
  ///     payload that has it.
  /// - Returns: The line, without its closing brace.
  func line(ofAction action: Any, isFirst: Bool, _ reflected: UnsafeRawBufferPointer?) -> [UInt8]? {
    // Asking for the form of each action would take as long as writing its payload.
    guard isFirst || reflected != nil else { return nil }
    if let form = action as? any ActionForm { return isFirst ? line(ofForm: form) : nil }
    var types = isFirst ? [type(of: action)] : []
    if let reflected, lock.withLock({ opened.findNew(in: reflected) }) {
      OpenedNames.collect(from: action, depth: 0, to: &types)
    }
    guard !types.isEmpty else { return nil }
    return line(of: types, LeftOutProperties.find(in: action)) { _ in "" }
  }

  private func line(ofForm form: any ActionForm) -> [UInt8]? {
    let contents = form.contentTypes
    guard !contents.isEmpty else { return nil }
    return line(of: contents.map(\.type), LeftOutProperties()) { catalog in
      let types = JSONObject(contents.map { ($0.member, .string(catalog.name(of: $0.type))) })
      return #","actions":"# + JSONValue.object(JSONObject([(form.name, .object(types))])).text
    }
  }

  /// Returns the line of the types of an input, by its name in the log; nil if it has one, or a name that was redacted.
  func line<Value>(ofInput name: String, _ value: Value) -> [UInt8]? {
    lock.lock()
    let isNew =
      inputs.count < Self.inputLimit && !RecordedInput.isRedacted(name)
      && inputs.insert(name).inserted
    lock.unlock()
    guard isNew else { return nil }
    return line(of: [Value.self], LeftOutProperties.find(in: value)) {
      #","inputs":"# + JSONValue.object(JSONObject([(name, .string($0.name(of: Value.self)))])).text
    }
  }

  private func line(
    of types: [Any.Type],
    _ shown: LeftOutProperties,
    _ more: (TypeCatalog) -> String
  ) -> [UInt8]? {
    lock.withLock {
      let new = catalog.newTypes(of: types, shown)
      let rest = more(catalog)
      guard !new.members.isEmpty || !rest.isEmpty else { return nil }
      let line = Array((#"{"types":"# + JSONValue.object(new).text + rest).utf8)
      toldLock.withLock { told.append(line) }
      return line
    }
  }
}

/// The names of types that the texts of actions have at `"$type"`, where a value stands in an existential.
private struct OpenedNames {
  private var names: Set<[UInt8]> = []

  /// The most names, and the depth and the number of values to which an action is searched for their types.
  private static let limit = 256
  private static let depthLimit = 16
  private static let valueLimit = 4_096
  private static let key: StaticString = #"$type":""#

  /// Returns true if a text has a name that no text before it had.
  mutating func findNew(in text: UnsafeRawBufferPointer) -> Bool {
    let key = UnsafeRawBufferPointer(start: Self.key.utf8Start, count: Self.key.utf8CodeUnitCount)
    var rest = text
    var isNew = false
    while names.count < Self.limit, let start = rest.baseAddress,
      let sign = memchr(start, Int32(key[0]), rest.count)
    {
      rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(sign) - start)...])
      let found = rest.starts(with: key)
      rest = UnsafeRawBufferPointer(rebasing: rest[(found ? key.count : 1)...])
      if found, names.insert(Array(rest.prefix { $0 != UInt8(ascii: "\"") })).inserted {
        isNew = true
      }
    }
    return isNew
  }

  /// Collects the types of all values in an action, as its mirror shows them.
  static func collect(from value: Any, depth: Int, to types: inout [Any.Type]) {
    guard types.count < valueLimit else { return }
    types.append(type(of: value))
    guard depth < depthLimit, !PartTypes.isScalar(type(of: value)) else { return }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let shown = mirror {
      for child in shown.children.prefix(valueLimit) {
        collect(from: child.value, depth: depth + 1, to: &types)
      }
      mirror = shown.superclassMirror
    }
  }
}
