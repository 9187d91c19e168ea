import RewindJSON
import RewindLog
import RewindSession
import RewindTimeline

/// A text to find in the steps of a session, ignoring case: in types, payloads, inputs, notes, and in the
/// places and values that changed.
///
/// Numbers are found whole: `4` does not find 46.
struct SearchText {
  let text: String
  private let lowered: String
  /// The text as it must occur in the bytes of a line; nil if JSON has several ways to write it.
  private let bytes: [UInt8]?

  init(_ text: String) {
    self.text = text
    lowered = text.lowercased()
    let hasOneForm = text.utf8.allSatisfy {
      (0x20..<0x80).contains($0) && !"\"\\/".utf8.contains($0)
    }
    bytes = hasOneForm && !text.isEmpty ? Array(lowered.utf8) : nil
  }

  /// Returns true if the text occurs in another one.
  func occurs(in other: String) -> Bool {
    if let bytes, other.utf8.count < bytes.count { return false }
    return other.lowercased().contains(lowered)
  }

  /// Returns true if the text occurs in a value of a state.
  func occurs(in value: JSONValue) -> Bool { tokens(in: value, withNames: false) != nil }

  /// Returns the place of the first occurrence in a state, or a part of it; nil if there is none.
  func pointer(in value: JSONValue) -> Pointer? {
    tokens(in: value, withNames: false).map { Pointer(tokens: $0.reversed()) }
  }

  /// Returns the tokens of the first occurrence, innermost first; the names of members count if so asked.
  private func tokens(in value: JSONValue, withNames: Bool) -> [String]? {
    switch value {
    case .string(let string):
      return occurs(in: string) ? [] : nil
    case .number(let number):
      return number.text == text ? [] : nil
    case .array(let elements):
      for (place, element) in elements.enumerated() {
        if let tokens = tokens(in: element, withNames: withNames) {
          return tokens + [String(place)]
        }
      }
    case .object(let object):
      for member in object.members {
        if withNames, occurs(in: member.key) { return [member.key] }
        if let tokens = tokens(in: member.value, withNames: withNames) {
          return tokens + [member.key]
        }
      }
    case .null, .bool:
      break
    }
    return nil
  }

  /// Returns true if the text occurs in the name of a place; the index of an element is none.
  func occurs(in pointer: Pointer) -> Bool {
    pointer.tokens.contains { Pointer.arrayIndex($0) == nil && occurs(in: $0) }
  }

  // MARK: - In a log

  /// Returns true if the text occurs in a line.
  func occurs(inLine line: Int, of timeline: Timeline) throws(SessionLogError) -> Bool {
    let kind = try timeline.log.key(of: line).kind
    guard kind != .header, kind != .end, mayOccur(in: try timeline.log.bytes(of: line)) else {
      return false
    }
    switch try timeline.log.line(line) {
    case .action(let action):
      return occurs(in: action.type) || occurs(inPayload: action.error ?? action.payload)
    case .input(let input):
      return occurs(in: input.name) || occurs(in: input.value)
    case .note(let note):
      return occurs(in: note.text)
    case .state(let state), .external(let state):
      return try occurs(in: state, line, timeline)
    default:
      return false
    }
  }

  private func occurs(inPayload value: JSONValue?) -> Bool {
    value.flatMap { tokens(in: $0, withNames: true) } != nil
  }

  private func occurs(
    in recorded: RecordedState,
    _ line: Int,
    _ timeline: Timeline
  ) throws(SessionLogError) -> Bool {
    if let patch = recorded.patch, !patch.operations.contains(where: occurs(in:)) { return false }
    // A patch may replace more than differs; and before the first state there is none.
    guard let changes = try? timeline.changes(of: recorded.after),
      recorded.after > timeline.firstIndex
    else { return (recorded.patch == nil ? recorded.state : nil).map(occurs(in:)) ?? true }
    return changes.contains { occurs(in: $0.pointer) || $0.new.map(occurs(in:)) ?? false }
  }

  private func occurs(in operation: Patch.Operation) -> Bool {
    switch operation {
    case .add(let pointer, let value), .replace(let pointer, let value):
      occurs(in: pointer) || occurs(in: value)
    case .remove(let pointer), .move(_, let pointer), .copy(_, let pointer):
      occurs(in: pointer)
    case .test:
      false
    }
  }

  /// Returns false if the text cannot occur in a line.
  private func mayOccur(in line: [UInt8]) -> Bool {
    guard let bytes, let first = bytes.first else { return true }
    let last = line.count - bytes.count
    guard last >= 0 else { return false }
    return line.withUnsafeBufferPointer { line in
      var start = 0
      while start <= last {
        if line[start].lowered == first {
          var length = 1
          while length < bytes.count, line[start + length].lowered == bytes[length] { length += 1 }
          if length == bytes.count { return true }
        }
        start += 1
      }
      return false
    }
  }
}

extension UInt8 {
  /// The letter in lower case, if it is one of ASCII.
  fileprivate var lowered: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
