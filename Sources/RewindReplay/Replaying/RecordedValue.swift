public import RewindJSON

/// What the closures that `rewind decoders` prints are made of: recorded values become values of the types
/// that the app's initializers ask for.
///
/// ```swift
/// .adding("PlaceOrder") { payload in
///   PlaceOrder(
///     items: try payload.member("items").list { .init(id: try $0.value("id")) },
///     note: try payload.value("note"))
/// }
/// ```
extension JSONValue {
  /// The member under a key; null where there is none, as a property that is nil is left out.
  public func member(_ key: String) -> JSONValue {
    self[key] ?? .null
  }

  /// The value, or its member under a key, as a value of the type that is expected.
  ///
  /// - Throws: ``RecordedValueError`` that says what stands there instead.
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

  /// The elements, each made by a closure.
  ///
  /// - Throws: ``RecordedValueError``; what the closure throws.
  public func list<Element>(_ make: (JSONValue) throws -> Element) throws -> [Element] {
    guard let array else { throw RecordedValueError.unexpected("a list", found: kind.rawValue) }
    return try array.map(make)
  }

  /// The value made by a closure, or nil where it is null.
  ///
  /// - Throws: What the closure throws.
  public func optional<Value>(_ make: (JSONValue) throws -> Value) rethrows -> Value? {
    self == .null ? nil : try make(self)
  }

  /// The value of an enum, made by a closure from the name of its case and what it carries.
  ///
  /// - Throws: ``RecordedValueError``; what the closure throws.
  public func enumCase<Value>(
    _ make: (_ name: String, _ values: JSONValue) throws -> Value
  ) throws -> Value {
    guard let sole = object?.members.first, object?.count == 1 else {
      throw RecordedValueError.unexpected("a case of an enum", found: kind.rawValue)
    }
    return try make(sole.key, sole.value)
  }
}

/// Why a recorded value does not become one of the app's.
public enum RecordedValueError: Error, Hashable, CustomStringConvertible {
  case notDecodable(key: String?, type: String, why: String)
  case unexpected(String, found: String)
  /// A case that the recordings had not when the decoder was written.
  case unknownCase(String)

  public var description: String {
    switch self {
    case .notDecodable(let key, let type, let why):
      "\(key.map { "\"\($0)\" is no \(type)" } ?? "it is no \(type)"): \(why)"
    case .unexpected(let expected, let found):
      "\(expected) is expected, and \(found) was recorded."
    case .unknownCase(let name):
      "the decoder does not know the case \"\(name)\": add it."
    }
  }
}
