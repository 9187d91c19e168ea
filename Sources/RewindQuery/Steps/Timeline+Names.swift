import Foundation
public import RewindTimeline

extension Timeline {
  /// Returns the names in an expression that do not occur in the session, which are probably misspelled.
  ///
  /// Reads lines until each name has been seen, so the whole log if one does not occur. Names that JSON
  /// escapes, and numbers, which may be indexes of an array, are ignored.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - progress: Called with each line before it is read.
  /// - Returns: The names, in the order of the expression; and, if there are any, the names that do occur, of
  ///   which at most ten thousand.
  /// - Throws: ``SessionLogError``.
  public func unknownNames(
    of expression: StepExpression,
    progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> (names: [String], known: Set<String>) {
    var names = expression.reads.names.filter { name in
      Int(name) == nil && name.utf8.allSatisfy { $0 > 0x20 && !"\"\\~/".utf8.contains($0) }
    }
    var known: Set<String> = []
    var line = 1
    while line < log.lineCount, !names.isEmpty {
      progress?(line)
      let bytes = Data(try log.bytes(of: line))
      names.removeAll { bytes.hasName($0) }
      if !names.isEmpty, known.count < 10_000 { bytes.addMemberNames(to: &known) }
      line += 1
    }
    return names.isEmpty ? ([], []) : (names, known)
  }
}

extension Timeline {
  /// Returns the names of members and the types of actions in the first lines of the log.
  ///
  /// - Parameter bytes: The number of bytes to read.
  /// - Returns: The names, for a hint: there may be others.
  /// - Throws: ``SessionLogError``.
  package func names(inFirst bytes: Int) throws(SessionLogError) -> Set<String> {
    var known: Set<String> = []
    var rest = bytes
    for line in 1..<max(log.lineCount, 1) where rest > 0 {
      let text = try log.bytes(of: line).prefix(rest)
      rest -= text.count
      Data(text).addMemberNames(to: &known)
      if try log.key(of: line).kind == .action, case .action(let action) = try log.line(line) {
        known.insert(action.type)
      }
    }
    return known
  }
}

extension Data {
  /// Adds the names of members in a line: the strings before a colon, without escapes.
  fileprivate func addMemberNames(to names: inout Set<String>) {
    var start: Index?
    var isEscaped = false
    for index in indices {
      switch self[index] {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""):
        guard let first = start else {
          (start, isEscaped) = (index + 1, false)
          continue
        }
        if !isEscaped, index + 1 < endIndex, self[index + 1] == UInt8(ascii: ":") {
          names.insert(String(decoding: self[first..<index], as: UTF8.self))
        }
        // An escaped quotation mark ends nothing.
        if self[index - 1] != UInt8(ascii: "\\") { start = nil }
      default: break
      }
    }
  }

  /// Returns true if the line has a member with this name, or a patch whose path contains it.
  fileprivate func hasName(_ name: String) -> Bool {
    let name = Data(name.utf8)
    var rest = startIndex..<endIndex
    while let found = range(of: name, in: rest) {
      if found.lowerBound > startIndex,
        "\"/".utf8.contains(self[found.lowerBound - 1]),
        found.upperBound == endIndex || "\"/".utf8.contains(self[found.upperBound])
      {
        return true
      }
      rest = (found.lowerBound + 1)..<endIndex
    }
    return false
  }
}
