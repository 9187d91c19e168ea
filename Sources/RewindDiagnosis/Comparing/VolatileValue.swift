import Foundation
import RewindJSON

/// The kinds of values that differ from run to run although nothing else does.
enum VolatileValue: String {
  case id
  case time

  /// Tells an identifier or a time by its form, or by the name of its member; nil for any other value.
  ///
  /// A date is a number of seconds since 1970 or 2001, or of milliseconds, or text such as
  /// `2026-11-21T08:00:00Z`; an identifier is a UUID, a long hexadecimal text, or a member named so.
  init?(_ value: JSONValue, named name: String? = nil) {
    switch value {
    case .string(let text):
      if text.isTime {
        self = .time
      } else if text.isIdentifier || name.isIdentifierName {
        self = .id
      } else {
        return nil
      }
    case .number:
      if name.isIdentifierName {
        self = .id
      } else if let number = value.double, Self.times.contains(where: { $0.contains(number) }) {
        self = .time
      } else {
        return nil
      }
    case .null, .bool, .array, .object:
      return nil
    }
  }

  /// Seconds from 2010 on, since 2001 and since 1970, and milliseconds.
  private static let times: [Range<Double>] = [2.8e8..<4e9, 1.2e12..<4e12]
}

extension JSONValue {
  /// The value with every identifier and every time replaced by its kind, so that two runs compare equal.
  var steady: JSONValue { steady(named: nil) }

  private func steady(named name: String?) -> JSONValue {
    if let kind = VolatileValue(self, named: name) { return ["$": .string(kind.rawValue)] }
    switch self {
    case .array(let elements):
      return .array(elements.map { $0.steady(named: name) })
    case .object(let object):
      // A dictionary is written in another order in every run.
      let members = object.members.sorted { $0.key < $1.key }
      return .object(JSONObject(members.map { ($0.key, $0.value.steady(named: $0.key)) }))
    case .null, .bool, .number, .string:
      return self
    }
  }
}

extension Change {
  /// The kind of both values, where they are nothing but another identifier or another time.
  var volatile: VolatileValue? {
    let name = pointer.tokens.last { Int($0) == nil }
    guard let old, let new, let kind = VolatileValue(old, named: name),
      VolatileValue(new, named: name) == kind
    else { return nil }
    return kind
  }
}

extension String {
  fileprivate var isTime: Bool {
    utf8.count >= 16 && wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}.*/) != nil
  }

  fileprivate var isIdentifier: Bool {
    guard utf8.count >= 16, utf8.count <= 128 else { return false }
    if utf8.count == 36, UUID(uuidString: self) != nil { return true }
    return allSatisfy { $0.isHexDigit && $0.isASCII } && contains(where: \.isNumber)
  }
}

extension String? {
  /// True for `id`, `userID`, `user_id` and the like.
  fileprivate var isIdentifierName: Bool {
    guard let name = self else { return false }
    return name == "id" || name == "uuid" || name == "UUID" || name.hasSuffix("ID")
      || name.hasSuffix("Id") || name.hasSuffix("_id")
  }
}
