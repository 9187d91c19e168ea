import RewindJSON
import RewindLog

/// A JSON text of Redux DevTools, of which single values are read.
///
/// With `serialize: true`, a value that occurs a second time is written as the path to the first one,
/// `{"$jsan":"$.computedStates[0].state.todos"}`; ``value(_:)`` puts the value there.
final class DevToolsText {
  /// A value in a text.
  struct Part {
    let text: DevToolsText
    let range: Range<Int>
    /// The members and indexes that lead to it.
    var path: [String]

    func value() throws(DevToolsFileError) -> JSONValue { try text.value(self) }

    /// The members of an object; of two with one key the last counts, as in JavaScript.
    func members() throws(DevToolsFileError) -> [String: Part] {
      let parts = try parts(isObject: true)
      let members = Dictionary(parts.map { ($0.path.last ?? "", $0) }) { $1 }
      if members.count < parts.count, text.counted.insert(-1 - range.lowerBound).inserted {
        text.odd.keys += parts.count - members.count
      }
      return members
    }

    func elements() throws(DevToolsFileError) -> [Part] { try parts(isObject: false) }

    /// The value that stands for this one, if it is a reference: `{"$jsan":"$.computedStates[0]"}`.
    func target() -> Part {
      guard let mark = try? members()["$jsan"]?.value().string, mark.hasPrefix("$"),
        let tokens = JSANPath.tokens(of: mark), tokens.count == 2
      else { return self }
      return text.part(at: tokens) ?? self
    }

    var isList: Bool { first == UInt8(ascii: "[") }
    var isObject: Bool { first == UInt8(ascii: "{") }

    private var first: UInt8? { text.bytes[range].first { !" \n\r\t".utf8.contains($0) } }

    private func parts(isObject: Bool) throws(DevToolsFileError) -> [Part] {
      let parts = try text.parsed { bytes throws(JSONError) in
        try JSONCursor.parts(of: range, in: bytes, isObject: isObject)
      }
      return parts.enumerated().map { index, part in
        Part(text: text, range: part.range, path: path + [isObject ? part.key : "\(index)"])
      }
    }
  }

