public import Foundation
import RewindCoding
public import RewindJSON

/// Helpers for the closures that `rewind decoders` prints: they convert recorded values to the types that the app's
/// initializers take.
///
/// ```swift
/// .adding("PlaceOrder") { payload in
///   PlaceOrder(
///     items: try payload.member("items").list { .init(id: try $0.value("id")) },
///     note: try payload.value("note"))
/// }
/// ```
extension JSONValue {
  /// Returns the member under a key, or null, since nil properties are left out.
  ///
  /// The parts of a tuple are under `_0`, `_1`, …, like the values of a case.
  public func member(_ key: String) -> JSONValue {
    guard let array, let index = CaseValue.index(ofName: key) else { return self[key] ?? .null }
    return array.indices.contains(index) ? array[index] : .null
  }

  /// Decodes an action that sets a value of a state, such as a `BindingAction`, by the names in its key path.
  ///
  /// - Parameter make: Returns the action for the names, such as `settings.name`, and the value.
  /// - Returns: The action.
  /// - Throws: ``RecordedValueError`` if the value has no key path; the error from `make`.
  public func binding<Action>(
    _ make: (_ property: String, _ value: JSONValue) throws -> Action
  ) throws -> Action {
    guard let path = self["keyPath"]?.string, let dot = path.firstIndex(of: "."),
      let value = self["value"]
    else { throw RecordedValueError.unexpected("a key path and a value", found: "something else") }
    return try make(String(path[path.index(after: dot)...]), value)
  }

  /// Decodes the value, or its member under a key, as the expected type.
  ///
  /// - Throws: ``RecordedValueError`` with the value found instead.
  public func value<Value: Decodable>(
    _ key: String? = nil,
    as type: Value.Type = Value.self
  ) throws -> Value {
    do {
      return try (key.map { member($0) } ?? self).decode(type)
    } catch {
      throw RecordedValueError.notDecodable(key: key, type: "\(type)", why: "\(error)")
    }
  }

  /// Makes a value that is not `Decodable`, such as a `Character` or a `Substring`, of its text.
  ///
  /// - Throws: ``RecordedValueError`` with the value found instead.
  public func text<Text: LosslessStringConvertible>(_ key: String? = nil) throws -> Text {
    let text: String = try value(key)
    guard let made = Text(text) else {
      throw RecordedValueError.unexpected("a \(Text.self)", found: "\"\(text)\"")
    }
    return made
  }

  /// Decodes the elements with a closure.
  ///
  /// - Throws: ``RecordedValueError``; the error of the closure.
  public func list<Element>(_ make: (JSONValue) throws -> Element) throws -> [Element] {
    guard let array else { throw RecordedValueError.unexpected("a list", found: kind.rawValue) }
    return try array.map(make)
  }

  /// Decodes a dictionary whose keys are texts or numbers, and its elements with a closure.
  ///
  /// - Throws: ``RecordedValueError``; the error of the closure.
  public func dictionary<Key: Hashable & LosslessStringConvertible, Element>(
    _ make: (JSONValue) throws -> Element
  ) throws -> [Key: Element] {
    try dictionary(keys: { try $0.text() }, values: make)
  }

  /// Decodes a dictionary with closures: a log has keys and values in turn where the keys are no texts.
  ///
  /// - Throws: ``RecordedValueError``; the errors of the closures.
  public func dictionary<Key: Hashable, Element>(
    keys makeKey: (JSONValue) throws -> Key,
    values makeValue: (JSONValue) throws -> Element
  ) throws -> [Key: Element] {
    var pairs: [(JSONValue, JSONValue)] = []
    if let object {
      pairs = object.members.map { (.string($0.key), $0.value) }
    } else if let array, array.count.isMultiple(of: 2) {
      pairs = stride(from: 0, to: array.count, by: 2).map { (array[$0], array[$0 + 1]) }
    } else {
      throw RecordedValueError.unexpected("a dictionary", found: kind.rawValue)
    }
    var made: [Key: Element] = [:]
    for (key, value) in pairs { made[try makeKey(key)] = try makeValue(value) }
    return made
  }

  /// Decodes the value with a closure, or returns nil if it is null.
  ///
  /// - Throws: The error of the closure.
  public func optional<Value>(_ make: (JSONValue) throws -> Value) rethrows -> Value? {
    self == .null ? nil : try make(self)
  }

  /// Decodes the value of an enum with a closure, from the name of its case and its payload.
  ///
  /// - Throws: ``RecordedValueError``; the error of the closure.
  public func enumCase<Value>(
    _ make: (_ name: String, _ values: JSONValue) throws -> Value
  ) throws -> Value {
    guard let sole = object?.members.first, object?.count == 1 else {
      throw RecordedValueError.unexpected("a case of an enum", found: kind.rawValue)
    }
    return try make(sole.key, sole.value)
  }

  /// Decodes an `NSError`, from its domain, its code and its description.
  ///
  /// - Returns: The error; of its other contents, the log has nothing.
  /// - Throws: ``RecordedValueError``.
  public func nsError() throws -> NSError {
    let description: String? = try value("description")
    return NSError(
      domain: try value("domain"),
      code: try value("code"),
      userInfo: description.map { [NSLocalizedDescriptionKey: $0] }
    )
  }

  /// Decodes a value in an existential with a closure, from the name of its type and its parts.
  ///
  /// An `NSError` is recorded without the name of its type; the closure gets it as `NSError`.
  ///
  /// - Throws: ``RecordedValueError`` if the value has no type name; the error of the closure.
  public func existential<Value>(
    _ make: (_ type: String, _ value: JSONValue) throws -> Value
  ) throws -> Value {
    if let object, object["$type"] == nil, object["domain"] != nil, object["code"] != nil {
      return try make("NSError", self)
    }
    guard let object, let type = object["$type"]?.string else {
      throw RecordedValueError.unexpected("a value with its type's name", found: kind.rawValue)
    }
    let parts = object.members.filter { $0.key != "$type" }.map { ($0.key, $0.value) }
    return try make(type, .object(JSONObject(parts)))
  }
}

/// The reason why a recorded value cannot be converted to one of the app's.
public enum RecordedValueError: Error, Hashable, CustomStringConvertible {
  case notDecodable(key: String?, type: String, why: String)
  case unexpected(String, found: String)
  /// A case that did not occur in the recordings when the decoder was written.
  case unknownCase(String)
  /// A type that did not occur in the recordings when the decoder was written.
  case unknownType(String)

  public var description: String {
    switch self {
    case .notDecodable(let key, let type, let why):
      "\(key.map { "\"\($0)\" is not of type \(type)" } ?? "it is not of type \(type)"): \(why)"
    case .unexpected(let expected, let found):
      "\(expected) is expected, and \(found) was recorded."
    case .unknownCase(let name):
      "the decoder does not know the case \"\(name)\": add it."
    case .unknownType(let name):
      "the decoder does not know the type \"\(name)\": add it."
    }
  }
}
