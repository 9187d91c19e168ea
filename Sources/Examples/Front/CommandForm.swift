/// A command that can be typed: one value feeds the parser and the help, and carries it out.
///
/// ```swift
/// CommandForm("flip", .number, help: "turn card N over") { $0.flip($1) }
/// ```
package struct CommandForm<App> {
  let name: String
  /// The command in the form of the help, such as `flip N`.
  let usage: String
  let help: String
  private let read: (_ line: String) throws -> (App) -> Void

  /// Describes a command that takes these arguments and no others.
  package init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    help: String,
    carryOut: @escaping (App, repeat each Value) -> Void
  ) {
    var words = [name]
    for parameter in repeat each parameters { words.append(parameter.name) }
    let usage = words.joined(separator: " ")
    self.init(name: name, usage: usage, help: help) { line in
      var arguments = Arguments(line, of: name, usage)
      let values = (repeat try arguments.take(each parameters))
      try arguments.end()
      return { carryOut($0, repeat each values) }
    }
  }

  private init(
    name: String,
    usage: String,
    help: String,
    read: @escaping (_ line: String) throws -> (App) -> Void
  ) {
    (self.name, self.usage, self.help, self.read) = (name, usage, help, read)
  }

  /// Returns what carries out a line that begins with the command's name; throws a ``Mistake``.
  func command(_ line: String) throws -> (App) -> Void { try read(line) }

  /// Returns the same command for something that has the app.
  func on<Other>(_ app: @escaping (Other) -> App) -> CommandForm<Other> {
    CommandForm<Other>(name: name, usage: usage, help: help) { [read] line in
      let carryOut = try read(line)
      return { carryOut(app($0)) }
    }
  }
}

/// The reason why a line or the arguments of a program are not understood, in sentences.
package struct Mistake: Error, CustomStringConvertible {
  package let description: String
}

/// The arguments of a typed command, taken one after the other.
private struct Arguments {
  private let line: String
  private let name: String
  private let usage: String
  private var rest: Substring

  init(_ line: String, of name: String, _ usage: String) {
    (self.line, self.name, self.usage) = (line, name, usage)
    rest = line.trimmed.dropFirst(name.count).trimmed
  }

  mutating func take<Value>(_ parameter: Parameter<Value>) throws -> Value {
    let word = parameter.takesRest ? rest : rest.prefix { !$0.isWhitespace }
    rest = rest.dropFirst(word.count).trimmed
    if let value = parameter.read(String(word)) { return value }
    let advice =
      if let words = parameter.words {
        "It is one of: \(words.joined(separator: ", "))."
      } else if usage == "\(name) N" {
        "Type \(name) and a number, such as \(name) 3."
      } else {
        "Type \(usage)."
      }
    throw Mistake(description: "\"\(line)\" lacks \(parameter.kind). \(advice)")
  }

  func end() throws {
    guard !rest.isEmpty else { return }
    let advice = usage == name ? "Type \(name) alone." : "Type \(usage)."
    throw Mistake(description: "\"\(line)\" says more than the command takes. \(advice)")
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without the white space around it.
  fileprivate var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
