public import RewindJSON

/// An input that a reducer read while it ran: a date, a random number, a preference.
public struct RecordedInput: Sendable {
  /// The index of the action whose reduction read it; 0 while the initial state was made.
  public let index: Int
  public let name: String
  public let value: JSONValue
  public let json: JSONObject

  public init(_ json: JSONObject) throws(SessionLineError) {
    index = try json.integer("index", kind: "input")
    guard let input = json["input"]?.object else {
      throw SessionLineError(
        .wrongType(member: "input", found: json["input"]?.kind ?? .null, expected: "an object")
      )
    }
    name = try input.text("name", kind: "input")
    value = input["value"] ?? .null
    self.json = json
  }
}

extension RecordedInput {
  /// The names of Rewind's own inputs; they hold no secret.
  package static let libraryNames: Set = ["date", "uuid", "random", "shuffle"]

  /// Returns the mark for a name that is a secret; equal names of a session have the same number.
  package static func redactedName(_ number: Int) -> String { "\(redactedPrefix)\(number)" }

  /// Returns true for such a mark.
  package static func isRedacted(_ name: String) -> Bool { name.hasPrefix(redactedPrefix) }

  private static let redactedPrefix = "$redacted "
}
