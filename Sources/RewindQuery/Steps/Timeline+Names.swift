import Foundation
public import RewindSession
public import RewindTimeline

extension Timeline {
  /// The names in an expression that nothing in the session has: misspelt ones, most likely.
  ///
  /// Reads lines until each name has been seen, so the whole log where one is nowhere. Names that JSON
  /// writes in another way than as they are, and numbers, which may be places in an array, are passed over.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - progress: Told each line before it is read.
  /// - Returns: The names, in the order in which they stand there.
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
  /// Whether a name stands in the line as that of a member, or in the path of a patch.
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
