import RewindJSON

/// The values of a file of Redux DevTools as a session log holds them.
///
/// With `serialize: true`, Redux DevTools writes a value that occurs a second time as the path to the first
/// one, `{"$jsan":"$.computedStates[0].state.todos"}`; ``resolved(_:in:)`` puts the value there.
struct DevToolsValues {
  var differences: [ImportDifference: Int] = [:]
  /// The kinds of values that JSON cannot hold, by the letters of their marks; `t` for Immutable.js.
  private(set) var kinds: Set<Character> = []

  /// The references that are being followed.
  private var open: [String] = []
  /// The number of values that references have brought into the one that is being read.
  private var size = 0

  /// The deepest nesting of a value; leaves room for a log's own arrays and objects.
  private static let depthLimit = 240

  /// Twice the size of the largest state that is of any use.
  private static let sizeLimit = 1_000_000

  /// Reads a text, in which U+FFFD stands for half a character.
  mutating func parse(_ text: some Sequence<UInt8>) throws(JSONError) -> JSONValue {
    var bytes = Array(text)
    findKinds(in: bytes)
    while true {
      do throws(JSONError) {
        return try JSONValue(parsing: bytes)
      } catch {
        guard error.reason == .loneSurrogate else { throw error }
        let digits = error.offset + 1..<error.offset + 5
        bytes.replaceSubrange(digits, with: "fffd".utf8)
        differences[.halves, default: 0] += 1
      }
    }
  }

  private mutating func findKinds(in bytes: [UInt8]) {
    var rest = bytes[...]
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[(dollar + 1)...]
      guard rest.starts(with: "jsan".utf8) else { continue }
      // Inside a Map or a Set, the quotes are escaped.
      let mark = rest.dropFirst(4).drop { "\\\": \n\r\t".utf8.contains($0) }
      if let kind = mark.first { kinds.insert(Character(UnicodeScalar(kind))) }
    }
    if bytes.firstRange(of: "__serializedType__".utf8) != nil { kinds.insert("t") }
  }

  // MARK: - References

  /// Returns a value with those that it refers to, whose paths begin at `root`.
  mutating func resolved(_ value: JSONValue, in root: JSONValue) -> JSONValue {
    size = 0
    return copy(value, root, depth: 0)
  }

  private mutating func copy(_ value: JSONValue, _ root: JSONValue, depth: Int) -> JSONValue {
    if !open.isEmpty { size += 1 }
    switch value {
    case .array where depth == Self.depthLimit, .object where depth == Self.depthLimit:
      differences[.tooDeep, default: 0] += 1
      return ["$rewind": "too deep"]
    case .array(let elements):
      return .array(elements.map { copy($0, root, depth: depth + 1) })
    case .object(var object):
      if let path = Self.reference(value) { return target(path, root, depth: depth) }
      if value["$jsan"]?.string != nil { differences[.marks, default: 0] += 1 }
      for (position, member) in object.members.enumerated() {
        object[position: position] = copy(member.value, root, depth: depth + 1)
      }
      return .object(object)
    case .number(let number):
      if !number.isSafeInJavaScript { differences[.unsafeNumbers, default: 0] += 1 }
      return value
    case .null, .bool, .string:
      return value
    }
  }

  private mutating func target(_ path: String, _ root: JSONValue, depth: Int) -> JSONValue {
    guard !open.contains(path), open.count < Self.depthLimit, size < Self.sizeLimit,
      let target = Self.value(at: path, in: root)
    else {
      differences[.unresolved, default: 0] += 1
      return ["$rewind": "cycle"]
    }
    open.append(path)
    defer { open.removeLast() }
    return copy(target, root, depth: depth)
  }

  /// Returns the path in a value that is a reference; nil if it is none.
  static func reference(_ value: JSONValue) -> String? {
    guard let path = value["$jsan"]?.string, path.hasPrefix("$") else { return nil }
    return path
  }

  /// Returns the value at a path such as `$.todos[0]["a b"]`.
  static func value(at path: String, in root: JSONValue) -> JSONValue? {
    let steps = path.matches(of: #/\.(\w+)|\[(\d+)\]|\[("(?:[^\\"]|\\.)*")\]/#)
    return steps.reduce(root as JSONValue?) { value, step in
      let quoted = step.3.flatMap { try? JSONValue(parsing: String($0)).string }
      let name = quoted ?? (step.1 ?? step.2).map(String.init) ?? ""
      guard let elements = value?.array else { return value?[name] }
      return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }
  }
}
