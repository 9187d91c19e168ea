/// What stands in a document for a value that could not be written.
///
/// An object whose first member is `$rewind`: `{"$rewind":"too deep"}`. It can be looked at and
/// compared, and not be read back as what it stands for.
package enum Placeholder: Hashable, Sendable {
  /// The value lies within more arrays and objects than are written.
  case tooDeep
  /// The value's `encode(to:)` threw an error.
  case error(String)
  /// The object is being written already: it refers to itself.
  case cycle
  /// So many more elements follow than are written.
  case more(Int)
  case closure
  case pointer
  /// A type, by its name.
  case type(String)
  /// A value that does not show what it is made of, by its type's name.
  case opaque(String)
}

extension Placeholder {
  /// The longest text of an error that is written; longer ones repeat what they failed on.
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
  /// Counts a mark.
  func count(_ mark: Placeholder) {
    state.pointee.marks += 1
    if mark == .tooDeep { state.pointee.tooDeep += 1 }
    if state.pointee.firstMark == nil { state.pointee.firstMark = mark }
  }

  /// Writes a mark and counts it.
  @inline(never)
  func mark(_ mark: Placeholder) {
    count(mark)
    switch mark {
    case .tooDeep:
      put(#"{"$rewind":"too deep"}"#)
    case .error(let why): putMark("error", "why", why)
    case .cycle: put(#"{"$rewind":"cycle"}"#)
    case .more(let count):
      put(#"{"$rewind":"more","count":"#)
      write(Int64(count))
      put("}")
    case .closure: put(#"{"$rewind":"closure"}"#)
    case .pointer: put(#"{"$rewind":"pointer"}"#)
    case .type(let name): putMark("type", "name", name)
    case .opaque(let type): putMark("opaque", "type", type)
    }
  }

  func forgetMarks() {
    state.pointee.marks = 0
    state.pointee.tooDeep = 0
    state.pointee.firstMark = nil
  }

  private func putMark(_ kind: StaticString, _ label: StaticString, _ text: String) {
    put(#"{"$rewind":""#)
    put(kind)
    put(#"",""#)
    put(label)
    put(#"":"#)
    write(text)
    put("}")
  }
}
