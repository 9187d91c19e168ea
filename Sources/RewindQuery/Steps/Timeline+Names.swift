import Foundation
public import RewindSession
public import RewindTimeline

extension Timeline {
  /// Returns the names in an expression that do not occur in the session, which are probably misspelt.
  ///
  /// Reads lines until each name has been seen, so the whole log if one does not occur. Names that JSON
  /// escapes, and numbers, which may be indexes of an array, are ignored.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - progress: Called with each line before it is read.
  /// - Returns: The names, in the order of the expression.
  /// - Throws: ``SessionLogError``.
  public func unknownNames(
    of expression: StepExpression,
    progress: ((_ line: Int) -> Void)? = nil
  ) throws(SessionLogError) -> [String] {
    var names = expression.reads.names.filter { name in
      Int(name) == nil && name.utf8.allSatisfy { $0 > 0x20 && !"\"\\~/".utf8.contains($0) }
    }
    var line = 1
    while line < log.lineCount, !names.isEmpty {
      progress?(line)
      let bytes = Data(try log.bytes(of: line))
      names.removeAll { bytes.hasName($0) }
      line += 1
    }
    return names
  }
}

extension Data {
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
