public import RewindJSON

/// RFC 6902 once more, written straight from its text and without a line of the library's patching:
/// what the library's patches are held against.
public enum PlainPatch {
  public struct Failure: Error {}

  public static func apply(_ patch: JSONValue, to document: JSONValue) throws -> JSONValue {
    guard let operations = patch.array else { throw Failure() }
    return try operations.reduce(document) { document, operation in
      let path = try tokens(operation["path"])
      switch operation["op"]?.string {
      case "add":
        return try add(try given(operation["value"]), path[...], document)
      case "remove":
        return try remove(path[...], document)
      case "replace":
        let value = try given(operation["value"])
        _ = try get(path[...], document)
        return path.isEmpty ? value : try put(value, path[...], document)
      case "move":
        let from = try tokens(operation["from"])
        if from == path { return try get(path[...], document).1 }
        guard !path.starts(with: from) else { throw Failure() }
        let value = try get(from[...], document).0
        return try add(value, path[...], try remove(from[...], document))
      case "copy":
        let value = try get(try tokens(operation["from"])[...], document).0
        return try add(value, path[...], document)
      case "test":
        guard try get(path[...], document).0 == given(operation["value"]) else { throw Failure() }
        return document
      default:
        throw Failure()
      }
    }
  }

  private static func given(_ value: JSONValue?) throws -> JSONValue {
    guard let value else { throw Failure() }
    return value
  }

  private static func tokens(_ pointer: JSONValue?) throws -> [[UInt8]] {
    guard let text = pointer?.string else { throw Failure() }
    guard !text.isEmpty else { return [] }
    let bytes = Array(text.utf8)
    guard bytes[0] == UInt8(ascii: "/") else { throw Failure() }
    return bytes.dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { token in
        var plain: [UInt8] = []
        for byte in token {
          if plain.last == UInt8(ascii: "~"), byte == UInt8(ascii: "1") {
            plain[plain.count - 1] = UInt8(ascii: "/")
          } else if plain.last == UInt8(ascii: "~"), byte == UInt8(ascii: "0") {
            // "~0" stands for "~", which is there already; a mark keeps "~01" from becoming "/".
            plain.append(0xFF)
          } else {
            plain.append(byte)
          }
        }
        return plain.filter { $0 != 0xFF }
      }
  }

  private static func key(_ token: [UInt8]) -> String {
    String(decoding: token, as: UTF8.self)
  }

  private static func index(_ token: [UInt8], below bound: Int) throws -> Int {
    let text = key(token)
    guard let index = Int(text), String(index) == text, index >= 0, index < bound else {
      throw Failure()
    }
    return index
  }

  /// The value at a pointer, and the document.
  private static func get(
    _ path: ArraySlice<[UInt8]>,
    _ value: JSONValue
  ) throws -> (JSONValue, JSONValue) {
    guard let token = path.first else { return (value, value) }
    switch value {
    case .array(let elements):
      let index = try index(token, below: elements.count)
      return (try get(path.dropFirst(), elements[index]).0, value)
    case .object(let object):
      return (try get(path.dropFirst(), try given(object[key(token)])).0, value)
    default:
      throw Failure()
    }
  }

  private static func put(
    _ new: JSONValue,
    _ path: ArraySlice<[UInt8]>,
    _ value: JSONValue
  ) throws -> JSONValue {
    try change(path, value) { _ in new } ?? new
  }

  private static func add(
    _ new: JSONValue,
    _ path: ArraySlice<[UInt8]>,
    _ value: JSONValue
  ) throws -> JSONValue {
    guard let last = path.last else { return new }
    return try change(path.dropLast(), value) { holder in
      switch holder {
      case .array(var elements):
        let end = last == [UInt8(ascii: "-")]
        elements.insert(
          new,
          at: end ? elements.count : try index(last, below: elements.count + 1)
        )
        return .array(elements)
      case .object(let object):
        let others = object.members.map { ($0.key, $0.value) }
        return .object(JSONObject(others + [(key(last), new)]))
      default:
        throw Failure()
      }
    } ?? nil
  }

  private static func remove(
    _ path: ArraySlice<[UInt8]>,
    _ value: JSONValue
  ) throws -> JSONValue {
    guard let last = path.last else { throw Failure() }
    return try change(path.dropLast(), value) { holder in
      switch holder {
      case .array(let elements):
        let gone = try index(last, below: elements.count)
        return .array(Array(elements[..<gone] + elements[(gone + 1)...]))
      case .object(let object):
        _ = try given(object[key(last)])
        let others = object.members.filter { Array($0.key.utf8) != last }
        return .object(JSONObject(others.map { ($0.key, $0.value) }))
      default:
        throw Failure()
      }
    } ?? nil
  }

  private static func change(
    _ path: ArraySlice<[UInt8]>,
    _ value: JSONValue,
    _ body: (JSONValue) throws -> JSONValue
  ) throws -> JSONValue? {
    guard let token = path.first else { return try body(value) }
    switch value {
    case .array(var elements):
      let index = try index(token, below: elements.count)
      elements[index] = try change(path.dropFirst(), elements[index], body) ?? nil
      return .array(elements)
    case .object(var object):
      let old = try given(object[key(token)])
      object[key(token)] = try change(path.dropFirst(), old, body) ?? nil
      return .object(object)
    default:
      throw Failure()
    }
  }
}
