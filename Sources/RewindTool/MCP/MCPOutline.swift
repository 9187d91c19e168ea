import RewindJSON
import RewindText

/// A value with its beginnings only: a reader asks for a pointer to see the rest.
struct MCPOutline {
  /// The number of levels, of members and of elements of each value; fewer until the text has room.
  private static let samples = [
    (3, 100, 20), (3, 60, 8), (3, 30, 3), (3, 12, 1), (2, 30, 3), (1, 30, 3), (0, 1, 1),
  ]
  /// A longer string is cut.
  private static let stringLimit = 200
  /// A value whose text is as short is not cut.
  private static let inlineLimit = 80
  private static let keysShown = 8
  private static let keyLimit = 60

  private let members: Int
  private let elements: Int
  private var isWhole = true

  private init(members: Int, elements: Int) {
    (self.members, self.elements) = (members, elements)
  }

  /// Returns the lines of a value in at most that many bytes, and if it is all there.
  static func lines(of value: JSONValue, within room: Int) -> (lines: [String], isWhole: Bool) {
    var lines: [String] = []
    for (levels, members, elements) in samples {
      var outline = MCPOutline(members: members, elements: elements)
      let text = outline.outlined(value, levels).prettyText
      lines = text.split(separator: "\n").map { String($0).escapedJSON }
      if lines.reduce(0, { $0 + $1.utf8.count + 1 }) <= room { return (lines, outline.isWhole) }
    }
    return (lines, false)
  }

  private mutating func outlined(_ value: JSONValue, _ levels: Int) -> JSONValue {
    if case .string(let text) = value { return .string(start(of: text, Self.stringLimit)) }
    guard levels > 0 || value.textCount(upTo: Self.inlineLimit) > Self.inlineLimit else {
      return value
    }
    switch value {
    case .object(let object) where levels > 0:
      var outline = JSONObject()
      for member in object.members.prefix(members) {
        outline[start(of: member.key, Self.keyLimit)] = outlined(member.value, levels - 1)
      }
      let rest = object.members.dropFirst(members)
      if !rest.isEmpty { outline["…"] = .string(omission("more member", rest.map(\.key))) }
      return .object(outline)
    case .array(let array) where levels > 0:
      let outline = array.prefix(elements).map { outlined($0, levels - 1) }
      let rest = array.count - outline.count
      return .array(rest > 0 ? outline + [.string(omission("more element", rest))] : outline)
    case .object(let object): return .string(omission("member", object.keys.map(\.self)))
    case .array(let array): return .string(omission("element", array.count))
    default: return value
    }
  }

  private mutating func omission(_ what: String, _ keys: [String]) -> String {
    let names = keys.prefix(Self.keysShown).map { start(of: $0, Self.keyLimit) }
    let more = keys.count > Self.keysShown ? ", …" : ""
    return "\(omission(what, keys.count)): \(names.joined(separator: ", "))\(more)"
  }

  private mutating func omission(_ what: String, _ count: Int) -> String {
    isWhole = false
    return "… \(counted(count, what))"
  }

  private mutating func start(of text: String, _ limit: Int) -> String {
    // A character can be of any number of scalars.
    let scalars = text.unicodeScalars.prefix(limit)
    guard scalars.endIndex < text.endIndex else { return text }
    isWhole = false
    return "\(String(String.UnicodeScalarView(scalars)))… (\(counted(text.count, "character")))"
  }
}
