/// The reason why bytes are not a JSON document, and the offset of the fault.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case empty
    case unexpectedEnd
    case unexpected(UInt8, expected: String)
    case trailing
    case tooDeep(limit: Int)
    case duplicateKey(String)
    case invalidUTF8
    case controlCharacter(UInt8)
    case badEscape
    case loneSurrogate
    case badNumber
    case tooLong
  }

  public let reason: Reason
  /// The number of bytes before the fault.
  public let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The fault in words, without its offset.
  public var what: String {
    switch reason {
    case .empty: "there is no value"
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpected(let byte, let expected):
      "\(Self.name(byte)) stands where \(expected) is expected"
    case .trailing: "there is more text after the value"
    case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit) levels"
    case .duplicateKey(let key): "the key \(JSONValue.string(key).text) is there twice"
    case .invalidUTF8: "the bytes are not UTF-8"
    case .controlCharacter(let byte): "\(Self.name(byte)) stands unescaped in a string"
    case .badEscape: "a backslash is not followed by an escape that JSON knows"
    case .loneSurrogate: "a \\u escape is half of a surrogate pair"
    case .badNumber: "a number is not written as JSON writes numbers"
    case .tooLong: "the text is longer than 2 GB"
    }
  }

  public var description: String { "At byte \(offset): \(what)." }

  private static func name(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "\"\(Character(UnicodeScalar(byte)))\""
      : "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
