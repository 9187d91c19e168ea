import RewindJSON

/// A text, number or truth value in a payload, with the names that lead to it.
///
/// What is in arrays is left out: an element is not an argument of its own.
struct PayloadLeaf {
  let path: [String]
  let value: JSONValue

  /// The last name of the path: the meaning of the value; empty for a payload without members.
  var name: String { path.last ?? "" }

  /// Returns the leaves of a payload in order.
  static func all(of payload: JSONValue?) -> [PayloadLeaf] {
    var found: [PayloadLeaf] = []
    if let payload { add(payload, [], to: &found) }
    return found
  }

  private static func add(_ value: JSONValue, _ path: [String], to found: inout [PayloadLeaf]) {
    switch value {
    case .object(let object):
      for member in object.members { add(member.value, path + [member.key], to: &found) }
    case .string, .number, .bool:
      found.append(PayloadLeaf(path: path, value: value))
    default:
      break
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
