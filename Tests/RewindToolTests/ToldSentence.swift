import Foundation
import RewindJSON
import Testing

/// A second reader of what `compare` says about folders: it takes the sentence alone, and looks into the lines of a log.
struct ToldSentence {
  private let parts: [(subject: String, rule: String)]
  private let store: String?

  /// The lines of a log.
  struct Log {
    let lines: [JSONValue]
    fileprivate let actions: [(index: JSONValue, action: JSONValue)]

    init(_ path: String) throws {
      lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .map { try JSONValue(parsing: Array($0.utf8)) }
      actions = lines.compactMap { line in line["action"].map { (line["index"] ?? .null, $0) } }
    }

    var store: String? { lines[0]["store"]?.string }
  }

  init(_ text: String) {
    var text = text
    if let match = text.wholeMatch(of: /in the store ([a-z]+), (.*)/) {
      (store, text) = (String(match.1), String(match.2))
    } else {
      store = nil
    }
    parts = text.split(separator: #/ and (?=the |/|")/#).map { part in
      let sides = part.split(separator: " is ", maxSplits: 1).map(String.init)
      return (sides[0], sides.count > 1 ? sides[1] : "")
    }
  }

  /// True if the sentence is so of a session, of which these are the logs.
  func holds(of session: [Log]) -> Bool {
    guard let log = session.first(where: { store == nil || $0.store == store }) else {
      return false
    }
    return parts.allSatisfy { part in
      if let match = part.subject.wholeMatch(of: /(.+) comes before (.+)/) {
        guard let one = position(String(match.1), log), let other = position(String(match.2), log)
        else { return false }
        return one < other
      }
      guard let value = value(of: part.subject, in: log) else { return false }
      return matches(value, part.rule, part.subject)
    }
  }

  /// Returns the value that the subject of a sentence has, which may be absent; nil if there is no subject.
  private func value(of subject: String, in log: Log) -> JSONValue?? {
    if let match = subject.wholeMatch(of: /the number of elements in (.+)/) {
      guard let list = value(of: String(match.1), in: log) ?? nil, let array = list.array else {
        return nil
      }
      return JSONValue(array.count)
    }
    if let match = subject.wholeMatch(of: /the number of (.+) before the last ([a-z]+)/) {
      guard let last = positions(String(match.2), log).last else { return nil }
      return JSONValue(positions(String(match.1), log).count { $0 < last })
    }
    if let match = subject.wholeMatch(of: /the number of (.+)/) {
      return JSONValue(positions(String(match.1), log).count)
    }
    if let match = subject.wholeMatch(of: /"(.+)" as (.+) reads it/) {
      guard let position = position(String(match.2), log) else { return nil }
      let index = log.actions[position].index
      let inputs = log.lines.filter { $0["index"] == index }.compactMap { $0["input"] }
      guard let input = inputs.first, input["name"] == .string(String(match.1)) else { return nil }
      return input["value"]
    }
    if let match = subject.wholeMatch(of: /(\/.+) of the first state/) {
      return log.lines[1]["state"]?[pointer(match.1)]
    }
    guard let match = subject.wholeMatch(of: /(\/.+|the payload) of (the first .+|number .+)/),
      let position = position(String(match.2), log)
    else { return nil }
    let action = log.actions[position].action
    let content = action["payload"] ?? action["error"]
    return match.1 == "the payload" ? content : content?[pointer(match.1)]
  }

  private func pointer(_ text: Substring) -> Pointer {
    Pointer(tokens: text.split(separator: "/").map(String.init))
  }

  /// Returns the position of the action that `the first x` or `number 2 of x` names.
  private func position(_ text: String, _ log: Log) -> Int? {
    guard let match = text.wholeMatch(of: /(?:the first|number ([0-9]+) of) (.+)/) else {
      return nil
    }
    let number = (match.1.flatMap { Int($0) } ?? 1) - 1
    let all = positions(String(match.2), log)
    return all.indices.contains(number) ? all[number] : nil
  }

  /// Returns the positions of the actions that fit a name.
  private func positions(_ name: String, _ log: Log) -> [Int] {
    let actions = log.actions.map(\.action)
    func fitting(_ isSo: (JSONValue) -> Bool) -> [Int] {
      actions.indices.filter { isSo(actions[$0]) }
    }
    if let match = name.wholeMatch(of: /failed ([a-z]+)/) {
      return fitting { $0["type"]?.string == String(match.1) && $0["error"] != nil }
    }
    guard let match = name.wholeMatch(of: /([a-z]+)( failed with)? ([\[{].*)/) else {
      return fitting { $0["type"]?.string == name }
    }
    let pattern = NSRegularExpression.escapedPattern(for: String(match.3))
      .replacingOccurrences(of: "…", with: #"(?:"[^"]*"|[-0-9.e]+)"#)
    return fitting {
      let content = $0[match.2 == nil ? "payload" : "error"]
      return $0["type"]?.string == String(match.1)
        && content?.sorted.text.range(of: "^\(pattern)$", options: .regularExpression) != nil
    }
  }

  private func matches(_ value: JSONValue?, _ rule: String, _ subject: String) -> Bool {
    if rule == "absent" { return value == nil }
    if let match = rule.wholeMatch(of: /at ([0-9]+):([0-9]+) UTC or (later|earlier)/) {
      guard let time = value?.string?.firstMatch(of: /T([0-9]+):([0-9]+):([0-9]+)/),
        let limit = Int(match.1 + match.2)
      else { return false }
      let (minute, second) = (Int(time.1 + time.2) ?? 0, Int(time.3) ?? 0)
      return match.3 == "later" ? minute >= limit : (minute, second) <= (limit, 0)
    }
    // Times as text, all in one form, are in order as texts are.
    if let match = rule.wholeMatch(of: /(.+) or (later|earlier)/) {
      guard let text = value?.string else { return false }
      return match.2 == "later" ? text >= String(match.1) : text <= String(match.1)
    }
    if let match = rule.wholeMatch(of: /(.+) or (more|less)/) {
      guard let number = value?.double, let limit = Double(String(match.1)) else { return false }
      return match.2 == "more" ? number >= limit : number <= limit
    }
    if let match = rule.wholeMatch(of: /as in (.+\.jsonl)(, but for identifiers and times)?/) {
      guard let log = try? Log(String(match.1)), let other = self.value(of: subject, in: log) else {
        return false
      }
      return value?.masked.text == other?.masked.text
    }
    return value?.text == rule
  }
}

extension JSONValue {
  fileprivate var sorted: JSONValue { sorted(masking: nil) }
  /// The value without the identifiers that this test's sessions have.
  fileprivate var masked: JSONValue { sorted(masking: "id") }

  private func sorted(masking name: String?) -> JSONValue {
    switch self {
    case .object(let object):
      let members = object.members.sorted { $0.key < $1.key }
      return .object(
        JSONObject(
          members.map { ($0.key, $0.key == name ? .null : $0.value.sorted(masking: name)) }
        )
      )
    case .array(let elements): return .array(elements.map { $0.sorted(masking: name) })
    default: return self
    }
  }
}
