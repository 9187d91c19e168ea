public import RewindJSON
import RewindSession

/// How recorded actions become the app's actions again, by their names in the log.
///
/// Only replaying needs decoders: a `Decodable` type, or a closure under the action's name.
///
/// ```swift
/// let actions = ActionDecoders<any Action>([FlipCardAction.self, RoutingAction.self])
///   .adding("LegacyAction") { payload in LegacyAction(id: payload["id"]?.int ?? 0) }
/// ```
public struct ActionDecoders<Action> {
  /// By name; what they get is the recorded action: `{"type":…,"payload":…}`.
  private var decoders: [String: (JSONValue) throws -> Action] = [:]

  /// No decoders yet.
  public init() {}

  /// Decoders for types that are `Decodable`.
  ///
  /// Two types of one name, and a type whose values are no actions, stop the program with a message.
  public init(_ types: [any Decodable.Type]) {
    for type in types { add(type) }
  }

  /// These decoders and one for a `Decodable` type.
  public func adding(_ type: any Decodable.Type) -> ActionDecoders {
    var copy = self
    copy.add(type)
    return copy
  }

  /// These decoders and one for the actions called `name`, which gets the recorded payload.
  public func adding(
    _ name: String,
    decode: @escaping (_ payload: JSONValue) throws -> Action
  ) -> ActionDecoders {
    adding(recorded: name) { try decode($0["payload"] ?? .null) }
  }

  /// These decoders and one that gets the whole of what was recorded.
  func adding(
    recorded name: String,
    decode: @escaping (_ action: JSONValue) throws -> Action
  ) -> ActionDecoders {
    var copy = self
    copy.add(name, decode)
    return copy
  }

  /// The names for which there is a decoder, sorted.
  public var names: [String] { decoders.keys.sorted() }

  private mutating func add(_ type: any Decodable.Type) {
    add(ActionName.name(of: type)) { try Self.decode(type, $0["payload"] ?? .null) }
  }

  private mutating func add(_ name: String, _ decode: @escaping (JSONValue) throws -> Action) {
    guard decoders.updateValue(decode, forKey: name) == nil else {
      fatalError(
        """
        Two action types are called \(name). A log tells actions by their type's name: rename one, \
        or nest it in a type of its own.
        """
      )
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    _ payload: JSONValue
  ) throws -> Action {
    guard let action = try payload.decode(type) as? Action else {
      fatalError("\(type) is registered as an action, but its values are no \(Action.self).")
    }
    return action
  }

  /// The action that was recorded.
  ///
  /// An enum's decoder is registered under its type's name and serves all its cases.
  ///
  /// - Throws: ``UndecodableAction``.
  func action(_ recorded: RecordedAction) throws(UndecodableAction) -> Action {
    let name = recorded.type
    var prefix = name[...]
    while decoders[String(prefix)] == nil {
      guard let dot = prefix.lastIndex(of: ".") else {
        throw UndecodableAction(type: name, why: "no decoder is registered for it")
      }
      prefix = prefix[..<dot]
    }
    do {
      guard let decode = decoders[String(prefix)] else { preconditionFailure() }
      return try decode(recorded.action)
    } catch {
      throw UndecodableAction(type: name, why: "\(error)")
    }
  }
}

/// A recorded action that the program cannot make again.
public struct UndecodableAction: Error, Hashable, CustomStringConvertible {
  public let type: String
  public let why: String

  public var description: String { "\(type) cannot be decoded: \(why)" }
}
