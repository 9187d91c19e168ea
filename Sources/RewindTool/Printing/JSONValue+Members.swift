import RewindJSON

extension JSONValue {
  /// Makes an object of those members that have a value; `nil` in a conditional expression is JSON's null, `.none` is not.
  init(present members: KeyValuePairs<String, JSONValue?>) {
    self = .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
  }

  /// Makes a number, or null.
  init(_ number: Int?) {
    self = number.map { .number(JSONNumber($0)) } ?? .null
  }

  /// Makes a string, or null.
  init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  /// Makes an array of strings.
  init(_ texts: [String]) {
    self = .array(texts.map { .string($0) })
  }

  /// Makes an array of the two ends of a range.
  init(_ range: ClosedRange<Int>) {
    self = [JSONValue(range.lowerBound), JSONValue(range.upperBound)]
  }
}
