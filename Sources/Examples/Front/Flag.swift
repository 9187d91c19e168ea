/// An option of the command line: one value feeds the parser and the help.
package struct Flag: Sendable {
  let name: String
  /// The name of its argument in the help; nil if it takes none.
  var argument: String?
  /// The numbers that the argument can be; nil if it is the path of a file.
  var range: ClosedRange<Int>?
  let help: String

  /// Makes a flag without an argument.
  package static func flag(_ name: String, help: String) -> Flag {
    Flag(name: name, help: help)
  }

  /// Makes a flag with the path of a file.
  package static func file(_ name: String, help: String) -> Flag {
    Flag(name: name, argument: "FILE", help: help)
  }

  /// Makes a flag with an integer.
  package static func number(_ name: String, in range: ClosedRange<Int>, help: String) -> Flag {
    Flag(name: name, argument: "N", range: range, help: help)
  }

  /// The flag in the form of the help, such as `--record FILE`.
  var usage: String { argument.map { "\(name) \($0)" } ?? name }

  /// Takes its argument; empty if it has none.
  func takeArgument(from rest: inout ArraySlice<String>) throws(Mistake) -> String {
    if argument == nil { return "" }
    guard let text = rest.popFirst() else {
      let kind = range == nil ? "the path of a file" : "a whole number"
      throw Mistake(description: "\"\(name)\" lacks its argument: \(kind).")
    }
    if let range, Int(text).map(range.contains) != true {
      throw Mistake(
        description: """
          "\(name)" takes a whole number from \(range.lowerBound) to \(range.upperBound), and got \
          "\(text)".
          """
      )
    }
    return text
  }
}

/// The flags that the examples share.
extension Flag {
  /// Records the session.
  package static var record: Flag {
    file("--record", help: "record the session in FILE, or beside it if it exists")
  }

  /// Prints every state, independently of recording.
  package static var printStates: Flag {
    file("--print-states", help: "write each state to FILE, as a line of JSON")
  }

  /// Prints every action.
  package static var log: Flag { flag("--log", help: "write each action to standard error") }
}
