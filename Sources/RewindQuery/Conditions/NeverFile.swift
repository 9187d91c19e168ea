import Foundation

/// The conditions that a team keeps in a file, each with a name, none of which must ever hold.
///
/// ```
/// # The cart
/// no empty line: count(cart.items, it.qty == 0) > 0
/// a price is known:
///   any(cart.items, not exists(it.price))
///   and not cart.isLoading
/// ```
///
/// A name begins at the start of a line and ends at the first colon; indented lines continue the
/// expression. Empty lines and lines that begin with `#` are ignored.
package struct NeverFile: Sendable {
  /// The conditions in the order of the file.
  package let conditions: [Invariant]

  /// The reason why a text is not such a file.
  package enum Fault: Error, Hashable, CustomStringConvertible {
    /// A line, counted from 1, without a name.
    case noName(line: Int, text: String)
    case duplicateName(String, line: Int)
    case badExpression(name: String, line: Int, ExpressionError)
    /// The text has no conditions.
    case empty

    package var description: String {
      switch self {
      case .noName(let line, let text):
        """
        Line \(line), \(text.debugDescription), has no name. A condition needs one, as in \
        "no empty line: count(cart.items, it.qty == 0) > 0"; an indented line continues the one above.
        """
      case .duplicateName(let name, let line):
        "Line \(line) repeats the name \(name.debugDescription)."
      case .badExpression(let name, let line, let error):
        "Line \(line), \(name.debugDescription): \(error)"
      case .empty:
        """
        It has no condition. One per line is expected, with a name, as in \
        "no empty line: count(cart.items, it.qty == 0) > 0".
        """
      }
    }
  }

  /// A condition in the file.
  private struct Entry {
    let name: String
    /// The line number, counted from 1.
    let line: Int
    var text: String
  }

  /// Reads a text.
  ///
  /// - Throws: ``Fault``.
  package init(_ text: String) throws(Fault) {
    var conditions: [Invariant] = []
    var names: Set<String> = []
    for entry in try Self.entries(text) {
      guard names.insert(entry.name).inserted else {
        throw .duplicateName(entry.name, line: entry.line)
      }
      do throws(ExpressionError) {
        conditions.append(Invariant(try StepExpression(entry.text), name: entry.name))
      } catch {
        throw .badExpression(name: entry.name, line: entry.line, error)
      }
    }
    guard !conditions.isEmpty else { throw .empty }
    self.conditions = conditions
  }

  private static func entries(_ text: String) throws(Fault) -> [Entry] {
    var entries: [Entry] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let words = line.trimmingCharacters(in: .whitespaces)
      guard !words.isEmpty, !words.hasPrefix("#") else { continue }
      let isIndented = line.first?.isWhitespace ?? false
      if isIndented, !entries.isEmpty {
        entries[entries.count - 1].text +=
          entries[entries.count - 1].text.isEmpty ? words : " \(words)"
        continue
      }
      let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].trimmingCharacters(in: .whitespaces)
      guard parts.count == 2, !name.isEmpty, !isIndented else {
        throw .noName(line: number + 1, text: String(words.prefix(80)))
      }
      let text = parts[1].trimmingCharacters(in: .whitespaces)
      entries.append(Entry(name: name, line: number + 1, text: text))
    }
    return entries
  }
}
