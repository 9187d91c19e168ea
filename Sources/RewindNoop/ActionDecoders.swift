public import Foundation

/// Decoders of recorded actions, of which there are none.
public struct ActionDecoders<Action>: @unchecked Sendable {
  public init() {}
  public init(_ types: [any Decodable.Type]) {}

  public var names: [String] { [] }

  public func adding(_ type: any Decodable.Type) -> ActionDecoders { self }

  public func adding(
    _ name: String,
    decode: @escaping (_ payload: JSONValue) throws -> Action
  ) -> ActionDecoders {
    self
  }

  public func adding<Model, each Argument: Decodable, Value>(
    method name: String,
    _ method: @escaping (Model) -> (repeat each Argument) throws -> Value
  ) -> ActionDecoders where Action == ModelCall<Model> {
    self
  }

  public func adding<Model, each Argument: Decodable, Value>(
    mainActorMethod name: String,
    _ method: @escaping @MainActor (Model) -> @MainActor (repeat each Argument) throws -> Value
  ) -> ActionDecoders where Action == ModelCall<Model> {
    self
  }
}

extension ActionDecoders: ExpressibleByArrayLiteral {
  public init(arrayLiteral types: any Decodable.Type...) {}
}

/// A recorded call of a model's method; there is none.
public struct ModelCall<Model> {
  public func call(on model: Model) {}
}

/// A recorded value; there is none.
///
/// It has the members that closures printed by `rewind decoders` use, so that they compile.
public enum JSONValue: Sendable {
  public subscript(key: String) -> JSONValue? {
    switch self {}
  }

  public var string: String? {
    switch self {}
  }

  public var int: Int? {
    switch self {}
  }

  public var double: Double? {
    switch self {}
  }

  public var bool: Bool? {
    switch self {}
  }

  public var array: [JSONValue]? {
    switch self {}
  }

  public var object: JSONObject? {
    switch self {}
  }

  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    switch self {}
  }

  public func member(_ key: String) -> JSONValue {
    switch self {}
  }

  public func binding<Action>(
    _ make: (_ property: String, _ value: JSONValue) throws -> Action
  ) throws -> Action {
    switch self {}
  }

  public func value<Value: Decodable>(
    _ key: String? = nil,
    as type: Value.Type = Value.self
  ) throws -> Value {
    switch self {}
  }

  public func text<Text: LosslessStringConvertible>(_ key: String? = nil) throws -> Text {
    switch self {}
  }

  public func list<Element>(_ make: (JSONValue) throws -> Element) throws -> [Element] {
    switch self {}
  }

  public func dictionary<Key: Hashable & LosslessStringConvertible, Element>(
    _ make: (JSONValue) throws -> Element
  ) throws -> [Key: Element] {
    switch self {}
  }

  public func dictionary<Key: Hashable, Element>(
    keys makeKey: (JSONValue) throws -> Key,
    values makeValue: (JSONValue) throws -> Element
  ) throws -> [Key: Element] {
    switch self {}
  }

  public func optional<Value>(_ make: (JSONValue) throws -> Value) rethrows -> Value? {
    switch self {}
  }

  public func enumCase<Value>(
    _ make: (_ name: String, _ values: JSONValue) throws -> Value
  ) throws -> Value {
    switch self {}
  }

  public func nsError() throws -> NSError {
    switch self {}
  }

  public func existential<Value>(
    _ make: (_ type: String, _ value: JSONValue) throws -> Value
  ) throws -> Value {
    switch self {}
  }
}

/// The members of a recorded value; there are none.
public enum JSONObject: Sendable {
  public typealias Member = (key: String, value: JSONValue)

  public var members: [Member] {
    switch self {}
  }
}

/// The error of a decoder that does not know a value.
public enum RecordedValueError: Error, Hashable, CustomStringConvertible {
  case notDecodable(key: String?, type: String, why: String)
  case unexpected(String, found: String)
  case unknownCase(String)
  case unknownType(String)

  public var description: String { "a recorded value" }
}
