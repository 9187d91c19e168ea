import RewindCoding
import RewindJSON

extension JSONValueDecoder {
  /// The error for a value that is not of the kind that the type needs.
  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = context(mismatch(expecting: "\(type)"))
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The error for a text that is not in the form that the type needs.
  func unreadable(_ type: Any.Type, _ form: String) -> DecodingError {
    .dataCorrupted(context(mismatch(expecting: form)))
  }

  /// The error for a number that does not fit into the type.
  func outOfRange(_ type: Any.Type, _ number: JSONNumber) -> DecodingError {
    .dataCorrupted(
      context(.outOfRange(type: "\(type)", number: number.text, at: Pointer(codingPath)))
    )
  }

  /// The error for a missing member.
  func missing(_ key: any CodingKey, in object: JSONObject) -> DecodingError {
    let present = Array(object.keys)
    return .keyNotFound(
      key,
      context(.missing(key: key.stringValue, present: present, at: Pointer(codingPath)))
    )
  }

  /// The error for reading past the end of an array.
  func pastEnd(_ type: Any.Type, count: Int) -> DecodingError {
    .valueNotFound(type, context(.pastEnd(count: count, at: Pointer(codingPath))))
  }

  /// The error for values that are nested too deeply for the stack.
  var tooDeep: DecodingError {
    .dataCorrupted(context(.tooDeep(at: Pointer(codingPath))))
  }

  private func mismatch(expecting form: String) -> JSONDecodingError {
    .mismatch(expected: form, found: value.quoted, at: Pointer(codingPath))
  }

  private func context(_ error: JSONDecodingError) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath,
      debugDescription: error.description,
      underlyingError: error
    )
  }
}

extension JSONValue {
  /// The maximum length of a quotation in a message, in characters.
  private static let quotedCount = 40

  /// The kind of the value, with the text of scalars.
  fileprivate var quoted: String {
    switch self {
    case .null: return "null"
    case .bool(let bool): return "\(bool)"
    case .number(let number): return "the number \(number.text)"
    case .string(let string):
      let isLong = string.count > Self.quotedCount
      let start = isLong ? string.prefix(Self.quotedCount) + "…" : string
      return "the string \(JSONValue.string(start).text)"
    case .array: return "an array"
    case .object: return "an object"
    }
  }
}
