/// A JSON Pointer: the path from the root of a document to one value (RFC 6901).
///
/// Written `/game/cards/3`; `~1` means `/` and `~0` means `~` inside a token. The empty pointer is
/// the whole document.
public struct Pointer: Sendable {
  /// The member names and array indexes on the path, unescaped.
  public var tokens: [String]

  public init(tokens: [String] = []) {
    self.tokens = tokens
  }

  /// The document itself.
  public static let root = Pointer()

  /// Reads a pointer.
  ///
  /// - Throws: ``PointerError`` if the text does not begin with `/` or has a `~` that is not
  ///   followed by `0` or `1`.
  public init(_ text: String) throws(PointerError) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { throw .noSlash(text) }
    var utf8 = text
    guard let tokens = utf8.withUTF8(Self.tokens) else { throw .badEscape(text) }
    self.tokens = tokens
  }

  /// Returns the tokens of a pointer; nil if a `~` is not followed by `0` or `1`.
  private static func tokens(of text: UnsafeBufferPointer<UInt8>) -> [String]? {
    var tokens: [String] = []
    tokens.reserveCapacity(4)
    var start = 1
    while start <= text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "/") { end += 1 }
      guard let token = unescape(UnsafeBufferPointer(rebasing: text[start..<end])) else {
        return nil
      }
      tokens.append(token)
      start = end + 1
    }
    return tokens
  }

  private static func unescape(_ token: UnsafeBufferPointer<UInt8>) -> String? {
    guard token.contains(UInt8(ascii: "~")) else { return String(decoding: token, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = token.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the pointer to a member or element of the value that this one points to.
  public func appending(_ token: String) -> Pointer {
    Pointer(tokens: tokens + [token])
  }

  /// Returns the pointer to an element of the array that this one points to.
  public func appending(_ index: Int) -> Pointer {
    appending(String(index))
  }

  /// The pointer to the container of this value; nil for the root.
  public var parent: Pointer? {
    tokens.isEmpty ? nil : Pointer(tokens: tokens.dropLast())
  }

  /// Returns true if this pointer leads to the other's value or to a container of it.
  public func isPrefix(of other: Pointer) -> Bool {
    tokens.count <= other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { $0.hasSameCodePoints(as: $1) }
  }

  /// Returns true if one of the two values is in the other, or both are the same.
  package func isRelated(to other: Pointer) -> Bool {
    isPrefix(of: other) || other.isPrefix(of: self)
  }

  /// Returns the array index in RFC 6901's form: digits without a leading zero.
  package static func arrayIndex(_ token: String) -> Int? {
    let bytes = token.utf8
    guard let first = bytes.first, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    guard first != UInt8(ascii: "0") || bytes.count == 1 else { return nil }
    return Int(token)
  }
}

extension Pointer: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    a.tokens.count == b.tokens.count && a.isPrefix(of: b)
  }

  public func hash(into hasher: inout Hasher) {
    for token in tokens { token.hashCodePoints(into: &hasher) }
  }
}

extension Pointer: CustomStringConvertible {
  public var description: String {
    var bytes: [UInt8] = []
    for token in tokens {
      bytes.append(UInt8(ascii: "/"))
      for byte in token.utf8 {
        switch byte {
        case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
        case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
        default: bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONValue {
  /// The value at `pointer`; nil if there is none.
  public subscript(pointer: Pointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      guard let child = value.child(token) else { return nil }
      value = child
    }
    return value
  }

  /// Returns the member or element that a pointer's token leads to.
  package func child(_ token: String) -> JSONValue? {
    switch self {
    case .object(let object):
      return object[token]
    case .array(let elements):
      guard let index = Pointer.arrayIndex(token), index < elements.count else { return nil }
      return elements[index]
    default:
      return nil
    }
  }
}

/// The reason why a text is not a JSON Pointer.
public enum PointerError: Error, Hashable, CustomStringConvertible {
  case noSlash(String)
  case badEscape(String)

  public var description: String {
    switch self {
    case .noSlash(let text):
      """
      "\(text)" is not a JSON Pointer: it must begin with "/", as in \
      "\(Pointer(tokens: text.split { ".[]".contains($0) }.map(String.init)))".
      """
    case .badEscape(let text):
      "\"\(text)\" is not a JSON Pointer: after \"~\" must come \"0\" (for ~) or \"1\" (for /)."
    }
  }
}
