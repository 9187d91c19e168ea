/// A replacement in a document for a value that could not be written.
///
/// An object whose first member is `$rewind`: `{"$rewind":"too deep"}`. It can be shown and
/// compared, but not decoded.
package enum Placeholder: Hashable, Sendable {
  /// The value is nested in more arrays and objects than are written.
  case tooDeep
  /// The value's `encode(to:)` threw an error.
  case error(String)
  /// The object is already being written: it refers to itself. Or it does, and was written often enough.
  case cycle
  /// The object is in the document already, at this pointer, in the form of one in a JSON string.
  case same([UInt8])
  /// The number of further elements, beyond those written.
  case more(Int)
  case closure
  case pointer
  /// A type, by its name.
  case type(String)
  /// A value that does not show its parts, by its type's name.
  case opaque(String)
}

extension Placeholder {
  /// The length limit of an error's text; longer ones repeat the value that failed.
  private static let longestReason = 300

  static func reason(_ error: any Error) -> String {
    let text =
      if case EncodingError.invalidValue(_, let context)? = error as? EncodingError {
        context.debugDescription
      } else {
        String(describing: error)
      }
    return text.count > longestReason ? text.prefix(longestReason) + "…" : text
  }
}

extension JSONWriter {
  /// Writes a placeholder.
  @inline(never)
  func mark(_ mark: Placeholder) {
    switch mark {
    case .tooDeep:
      state.pointee.tooDeep += 1
      put(#"{"$rewind":"too deep"}"#)
    case .error(let why): putMark("error", "why", why)
    case .cycle: put(#"{"$rewind":"cycle"}"#)
    case .same(let pointer):
      put(#"{"$rewind":"same","at":""#)
      pointer.withUnsafeBytes { state.pointee.buffer.append($0) }
      put(#""}"#)
    case .more(let count):
      put(#"{"$rewind":"more","count":"#)
      write(integer: count)
      put("}")
    case .closure: put(#"{"$rewind":"closure"}"#)
    case .pointer: put(#"{"$rewind":"pointer"}"#)
    case .type(let name): putMark("type", "name", name)
    case .opaque(let type): putMark("opaque", "type", type)
    }
  }

  private func putMark(_ kind: StaticString, _ label: StaticString, _ text: String) {
    let text = TypeName.withoutAddresses(text)
    put(#"{"$rewind":""#)
    put(kind)
    put(#"",""#)
    put(label)
    put(#"":"#)
    write(text)
    put("}")
  }
}
