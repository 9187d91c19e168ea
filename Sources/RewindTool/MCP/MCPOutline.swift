import RewindJSON
import RewindText

/// A value as an indented text that is cut between members, never inside a string, and says what it left out.
struct MCPOutline {
  /// The pointer of the value in the state.
  let pointer: Pointer
  /// The number of levels to show.
  let depth: Int
  /// Returns the call that shows the value at a pointer.
  let call: (Pointer) -> String

  /// The number of members and of elements that are shown of each value: fewer until the text has room.
  private static let samples = [(100, 20), (60, 8), (30, 3), (12, 1)]
  /// A longer string is cut.
  static let stringLimit = 200
  /// A value whose text is as short stands on one line.
  private static let inlineLimit = 80
  private static let keysShown = 8
  private static let keyLimit = 60

  /// Returns the lines of a value in at most that many bytes.
  func lines(of value: JSONValue, within room: Int) -> [String] {
    for levels in stride(from: depth, through: 0, by: -1) {
      for (members, elements) in Self.samples {
        var writer = Writer(members: members, elements: elements, room: room, call: call)
        writer.write(value, at: pointer, levels: levels, prefix: "", suffix: "", indent: "")
        if writer.room >= 0 { return writer.lines }
      }
    }
    return [Self.closed(value)]
  }

  /// Returns a value on one line, without its members.
  private static func closed(_ value: JSONValue) -> String {
    switch value {
    case .object(let object) where !object.isEmpty:
      let keys = object.members.prefix(keysShown).map { key($0.key) }.joined(separator: ", ")
      let more = object.count > keysShown ? ", …" : ""
      return "{ \(counted(object.count, "member")): \(keys)\(more) }"
    case .array(let elements) where !elements.isEmpty:
      return "[ \(counted(elements.count, "element")) ]"
    default:
      return short(value)
    }
  }

  private static func key(_ key: String) -> String {
    let isLong = key.count > keyLimit
    return JSONValue.string(isLong ? "\(key.prefix(keyLimit))…" : key).text.escapedJSON
  }

  /// Returns a value without members.
  private static func short(_ value: JSONValue) -> String {
    guard case .string(let string) = value, string.utf8.count > stringLimit else {
      return value.text.escapedJSON
    }
    let count = string.count
    guard count > stringLimit else { return value.text.escapedJSON }
    // A character can be of any number of scalars.
    let start = String(
      String.UnicodeScalarView(string.prefix(stringLimit).unicodeScalars.prefix(stringLimit))
    )
    return JSONValue.string(start).text.escapedJSON + "… (\(count) characters)"
  }

  /// The text of a value as far as it is written.
  private struct Writer {
    let members: Int
    let elements: Int
    var room: Int
    let call: (Pointer) -> String
    var lines: [String] = []

    mutating func add(_ line: String) {
      room -= line.utf8.count + 1
      if room >= 0 { lines.append(line) }
    }

    mutating func write(
      _ value: JSONValue,
      at pointer: Pointer,
      levels: Int,
      prefix: String,
      suffix: String,
      indent: String
    ) {
      guard room >= 0 else { return }
      func line(_ text: String) -> String { "\(indent)\(prefix)\(text)\(suffix)" }
      switch value {
      case .object(let object) where !object.isEmpty:
        if let text = Self.inline(value) { return add(line(text)) }
        guard levels > 0 else { return add(line(MCPOutline.closed(value))) }
        add("\(indent)\(prefix){")
        for (number, member) in object.members.prefix(members).enumerated() {
          write(
            member.value,
            at: pointer.appending(member.key),
            levels: levels - 1,
            prefix: "\(MCPOutline.key(member.key)): ",
            suffix: number + 1 < object.count ? "," : "",
            indent: indent + "  "
          )
        }
        if object.count > members {
          let rest = object.members.dropFirst(members)
          let keys = rest.prefix(MCPOutline.keysShown).map { MCPOutline.key($0.key) }
          let more = rest.count > keys.count ? ", …" : ""
          add(
            "\(indent)  … \(counted(rest.count, "more member")): \(keys.joined(separator: ", "))\(more): "
              + call(pointer.appending(rest[rest.startIndex].key))
          )
        }
        add("\(indent)}\(suffix)")
      case .array(let array) where !array.isEmpty:
        if let text = Self.inline(value) { return add(line(text)) }
        guard levels > 0 else { return add(line(MCPOutline.closed(value))) }
        add("\(indent)\(prefix)[")
        for (number, element) in array.prefix(elements).enumerated() {
          write(
            element,
            at: pointer.appending("\(number)"),
            levels: levels - 1,
            prefix: "",
            suffix: number + 1 < array.count ? "," : "",
            indent: indent + "  "
          )
        }
        if array.count > elements {
          add(
            "\(indent)  … \(counted(array.count - elements, "more element")), 0 to \(array.count - 1): "
              + call(pointer.appending("\(elements)"))
          )
        }
        add("\(indent)]\(suffix)")
      default:
        add(line(MCPOutline.short(value)))
      }
    }

    /// Returns the text of a value that is short enough for one line.
    private static func inline(_ value: JSONValue) -> String? {
      guard value.textCount(upTo: MCPOutline.inlineLimit) <= MCPOutline.inlineLimit else {
        return nil
      }
      return value.text.escapedJSON
    }
  }
}
