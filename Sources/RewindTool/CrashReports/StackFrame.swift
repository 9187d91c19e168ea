import Foundation

/// A function of a stack as a crash reporter or a system writes it: alone, or in a line with its number, its program,
/// its address, its file and its line.
package struct StackFrame {
  /// The name of the function without module, type, generic arguments and labels: `flip` for `Array<A>.flip(at:)`; of
  /// a mangled one, the symbol.
  package let name: String
  private let isMangled: Bool

  /// Reads a line; nil if it has an address and no function.
  package init?(_ line: String) {
    var text = line[...]
    if let address = text.firstMatch(of: #/\b0x[0-9a-fA-F]+\b/#) {
      // Linux marks a return address, and a debugger writes "in".
      text = text[address.range.upperBound...].trimmingPrefix(#/\s*(\[ra\])?\s*(in\s)?\s*/#)
      // The function is not known.
      if text.hasPrefix("0x") || text.hasPrefix("+") { return nil }
    }
    text = text.trimmingPrefix(#/\(extension in [^)]*\):/#)
    for end in [" + ", " at /", " in /", "("] {
      if let range = text.range(of: end) { text = text[..<range.lowerBound] }
    }
    let word = text.split(whereSeparator: \.isWhitespace).last ?? ""
    isMangled = word.hasPrefix("$s") || word.hasPrefix("_$s")
    name = String(isMangled ? word : word.split(separator: ".").last ?? "")
    if name.isEmpty { return nil }
  }

  /// Returns true if it is a function of that plain name.
  package func isCalled(_ plainName: String) -> Bool {
    // A mangled symbol has each name after its length.
    name == plainName || isMangled && name.contains("\(plainName.utf8.count)\(plainName)")
  }
}
