import RewindDiagnosis
import RewindJSON

/// The one call that is worth making next.
struct MCPNext {
  let tool: String
  let arguments: [(key: String, value: JSONValue)]

  /// The call as one reads it: `state file=crash.jsonl index=56 pointer=/rows/20`.
  var call: String {
    ([tool] + arguments.map { "\($0.key)=\(Self.word($0.value))" }).joined(separator: " ")
  }

  /// Returns a value, a text without quotes where that cannot be misread.
  private static func word(_ value: JSONValue) -> String {
    guard let text = value.string, !text.isEmpty,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 })
    else { return value.text.escapedJSON }
    return text
  }

  /// Returns true for the pointer of a log that is nothing but names: it may stand outside of the fence.
  fileprivate static func isPlain(_ pointer: String) -> Bool {
    pointer.wholeMatch(of: /[A-Za-z0-9\/_-]{0,80}/) != nil
  }
}

extension MCPCall {
  /// Returns the call that is worth making after an answer; nil if none is.
  func next(after answer: Answer) throws -> MCPNext? {
    switch tool.name {
    case Command.sessions.name:
      let rows = try answer.parts.flatMap { try $0.records }
      let number = rows.firstIndex { $0["end"]?.string == "crashed" } ?? 0
      guard let name = rows.isEmpty ? nil : rows[number]["name"] ?? rows[number]["file"] else {
        return nil
      }
      return next(.overview, ["file": name])
    case Command.overview.name:
      let isCrash = try answer.parts.first?.json["end"]?.string == "crashed"
      return next(isCrash && canReplay ? .bisect : .log)
    case Command.log.name:
      let last = try answer.parts.last { try $0.records.first != nil }?.records.first?["index"]?.int
      return last.map {
        $0 > 0 ? next(.show, ["index": JSONValue($0)]) : next(.state, ["index": 0])
      }
        ?? next(.overview)
    case Command.show.name:
      let index = try answer.parts.last?.json["index"]?.int ?? 0
      return next(.state, ["index": JSONValue(max(0, index - 1))])
    case Command.state.name:
      let index = self["index"] ?? "end"
      return self["pointer"] == nil ? next(.diff, ["range": index]) : next(.blame, ["at": index])
    case Command.diff.name:
      let end = text("range")?.split(separator: ".").last.map { JSONValue.string("\($0)") } ?? "end"
      let pointers = try answer.parts.flatMap { try $0.records }
        .compactMap { $0["pointer"]?.string }
      return pointers.first(where: MCPNext.isPlain)
        .map { next(.why, ["pointer": .string($0), "at": end]) } ?? next(.state, ["index": end])
    case Command.blame.name:
      return self["pointer"] == nil ? next(.log) : next(.why)
    case Command.why.name:
      let index = try answer.parts.last?.json["index"]?.int ?? 0
      return index > 0 ? next(.show, ["index": JSONValue(index)]) : next(.log)
    case Command.bisect.name:
      return try nextToCulprit(answer)
    case Command.minimize.name:
      guard answer.status == .success else { return next(.log) }
      let output = text("output") ?? ""
      guard try arguments.program().isSwift else {
        return next(.verify, ["files": [.string(output)], "expect": "no-crash"])
      }
      let test = JSONValue.string("\(output.dropLast(".jsonl".count))-tests.swift")
      return next(.test, ["file": .string(output), "output": test])
    case Command.edit.name:
      return next(.overview, ["file": self["output"] ?? "@last"])
    case Command.test.name:
      // It guards what the test does: the fix, not the bug.
      let expect = self["expect"] ?? "no-crash"
      return next(.verify, ["files": .array(self["file"].map { [$0] } ?? []), "expect": expect])
    case Command.verify.name:
      let file = self["files"]?.array?.first ?? self["files"] ?? "@last"
      let crashes = try answer.parts.contains { try $0.json["class"] != nil }
      let isGreen = answer.status == .success
      // The bug is still there.
      if crashes || !isGreen && self[Flag.never.key] != nil { return next(.bisect, ["file": file]) }
      return isGreen ? next(.sessions) : next(.overview, ["file": file])
    case Command.explore.name:
      let file = try answer.parts.flatMap { try $0.records }.first?["file"]
      return file?.string == nil ? next(.sessions) : next(.bisect, ["file": file ?? .null])
    default:
      return nil
    }
  }

  private func nextToCulprit(_ answer: Answer) throws -> MCPNext {
    // With several stores, the answer has a part for each, of which one may have crashed; that of an event has a file.
    let parts = try answer.parts.map { try $0.json }
    func search(_ part: JSONValue) -> JSONValue { part["crash"] ?? part }
    let part = parts.first { search($0)["result"]?.string == "found" } ?? parts.first ?? .null
    if search(part)["result"]?.string == "found", self[Flag.never.key] == nil || canReplay {
      let isOther = part["store"] != nil || part["crash"] != nil
      let other = isOther ? part["file"]?.string.map(folder.name) : nil
      let file = other ?? text("file") ?? "@last"
      let isNamed = file.hasSuffix(".jsonl") && !file.hasPrefix("/")
      let stem = isNamed ? String(file.dropLast(".jsonl".count)) : "crash"
      return next(.minimize, ["file": .string(file), "output": .string("\(stem)-small.jsonl")])
    }
    guard let culprit = part["culprit"]?.int, culprit > 0 else { return next(.log) }
    return next(.diff, ["range": JSONValue(culprit)])
  }
}