  let bytes: [UInt8]
  /// The kinds of values that JSON cannot hold, by the letters of their marks; `t` for typed data.
  let kinds: Set<Character>
  /// The replacements in the values read so far.
  private(set) var odd = OddValues()
  /// The references that lead to nothing, or to more than fits.
  var unresolved: Int { lost.values.reduce(0, +) }
  private var lost: [Int: Int] = [:]
  private var counted: Set<Int> = []
  private var roots: [String: Part]?
  private var branches: [String: [String: Part]] = [:]
  private var read: [[String]: JSONValue] = [:]
  private var expanded: [[String]: Expansion] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    kinds = Self.kinds(in: bytes)
  }

  var all: Part { Part(text: self, range: 0..<bytes.count, path: []) }

  /// Returns a value, with those that it refers to.
  func value(_ part: Part) throws(DevToolsFileError) -> JSONValue {
    let value = try raw(part)
    guard kinds.contains("$") else { return value }
    var expander = Expander(text: self, base: part.path)
    let whole = expander.expand(value)
    if expander.unresolved > 0 { lost[part.range.lowerBound] = expander.unresolved }
    return whole
  }

  /// Returns a value as it is written.
  private func raw(_ part: Part) throws(DevToolsFileError) -> JSONValue {
    try parsed { bytes throws(JSONError) in
      do throws(JSONError) {
        let value = try JSONValue(parsing: part.range, of: bytes)
        if value.nesting <= OddValues.depthLimit { return value }
      } catch {
        switch error.reason {
        case .loneSurrogate, .invalidUTF8, .duplicateKey, .tooDeep: break
        default: throw error
        }
      }
      var cursor = JSONCursor(bytes, part.range)
      var found = OddValues()
      let value = try cursor.lenientValue(&found)
      cursor.skipSpace()
      if cursor.next != nil { throw cursor.fault(.trailing) }
      if counted.insert(part.range.lowerBound).inserted { odd.add(found) }
      return value
    }
  }

  fileprivate func parsed<Value>(
    _ parse: (UnsafeRawBufferPointer) throws(JSONError) -> Value
  ) throws(DevToolsFileError) -> Value {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONError) in try parse(buffer) }
    }
    return try result.mapError(DevToolsFileError.notJSON).get()
  }

  // MARK: - Marks

  private static func kinds(in bytes: [UInt8]) -> Set<Character> {
    var kinds: Set<Character> = []
    let mark = Array("$jsan".utf8)
    let type = Array("__serializedType__".utf8)
    var position = 0
    while position < bytes.count {
      defer { position += 1 }
      switch bytes[position] {
      case mark[0] where bytes[position...].starts(with: mark):
        // Inside a Map or a Set, the quotes are escaped.
        let rest = bytes[(position + mark.count)...].drop { "\\\": \n\r\t".utf8.contains($0) }
        if let kind = rest.first { kinds.insert(Character(UnicodeScalar(kind))) }
      case type[0] where bytes[position...].starts(with: type):
        kinds.insert("t")
      default: break
      }
    }
    return kinds
  }

  // MARK: - References

  /// A value that others refer to, with its own references.
  fileprivate struct Expansion {
    let value: JSONValue
    let size: Int
  }

  /// Returns the value at a path, as it is written.
  private func raw(at path: [String]) -> JSONValue? {
    guard !path.isEmpty else { return try? raw(all) }
    let key = Array(path.prefix(2))
    if read[key] == nil { read[key] = part(at: key).flatMap { try? raw($0) } }
    return path.dropFirst(2).reduce(read[key]) { value, token in
      if let object = value?.object { return object[token] }
      guard let elements = value?.array, let index = Int(token), elements.indices.contains(index)
      else { return nil }
      return elements[index]
    }
  }

  /// Returns the value at a path of one or two steps.
  fileprivate func part(at path: [String]) -> Part? {
    if roots == nil { roots = children(of: all) }
    guard let root = roots?[path[0]], path.count > 1 else { return roots?[path[0]] }
    if branches[path[0]] == nil { branches[path[0]] = children(of: root) }
    return branches[path[0]]?[path[1]]
  }

  private func children(of part: Part) -> [String: Part] {
    guard part.isList else { return (try? part.members()) ?? [:] }
    let elements = (try? part.elements()) ?? []
    return Dictionary(uniqueKeysWithValues: elements.map { ($0.path.last ?? "", $0) })
  }

  /// A copy of one value in which references are replaced by their targets.
  ///
  /// A value inside itself stays a reference, from the root of the copy.
  private struct Expander {
    /// The most values that references may bring into one: twice the largest state that is of any use.
    private static let sizeLimit = 1_000_000

    let text: DevToolsText
    var unresolved = 0
    /// The path in the text at which each value was begun that a reference leads to, and its depth here.
    private var frames: [(base: [String], depth: Int)]
    private var path: [String] = []
    /// The path as references write it.
    private var steps: [String] = []
    private var size = 0
    private var circles = 0

    init(text: DevToolsText, base: [String]) {
      self.text = text
      frames = [(base, 0)]
    }

    mutating func expand(_ value: JSONValue) -> JSONValue {
      if frames.count > 1 { size += 1 }
      switch value {
      case .array(let elements) where path.count < OddValues.depthLimit:
        return .array(
          elements.enumerated().map { expand($1, at: "\($0)", step: "[\($0)]") }
        )
      case .object(let object) where path.count < OddValues.depthLimit:
        if let mark = object["$jsan"]?.string, mark.hasPrefix("$") { return target(mark, value) }
        var copy = JSONObject()
        copy.reserveCapacity(object.count)
        for member in object.members {
          let step = JSANPath.step(to: member.key)
          copy.append(member.key, expand(member.value, at: member.key, step: step))
        }
        return .object(copy)
      case .array, .object:
        text.odd.deep += 1
        return OddValues.tooDeep
      default:
        return value
      }
    }

    private mutating func expand(
      _ value: JSONValue,
      at token: String,
      step: String
    ) -> JSONValue {
      path.append(token)
      steps.append(step)
      let copy = expand(value)
      path.removeLast()
      steps.removeLast()
      return copy
    }

    private mutating func target(_ mark: String, _ original: JSONValue) -> JSONValue {
      guard let tokens = JSANPath.tokens(of: mark) else {
        unresolved += 1
        return original
      }
      if let depth = depth(ofOpen: tokens) {
        circles += 1
        return ["$jsan": .string("$" + steps.prefix(depth).joined())]
      }
      if let known = text.expanded[tokens], size + known.size <= Self.sizeLimit {
        size += known.size
        return known.value
      }
      guard size < Self.sizeLimit, let target = text.raw(at: tokens) else {
        unresolved += 1
        return original
      }
      let (sizeBefore, circlesBefore, lost) = (size, circles, unresolved)
      frames.append((tokens, path.count))
      let value = expand(target)
      frames.removeLast()
      if circles == circlesBefore, unresolved == lost {
        text.expanded[tokens] = Expansion(value: value, size: size - sizeBefore)
      }
      return value
    }

    /// The depth of the value that is being copied from a path in the text; nil if none is.
    private func depth(ofOpen tokens: [String]) -> Int? {
      for (index, frame) in frames.enumerated() where tokens.starts(with: frame.base) {
        let end = index + 1 < frames.count ? frames[index + 1].depth : path.count
        let steps = tokens.dropFirst(frame.base.count)
        if steps.count < end - frame.depth, path[frame.depth..<end].starts(with: steps) {
          return frame.depth + steps.count
        }
      }
      return nil
    }
  }
}

/// The paths of references, as in `$.todos[0]["a b"]`.
enum JSANPath {
  static func tokens(of path: String) -> [String]? {
    let bytes = Array(path.utf8)
    var tokens: [String] = []
    var position = 1
    while position < bytes.count {
      let start = position + 1
      var end = start
      switch bytes[position] {
      case UInt8(ascii: "."):
        while end < bytes.count, isName(bytes[end]) { end += 1 }
        tokens.append(String(decoding: bytes[start..<end], as: UTF8.self))
        position = end
      case UInt8(ascii: "[") where start < bytes.count && bytes[start] == UInt8(ascii: "\""):
        end += 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
          end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end + 1 < bytes.count,
          let token = try? JSONValue(parsing: bytes[start...end]).string
        else { return nil }
        tokens.append(token)
        position = end + 2
      case UInt8(ascii: "["):
        guard let close = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        tokens.append(String(decoding: bytes[start..<close], as: UTF8.self))
        position = close + 1
      default:
        return nil
      }
    }
    return tokens
  }

  /// The step to a member.
  static func step(to name: String) -> String {
    !name.isEmpty && name.utf8.allSatisfy(isName)
      ? ".\(name)" : "[\(JSONValue.string(name).text)]"
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

extension OddValues {
  fileprivate mutating func add(_ other: OddValues) {
    characters += other.characters
    keys += other.keys
    deep += other.deep
  }
}
