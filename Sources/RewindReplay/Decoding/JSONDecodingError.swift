public import RewindJSON

/// The reason why a document cannot be decoded as a type, with the pointer.
public enum JSONDecodingError: Error, CustomStringConvertible {
  /// An object has no member that the type needs.
  case missing(key: String, present: [String], at: Pointer)
  /// A value is not of the kind that the type needs, or its text is not in the right form.
  case mismatch(expected: String, found: String, at: Pointer)
  /// A number does not fit into the type.
  case outOfRange(type: String, number: String, at: Pointer)
  /// An array has fewer elements than the type needs.
  case pastEnd(count: Int, at: Pointer)
  /// Values are nested deeper than the stack has room for.
  case tooDeep(at: Pointer)
  /// The type's own `init(from:)` threw an error.
  case refused(any Error, why: String, at: Pointer)
}

extension JSONDecodingError {
  /// The pointer in the document.
  public var pointer: Pointer {
    switch self {
    case .missing(_, _, let pointer), .mismatch(_, _, let pointer), .outOfRange(_, _, let pointer),
      .pastEnd(_, let pointer), .tooDeep(let pointer), .refused(_, _, let pointer):
      pointer
    }
  }

  public var description: String {
    switch self {
    case .missing(let key, let present, let pointer):
      "\(Self.words(pointer)) there is no member \"\(key)\""
        + (present.isEmpty ? ": the object is empty." : ", only \(Self.list(present)).")
    case .mismatch(let expected, let found, let pointer):
      "\(Self.words(pointer)): expected \(Self.article(expected)), found \(found)."
    case .outOfRange(let type, let number, let pointer):
      "\(Self.words(pointer)): the number \(number) does not fit into \(type)."
    case .pastEnd(let count, let pointer):
      "\(Self.words(pointer)) the array has only \(count) element\(count == 1 ? "" : "s")."
    case .tooDeep(let pointer):
      "\(Self.words(pointer)) values are nested too deeply to decode."
    case .refused(_, let why, let pointer):
      "\(Self.words(pointer)) the type refuses the value: \(why)"
        + (why.hasSuffix(".") ? "" : ".")
    }
  }

  private static func words(_ pointer: Pointer) -> String {
    pointer == .root ? "At the top" : "At \"\(pointer)\""
  }

  /// The maximum number of an object's keys in a message.
  private static let namedCount = 8

  private static func list(_ keys: [String]) -> String {
    let named = keys.prefix(namedCount).map { "\"\($0)\"" }.joined(separator: ", ")
    return keys.count > namedCount ? named + " and \(keys.count - namedCount) more" : named
  }

  /// "a String", "an Int", "a date such as …".
  private static func article(_ noun: String) -> String {
    if noun.hasPrefix("a ") || noun == "base64" { return noun }
    return "AEIO".contains(noun.prefix(1)) ? "an \(noun)" : "a \(noun)"
  }
}

extension JSONDecodingError {
  /// Wraps an error from an `init(from:)`; `path` leads to the innermost value that threw it.
  init(_ error: any Error, path: [any CodingKey]) {
    guard let error = error as? DecodingError else {
      self = .refused(error, why: String(describing: error), at: Pointer(path))
      return
    }
    let context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default:
        DecodingError.Context(codingPath: path, debugDescription: String(describing: error))
      }
    if let own = context.underlyingError as? JSONDecodingError {
      self = own
    } else {
      // An error without a path gets that of the value that it came from.
      let path = context.codingPath.isEmpty ? path : context.codingPath
      self = .refused(error, why: context.debugDescription, at: Pointer(path))
    }
  }
}
