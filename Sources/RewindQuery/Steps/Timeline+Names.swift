import RewindJSON
import RewindSession
package import RewindTimeline

/// The names that an expression has and its session does not: probably misspelled.
package struct UnknownNames: Sendable {
  /// The names of members, in the order of the expression.
  package fileprivate(set) var names: [String] = []
  /// The names that the states have, and the payloads if the expression reads actions; about ten thousand at
  /// most, and none if no name is unknown.
  package fileprivate(set) var known: Set<String> = []
  /// The texts and patterns of which no action has the type.
  package fileprivate(set) var types: [ExpressionReads.TypeText] = []
  /// The types that actions have; none if no type is unknown.
  package fileprivate(set) var knownTypes: Set<String> = []
}

extension Timeline {
  /// Returns the names in an expression that do not occur in the session.
  ///
  /// Reads lines until each name has been seen, so the whole log if one does not occur. Numbers, which may be
  /// indexes of an array, are ignored.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - progress: Called with each line before it is read.
  /// - Returns: The names, and those that do occur.
  /// - Throws: ``SessionLogError``.
  package func unknownNames(
    of expression: StepExpression,
    progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> UnknownNames {
    var unknown = UnknownNames()
    unknown.names = expression.reads.names.filter { Int($0) == nil }
    unknown.types = expression.reads.types
    var line = 1
    while line < log.lineCount, !unknown.names.isEmpty || !unknown.types.isEmpty {
      progress?(line)
      let found = LineNames(try log.json(of: line))
      let types = expression.reads.typeNames
      let parts = types.isEmpty ? [] : Set(found.type?.split(separator: ".").map(String.init) ?? [])
      unknown.names.removeAll {
        found.inStates.contains($0) || found.inActions.contains($0)
          || types.contains($0) && parts.contains($0)
      }
      if unknown.known.count < 10_000 {
        unknown.known.formUnion(found.inStates)
        if expression.reads.action { unknown.known.formUnion(found.inActions.union(parts)) }
      }
      if let type = found.type {
        unknown.types.removeAll { $0.fits(type) }
        unknown.knownTypes.insert(type)
      }
      line += 1
    }
    if unknown.names.isEmpty { unknown.known = [] }
    if unknown.types.isEmpty { unknown.knownTypes = [] }
    return unknown
  }

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
      let found = LineNames(json)
      known.formUnion(found.inStates.union(found.inActions))
      if let type = found.type { known.insert(type) }
    }
    return known
  }
}

/// The names in a line of a log, without those of the log's own members.
private struct LineNames {
  var inStates: Set<String> = []
  var inActions: Set<String> = []
  let type: String?

  init(_ line: JSONValue) {
    type = line["action"]?["type"]?.string
    line["state"]?.addNames(to: &inStates)
    for operation in line["patch"]?.array ?? [] {
      operation["value"]?.addNames(to: &inStates)
      for key in ["path", "from"] {
        guard let text = operation[key]?.string, let pointer = try? Pointer(text) else { continue }
        inStates.formUnion(pointer.tokens.filter { $0 != "-" && Pointer.arrayIndex($0) == nil })
      }
    }
    line["action"]?.addNames(to: &inActions)
    line["input"]?["value"]?.addNames(to: &inActions)
  }
}

extension JSONValue {
  /// Adds the names of members.
  fileprivate func addNames(to names: inout Set<String>) {
    walk { value, _ in
      for member in value.object?.members ?? [] { names.insert(member.key) }
      return true
    }
  }
}
