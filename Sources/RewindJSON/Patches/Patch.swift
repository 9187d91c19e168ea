/// A change to a JSON document, as a list of operations (RFC 6902).
///
/// The form in a state line of a session log: `[{"op":"replace","path":"/count","value":3}]`.
public struct Patch: Sendable {
  /// A step of a patch.
  ///
  /// In an array, `add` shifts the elements from its index on; the index `-` means the end. In an
  /// object, it adds a member or replaces its value.
  public enum Operation: Hashable, Sendable {
    case add(Pointer, JSONValue)
    case remove(Pointer)
    case replace(Pointer, JSONValue)
    case move(from: Pointer, to: Pointer)
    case copy(from: Pointer, to: Pointer)
    case test(Pointer, JSONValue)
  }

  /// The operations, each of which applies to the result of the one before.
  public let operations: [Operation]

  /// The position among an object's members where an `add` puts its member, by the operation's number.
  ///
  /// RFC 6902 cannot express it, and comparisons ignore member order; but after stepping back, the
  /// members should be shown where they were. So a patch that undoes a removal holds the position,
  /// which is part of neither the JSON form nor comparisons.
  let positions: [Int: Int]

  public init(_ operations: [Operation] = []) {
    self.init(operations, positions: [:])
  }

  init(_ operations: [Operation], positions: [Int: Int]) {
    self.operations = operations
    self.positions = positions
  }

  /// True if the patch changes and tests nothing.
  public var isEmpty: Bool { operations.isEmpty }
}

extension Patch: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    a.operations == b.operations
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(operations)
  }
}

extension Patch.Operation {
  /// The names of the operations in RFC 6902.
  public enum Name: String, Sendable, CaseIterable {
    case add
    case remove
    case replace
    case move
    case copy
    case test
  }

  public var name: Name {
    switch self {
    case .add: .add
    case .remove: .remove
    case .replace: .replace
    case .move: .move
    case .copy: .copy
    case .test: .test
    }
  }

  /// The pointer of the value that the operation changes or tests: the member `path` of its JSON form.
  public var path: Pointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path),
      .copy(_, let path), .test(let path, _):
      path
    }
  }

  /// The operation in its JSON form.
  public var json: JSONValue {
    var object = JSONObject([("op", .string(name.rawValue))])
    switch self {
    case .move(let from, _), .copy(let from, _):
      object["from"] = .string(from.description)
    case .add, .remove, .replace, .test:
      break
    }
    object["path"] = .string(path.description)
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value):
      object["value"] = value
    case .remove, .move, .copy:
      break
    }
    return .object(object)
  }
}

extension Patch {
  /// The patch in its JSON form: an array of objects with the members `op`, `from`, `path`,
  /// `value`, in this order.
  public var json: JSONValue { .array(operations.map(\.json)) }

  /// Reads a patch from its JSON form; ignores members that RFC 6902 does not define.
  ///
  /// - Throws: ``PatchError`` if an operation lacks a member, has one of the wrong kind or is none
  ///   of the six.
  public init(_ json: JSONValue) throws(PatchError) {
    guard case .array(let elements) = json else { throw .notAnArray(json.kind) }
    var operations: [Operation] = []
    operations.reserveCapacity(elements.count)
    for (number, element) in elements.enumerated() {
      do {
        operations.append(try Operation(element))
      } catch {
        throw .malformed(number, error)
      }
    }
    self.init(operations)
  }
}

extension Patch.Operation {
  fileprivate init(_ json: JSONValue) throws(PatchError.Fault) {
    guard case .object(let object) = json else { throw .notAnObject(json.kind) }
    let op = try object.string("op")
    guard let name = Name(rawValue: op) else { throw .unknownOperation(op) }
    let path = try object.pointer("path")
    switch name {
    case .add: self = .add(path, try object.value("value"))
    case .remove: self = .remove(path)
    case .replace: self = .replace(path, try object.value("value"))
    case .move: self = .move(from: try object.pointer("from"), to: path)
    case .copy: self = .copy(from: try object.pointer("from"), to: path)
    case .test: self = .test(path, try object.value("value"))
    }
  }
}

extension JSONObject {
  fileprivate func value(_ member: String) throws(PatchError.Fault) -> JSONValue {
    guard let value = self[member] else { throw .missing(member) }
    return value
  }

  fileprivate func string(_ member: String) throws(PatchError.Fault) -> String {
    let value = try value(member)
    guard case .string(let string) = value else { throw .notAString(member, value.kind) }
    return string
  }

  fileprivate func pointer(_ member: String) throws(PatchError.Fault) -> Pointer {
    do {
      return try Pointer(try string(member))
    } catch let fault as PatchError.Fault {
      throw fault
    } catch let error as PointerError {
      throw .badPointer(member, error)
    } catch {
      fatalError("a pointer was refused for an unknown reason: \(error)")
    }
  }
}
