/// A command that can be typed: one value feeds the parser and the help.
///
/// ```swift
/// CommandForm("flip", "N", help: "turn card N over") { .flip(try $0.number()) }
/// ```
public struct CommandForm<Command>: Sendable {
  let name: String
  /// The arguments in the form of the help; empty if the command takes none.
  let arguments: String
  let help: String
  let make: @Sendable (inout CommandArguments) throws -> Command

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - name: The word that it begins with.
  ///   - arguments: Its arguments in the form of the help, such as `N` or `N TEXT`.
  ///   - help: Its description.
  ///   - make: Makes the command, taking the arguments one by one. Remaining arguments are rejected.
  public init(
    _ name: String,
    _ arguments: String = "",
    help: String,
    make: @escaping @Sendable (inout CommandArguments) throws -> Command
  ) {
    self.name = name
    self.arguments = arguments
    self.help = help
    self.make = make
  }

  /// Returns the same form with its commands transformed.
  func mapped<Other>(
    _ transform: @escaping @Sendable (Command) -> Other
  ) -> CommandForm<Other> {
    CommandForm<Other>(name, arguments, help: help) { [make] in transform(try make(&$0)) }
  }

  /// The command in the form of the help.
  var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

  /// Parses a line that begins with the command's name.
  func parse(_ line: String) throws -> Command {
    var arguments = CommandArguments(line: line, form: self)
    let command = try make(&arguments)
    guard arguments.isEmpty else { throw arguments.surplus }
    return command
  }
}

/// The arguments of a command, taken one after the other.
public struct CommandArguments {
  private let line: String
  private let name: String
  private let usage: String
  private var rest: Substring

  init<Command>(line: String, form: CommandForm<Command>) {
    self.line = line
    name = form.name
    usage = form.usage
    rest = line.drop { $0.isWhitespace }.dropFirst(form.name.count)
    skipSpaces()
  }

  /// Takes an integer.
  ///
  /// It is not checked against the state, so that the app itself meets invalid indexes.
  public mutating func number() throws -> Int {
    let taken = rest
    if let number = Int(takeWord()) { return number }
    rest = taken
    throw CommandError.noNumber(line: line, command: name, usage: usage)
  }

  /// Takes a word with a value.
  ///
  /// - Parameters:
  ///   - what: The kind of value, such as `a status`.
  ///   - values: The words, in the order of the error message, and their values.
  /// - Returns: The value of the word.
  /// - Throws: An error with a message if the word is none of these.
  public mutating func value<Value>(
    _ what: String,
    of values: KeyValuePairs<String, Value>
  ) throws -> Value {
    let word = takeWord()
    if let value = values.first(where: { $0.key == word }) { return value.value }
    throw CommandError.noValue(line: line, what: what, values: values.map(\.key))
  }

  /// Takes the rest of the line.
  public mutating func text() -> String {
    defer { rest = "" }
    return String(rest)
  }

  var isEmpty: Bool { rest.isEmpty }

  var surplus: CommandError { .surplusArgument(line: line, command: name, usage: usage) }

  private mutating func takeWord() -> String {
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest.dropFirst(word.count)
    skipSpaces()
    return String(word)
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
  }
}
