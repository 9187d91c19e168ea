public import RewindJSON

/// The reason why a line of JSON is not a line of a session log.
public struct SessionLineError: Error, Hashable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case notAnObject(JSONValue.Kind)
    case missing(member: String, kind: String)
    case notAnIndex(member: String, found: String)
    case wrongType(member: String, found: JSONValue.Kind, expected: String)
    case badPatch(String)
    /// The line has members of several kinds of line.
    case severalKinds([String])
    case newerFormat(Int)
  }

  public let reason: Reason

  package init(_ reason: Reason) {
    self.reason = reason
  }

  public var description: String {
    switch reason {
    case .notAnObject(let kind):
      "the line is \(kind == .array || kind == .object ? "an" : "a") \(kind.rawValue) where a JSON object is expected"
    case .missing(let member, let kind):
      "the \(kind) line has no \"\(member)\""
    case .notAnIndex(let member, let found):
      "\"\(member)\" is \(found.prefix(40)); a whole number from 0 to 10^12 is expected"
    case .wrongType(let member, let found, let expected):
      "\"\(member)\" is of type \(found.rawValue); \(expected) is expected"
    case .badPatch(let why):
      "the patch cannot be read: \(why)"
    case .severalKinds(let members):
      "\"\(members[0])\" and \"\(members[1])\" belong to different kinds of lines"
    case .newerFormat(let version):
      "the log is of format \(version), but this program reads format 1; use a newer rewind"
    }
  }
}

extension JSONObject {
  /// The largest index of a session; a larger number is damage, and must not overflow in calculations.
  package static var largestIndex: Int { Int(clamping: 1_000_000_000_000 as Int64) }

  /// Returns an integer that a line of `kind` must have.
  func integer(_ member: String, kind: String) throws(SessionLineError) -> Int {
    guard let value = self[member] else {
      throw SessionLineError(.missing(member: member, kind: kind))
    }
    guard let int = value.int, (0...Self.largestIndex).contains(int) else {
      throw SessionLineError(.notAnIndex(member: member, found: value.text))
    }
    return int
  }

  /// Returns a string that a line of `kind` must have.
  func text(_ member: String, kind: String) throws(SessionLineError) -> String {
    guard let value = self[member] else {
      throw SessionLineError(.missing(member: member, kind: kind))
    }
    guard let string = value.string else {
      throw SessionLineError(.wrongType(member: member, found: value.kind, expected: "a string"))
    }
    return string
  }
}
