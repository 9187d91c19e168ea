import RewindJSON

extension MCPCall {
  /// Returns what a reader with little room gets of the command's answer.
  func show(_ answer: Answer) throws -> MCPAnswer {
    let next = try next(after: answer)
    switch tool.name {
    case Command.log.name: return MCPAnswer(try actions(answer), keepsEnd: !isForward, next: next)
    case Command.state.name:
      let value = try answer.parts.first?.json ?? .null
      let (lines, isWhole) = MCPOutline.lines(of: value, within: MCPAnswer.room)
      return MCPAnswer(isWhole ? lines : lines + ["… a pointer shows more"], next: next)
    default:
      let lines = try answer.lines
      return MCPAnswer(lines.isEmpty ? ["Nothing."] : lines, next: next)
    }
  }

  /// True if actions are listed from a position on.
  private var isForward: Bool { self["from"] != nil }

  /// The actions, and the call for those before or after them.
  private func actions(_ answer: Answer) throws -> [String] {
    let lines = try answer.lines
    let indexes = try answer.parts.compactMap { try $0.records.first?["index"]?.int }
    guard let first = indexes.first, let last = indexes.last else { return ["No action matches."] }
    guard indexes.count == arguments.count(Command.listedCount) else { return lines }
    if isForward {
      return lines + ["… later actions: \(self.next(.log, ["from": JSONValue(last + 1)]).call)"]
    }
    return ["… earlier actions: \(self.next(.log, ["to": JSONValue(first - 1)]).call)"] + lines
  }
}

extension Answer {
  /// The lines for people, without the command to type next: a client calls tools.
  fileprivate var lines: [String] {
    get throws {
      var lines = try parts.flatMap { try $0.lines(.plain) }
      if let next = lines.lastIndex(where: { $0.hasPrefix("# next: ") }) {
        lines.removeSubrange(next...)
        if lines.last == "" { lines.removeLast() }
      }
      return lines
    }
  }
}
