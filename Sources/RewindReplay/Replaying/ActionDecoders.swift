import Rewind
public import RewindJSON
package import RewindSession

/// Decoders of recorded actions, by their names in the log.
///
/// Only replays need decoders: a `Decodable` type, or a closure under the action's name.
///
/// ```swift
/// let actions = ActionDecoders<any Action>([FlipCardAction.self, RoutingAction.self])
///   .adding("LegacyAction") { payload in LegacyAction(id: payload["id"]?.int ?? 0) }
/// ```
public struct ActionDecoders<Action>: @unchecked Sendable {
  /// Decodes a recorded action.
  typealias Decoder = (RecordedAction) throws -> Action

  /// The decoders by action name.
  private var decoders: [String: Decoder] = [:]
  /// The types that decode themselves.
  private(set) var types: [Any.Type] = []

  /// Makes an empty set of decoders.
  public init() {}

  /// Makes decoders for actions that are all of one type; none if it is not `Decodable`.
  init(ofType type: Action.Type) {
    if let type = type as? any Decodable.Type { add(type) }
  }

  /// Makes decoders for types that are `Decodable`.
  ///
  /// Traps if two types have the same name or if a type is not an `Action`.
  public init(_ types: [any Decodable.Type]) {
    for type in types { add(type) }
  }

  /// Returns these decoders and one for a `Decodable` type.
  public func adding(_ type: any Decodable.Type) -> ActionDecoders {
    var copy = self
    copy.add(type)
    return copy
  }

  /// Returns these decoders and one that makes the actions called `name` of their recorded payloads.
  public func adding(
    _ name: String,
    decode: @escaping (_ payload: JSONValue) throws -> Action
  ) -> ActionDecoders {
    adding(recorded: name) { try decode($0["payload"] ?? .null) }
  }

  /// Returns these decoders and one that receives the whole recorded action.
  package func adding(
    recorded name: String,
    decode: @escaping (_ action: JSONValue) throws -> Action
  ) -> ActionDecoders {
    var copy = self
    copy.add(name) { try decode($0.action) }
    return copy
  }

  /// The names that have a decoder, sorted.
  public var names: [String] { decoders.keys.sorted() }

  private mutating func add(_ type: any Decodable.Type) {
    types.append(type)
    add(ActionName.name(of: type), Self.decoder(of: type))
  }

  private static func decoder(of type: any Decodable.Type) -> Decoder {
    { recorded in
      guard let action = try (recorded.payload ?? .null).decode(type) as? Action else {
        fatalError("\(type) is registered as an action, but is not of type \(Action.self).")
      }
      return action
    }
  }

  private mutating func add(_ name: String, _ decoder: @escaping Decoder) {
    guard decoders.updateValue(decoder, forKey: name) == nil else {
      fatalError(
        """
        Two action types are called \(name). A log identifies actions by their type's name: rename one, \
        or nest it in a type of its own.
        """
      )
    }
  }

  /// Returns the decoder of actions of a name; nil if there is none.
  func decoder(of name: String) -> Decoder? {
    var prefix = name[...]
    while true {
      if let decoder = decoders[String(prefix)] { return decoder }
      guard let dot = prefix.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      prefix = prefix[..<dot]
    }
  }
}

extension ActionDecoders: ExpressibleByArrayLiteral {
  /// Makes decoders for types that are `Decodable`.
  public init(arrayLiteral types: any Decodable.Type...) {
    self.init(types)
  }
}

extension ActionDecoders {
  /// Decodes one action.
  ///
  /// An enum's decoder is registered under its type's name and handles all its cases.
  ///
  /// - Throws: ``UndecodableAction``.
  package func action(_ recorded: RecordedAction) throws(UndecodableAction) -> Action {
    try action(recorded, by: decoder(of: recorded))
  }

  /// Returns the decoder of a recorded action, by its name, or by the name of its type where the app gave it
  /// another; nil if there is none.
  func decoder(of recorded: RecordedAction) -> Decoder? {
    decoder(of: recorded.type) ?? recorded.ownName.flatMap { decoder(of: $0) }
  }

  func action(
    _ recorded: RecordedAction,
    by decoder: Decoder?
  ) throws(UndecodableAction) -> Action {
    guard let decode = decoder else {
      throw UndecodableAction(type: recorded.type, why: "no decoder is registered for it")
    }
    do {
      return try decode(recorded)
    } catch {
      throw UndecodableAction(type: recorded.type, why: "\(error)")
    }
  }
}

/// A recorded action that the program cannot decode.
public struct UndecodableAction: Error, Hashable, CustomStringConvertible {
  public let type: String
  public let why: String

  public var description: String { "\(type) cannot be decoded: \(why)" }
}
