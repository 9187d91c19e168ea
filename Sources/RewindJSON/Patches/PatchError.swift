/// The reason why a value is not a patch, or a patch cannot be applied to a document.
///
/// Operations are numbered from 0, as the elements of the patch's JSON form are.
public enum PatchError: Error, Hashable {
  case notAnArray(JSONValue.Kind)
  case malformed(Int, Fault)
  case inapplicable(Int, Patch.Operation.Name, Pointer, Reason)

  /// A fault in the JSON form of an operation.
  public enum Fault: Error, Hashable {
    case notAnObject(JSONValue.Kind)
    case missing(String)
    case notAString(String, JSONValue.Kind)
    case unknownOperation(String)
    case badPointer(String, PointerError)
  }

  /// The reason why an operation does not fit the document.
  public enum Reason: Error, Hashable {
    /// The object at the pointer has no such member.
    case noMember(String, in: Pointer)
    /// The array at the pointer has no such element.
    case noElement(String, in: Pointer, count: Int)
    /// The token is not an array index as RFC 6901 defines it.
    case notAnIndex(String, in: Pointer)
    /// The value at the pointer is neither an array nor an object.
    case notAContainer(JSONValue.Kind, at: Pointer)
    /// A `test` found another value.
    case differs(found: JSONValue)
    /// A `move` would put a value into itself.
    case intoItself(from: Pointer)
    /// A `remove` would leave no document.
    case wholeDocument
    /// Arrays and objects would be nested beyond the limit.
    case tooDeep(limit: Int)
    /// The `copy` operations since the last whole document would add more bytes of JSON text than the limit.
    case copiesTooMuch(limit: Int)
  }
}

extension PatchError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAnArray(let kind):
      "A patch is an array of operations, not \(kind.phrase)."
    case .malformed(let number, let fault):
      "Operation \(number) of the patch \(fault.phrase)."
    case .inapplicable(let number, let name, let path, let reason):
      "Operation \(number) of the patch, \(name.rawValue) \(path.quoted), cannot be applied: "
        + "\(reason.phrase)."
    }
  }
}

extension PatchError.Fault {
  fileprivate var phrase: String {
    switch self {
    case .notAnObject(let kind):
      "is \(kind.phrase) where an object is expected"
    case .missing(let member):
      "lacks the member \"\(member)\""
    case .notAString(let member, let kind):
      "has \(kind.phrase) as \"\(member)\" where a string is expected"
    case .unknownOperation(let name):
      "is \(name.quotedJSON), which is none of "
        + Patch.Operation.Name.allCases.map(\.rawValue).joined(separator: ", ")
    case .badPointer(let member, let error):
      "has a bad \"\(member)\": \(error.description.dropLast())"
    }
  }
}

extension PatchError.Reason {
  fileprivate var phrase: String {
    switch self {
    case .noMember(let key, let holder):
      "\(holder.quoted) has no member \(key.quotedJSON)"
    case .noElement(let token, let holder, let count):
      "\(holder.quoted) has no element \(token); "
        + (count == 0 ? "it is empty" : "its last is \(count - 1)")
    case .notAnIndex(let token, let holder):
      "\(holder.quoted) is an array, and \(token.quotedJSON) is not an index"
    case .notAContainer(let kind, let pointer):
      "\(pointer.quoted) is \(kind.phrase), which holds no other values"
    case .differs(let found):
      "it found \(found.excerpt)"
    case .intoItself(let from):
      "\(from.quoted) cannot move into itself"
    case .wholeDocument:
      "no document would be left"
    case .tooDeep(let limit):
      "arrays and objects would be nested deeper than \(limit) levels"
    case .copiesTooMuch(let limit):
      "copies would add more than \(limit) bytes of JSON text"
    }
  }
}

extension Pointer {
  fileprivate var quoted: String {
    tokens.isEmpty ? "the whole document" : JSONValue.string(description).text
  }
}

extension String {
  fileprivate var quotedJSON: String { JSONValue.string(self).text }
}

extension JSONValue {
  /// The beginning of the value's text, for a message of one line.
  fileprivate var excerpt: String {
    let text = self.text
    return text.utf8.count <= 80 ? text : text.prefix(77) + "..."
  }
}

extension JSONValue.Kind {
  fileprivate var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
