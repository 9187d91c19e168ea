import RewindJSON
public import RewindTimeline

extension Timeline {
  /// Returns the names in an expression that do not occur in the session, which are probably misspelled.
  ///
  /// Reads lines until each name has been seen, so the whole log if one does not occur. Numbers, which may be
  /// indexes of an array, are ignored.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - progress: Called with each line before it is read.
  /// - Returns: The names, in the order of the expression; and, if there are any, the names that do occur, of
  ///   which about ten thousand at most.
  /// - Throws: ``SessionLogError``.
  public func unknownNames(
    of expression: StepExpression,
    progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> (names: [String], known: Set<String>) {
    var names = expression.reads.names.filter { Int($0) == nil }
    var known: Set<String> = []
    var line = 1
    while line < log.lineCount, !names.isEmpty {
      progress?(line)
      var found: Set<String> = []
      try log.json(of: line).addNames(to: &found)
      names.removeAll { found.contains($0) }
      if known.count < 10_000 { known.formUnion(found) }
      line += 1
    }
    return names.isEmpty ? ([], []) : (names, known)
  }
}

extension Timeline {
  /// Returns the names of members and the types of actions in the first lines of the log.
  ///
  /// - Parameter bytes: The number of bytes after which no further line is read.
  /// - Returns: The names, for a hint: there may be others.
  /// - Throws: ``SessionLogError``.
  package func names(inFirst bytes: Int) throws(SessionLogError) -> Set<String> {
    var known: Set<String> = []
    var rest = bytes
    for line in 1..<max(log.lineCount, 1) where rest > 0 {
      let json = try log.json(of: line)
      rest -= json.textCount()
      json.addNames(to: &known)
      if let type = json["action"]?["type"]?.string { known.insert(type) }
    }
    return known
  }
}

extension JSONValue {
  /// Adds the names of members, and those in the pointers of patches.
  fileprivate func addNames(to names: inout Set<String>) {
    switch self {
    case .array(let elements):
      for element in elements { element.addNames(to: &names) }
    case .object(let object):
      for member in object.members {
        names.insert(member.key)
        member.value.addNames(to: &names)
        guard ["path", "from"].contains(member.key), let text = member.value.string,
          let pointer = try? Pointer(text)
        else { continue }
        names.formUnion(pointer.tokens.filter { $0 != "-" && Pointer.arrayIndex($0) == nil })
      }
    case .null, .bool, .number, .string:
      break
    }
  }
}
