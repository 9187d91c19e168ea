/// The description of a program, used for parsing its arguments and for its help.
package struct Guide: Sendable {
  /// The column where explanations begin: two spaces after the longest flag of the examples.
  private static let column = 23

  let program: String
  private let abstract: String
  private let example: String
  private let commandHelp: [String]
  private let flags: [Flag]

  /// Describes the program of an app, with an example of a shell command that plays it, and its flags besides
  /// `--help`.
  package init<App: TerminalApp>(
    _ app: App.Type,
    program: String,
    abstract: String,
    example: String,
    flags: [Flag]
  ) {
    self.program = program
    self.abstract = abstract
    self.example = example
    commandHelp = Front<App>.help(column: Self.column)
    self.flags = flags
  }

  /// Returns the arguments of the flags by the flags' names, empty for a flag without one; nil if help is asked
  /// for.
  package func read(_ arguments: [String]) throws(Mistake) -> [String: String]? {
    var options: [String: String] = [:]
    var asksForHelp = false
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if ["-h", "--help"].contains(name) {
        asksForHelp = true
        continue
      }
      guard let flag = flags.first(where: { $0.name == name }) else {
        throw Mistake(
          description: "There is no flag \"\(name)\". Start \(program) --help for the list."
        )
      }
      options[name] = try flag.takeArgument(from: &rest)
    }
    return asksForHelp ? nil : options
  }

  /// The output of `--help`.
  package var helpText: String {
    let flagHelp = (flags + [.flag("--help", help: "show this text")]).map { flag in
      "  \(flag.usage.padded(to: Self.column))\(flag.help)"
    }
    return """
      \(abstract)

      Usage: \(program) [flags]

      Commands are typed, or come from a script:

        \(example)

      Commands:
      \(commandHelp.joined(separator: "\n"))

      Flags:
      \(flagHelp.joined(separator: "\n"))

      """
  }
}
