import RewindJSON
import RewindTimeline

/// An argument of a tool: its schema and the check of what a client gives are made from it.
struct MCPParameter {
  enum Kind {
    case text
    /// A session's file in the folder, or `@last`, `@2`.
    case file
    case files
    case texts
    /// A position in a session: a number, or a text such as `end-1`.
    case position
    case count(ClosedRange<Int>)
    case truth
  }

  let name: String
  let kind: Kind
  let help: String
  let isRequired: Bool

  init(_ name: String, _ kind: Kind, _ help: String, isRequired: Bool = false) {
    (self.name, self.kind, self.help, self.isRequired) = (name, kind, help, isRequired)
  }

  /// The JSON Schema of its values.
  var schema: JSONValue {
    let type: JSONValue =
      switch kind {
      case .text, .file: "string"
      case .position: ["integer", "string"]
      case .count: "integer"
      case .truth: "boolean"
      case .files, .texts: "array"
      }
    var schema = JSONObject([("type", type), ("description", .string(help))])
    switch kind {
    case .files, .texts:
      schema["items"] = ["type": "string"]
    case .count(let range):
      schema["minimum"] = JSONValue(range.lowerBound)
      schema["maximum"] = JSONValue(range.upperBound)
    case .text, .file, .position, .truth:
      break
    }
    return .object(schema)
  }

  /// Checks a value.
  ///
  /// - Throws: ``CommandError`` that says what is expected.
  func check(_ value: JSONValue) throws {
    switch kind {
    case .text, .file:
      guard value.string == nil else { return }
      throw CommandError("\(name) is a string, not \(value.kind.rawValue).")
    case .position:
      guard value.int == nil, value.string.flatMap(Position.init) == nil else { return }
      throw CommandError("\(name) is a position: \(Position.forms).")
    case .count(let range):
      guard let number = value.int, range.contains(number) else {
        throw CommandError("\(name) is an integer from \(range.lowerBound) to \(range.upperBound).")
      }
    case .truth:
      guard value.bool == nil else { return }
      throw CommandError("\(name) is true or false.")
    case .files, .texts:
      guard value.array?.allSatisfy({ $0.string != nil }) != true else { return }
      throw CommandError("\(name) is an array of strings.")
    }
  }
}
