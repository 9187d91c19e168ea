import RewindJSON

/// A text, number or truth value in a payload, with the names that lead to it.
///
/// What is in arrays is left out: an element is not an argument of its own.
struct PayloadLeaf {
  let path: [String]
  let value: JSONValue
  /// The names of all that is in the object that it is a member of.
  ///
  /// They tell which case that is: a part that says `"moved"` stands beside others than one that says `"renamed"`.
  let members: [String]

  /// The last name of the path: the meaning of the value; empty for a payload without members.
  var name: String { path.last ?? "" }

  /// Returns the leaves of a payload in order; with those of its lists that have nothing but names, where they are
  /// asked for.
  static func all(of payload: JSONValue?, withLists: Bool = false) -> [PayloadLeaf] {
    var found: [PayloadLeaf] = []
    if let payload { add(payload, [], of: [], withLists, to: &found) }
    return found
  }

  private static func add(
    _ value: JSONValue,
    _ path: [String],
    of members: [String],
    _ withLists: Bool,
    to found: inout [PayloadLeaf]
  ) {
    switch value {
    case .object(let object):
      let names = Self.names(in: value, "").sorted()
      for member in object.members {
        add(member.value, path + [member.key], of: names, withLists, to: &found)
      }
    case .string, .number, .bool:
      found.append(PayloadLeaf(path: path, value: value, members: members))
    case .array(let elements) where withLists && elements.allSatisfy(\.isName):
      found.append(PayloadLeaf(path: path, value: value, members: members))
    default:
      break
    }
  }

  private static func names(in value: JSONValue, _ prefix: String) -> [String] {
    (value.object?.members ?? []).flatMap { member in
      let name = "\(prefix)/\(member.key)"
      return [name] + names(in: member.value, name)
    }
  }
}

extension JSONValue {
  /// Returns the value at some names; nil where there is none.
  func value(at path: [String]) -> JSONValue? {
    var value: JSONValue? = self
    for name in path { value = value?[name] }
    return value
  }

  /// Returns the value with another one at some names; itself where it has nothing there.
  func setting(_ path: ArraySlice<String>, to new: JSONValue) -> JSONValue {
    guard let name = path.first else { return new }
    guard var object = object, let old = object[name] else { return self }
    object[name] = old.setting(path.dropFirst(), to: new)
    return .object(object)
  }

  /// True for a text or a number: it may name something.
  var isName: Bool {
    switch self {
    case .string(let text): !text.isEmpty
    case .number: true
    default: false
    }
  }
}
