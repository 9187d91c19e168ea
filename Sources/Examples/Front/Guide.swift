import Foundation

/// The description of a program, used for parsing its arguments and for its help.
public struct Guide<Options>: Sendable {
  /// The column where explanations begin: two spaces after the longest flag of the examples.
  private static var column: Int { 23 }

  private let program: String
  private let abstract: String
  private let example: String
  private let commandHelp: [String]
  private let flags: [Flag<Options>]

  /// Describes a program.
  ///
  /// - Parameters:
  ///   - program: Its name.
  ///   - abstract: A sentence about it.
  ///   - example: A shell command that plays it.
  ///   - prompt: The commands that it understands.
  ///   - flags: Its flags, besides `--help`.
  public init<Command>(
    program: String,
    abstract: String,
    example: String,
    prompt: Prompt<Command>,
    flags: [Flag<Options>]
  ) {
    self.program = program
    self.abstract = abstract
    self.example = example
    commandHelp = prompt.help(column: Self.column)
    self.flags = flags
  }

  /// Returns the options of the program's command line, starting from the defaults.
  ///
  /// If the arguments ask for help or are invalid, it prints a message and ends the program.
  public func commandLineOptions(_ options: Options) -> Options {
    do throws(FlagError) {
      guard let options = try read(Array(CommandLine.arguments.dropFirst()), options) else {
        Console.writeText(helpText)
        exit(0)
      }
      return options
    } catch {
      Console.stop(error.description(program: program))
    }
  }

  /// Parses the arguments after the program's name; `nil` if they ask for help.
  package func read(_ arguments: [String], _ options: Options) throws(FlagError) -> Options? {
    var options = options
    var asksForHelp = false
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if ["-h", "--help"].contains(name) {
        asksForHelp = true
        continue
      }
      guard let flag = flags.first(where: { $0.name == name }) else { throw .unknown(name) }
      try flag.apply(try argument(of: flag, from: &rest), &options)
    }
    return asksForHelp ? nil : options
  }

  private func argument(
    of flag: Flag<Options>,
    from rest: inout ArraySlice<String>
  ) throws(FlagError) -> String {
    guard let argument = flag.argument else { return "" }
    guard let next = rest.popFirst() else {
      throw .lacksArgument(flag.name, argument: argument)
    }
    return next
  }

  /// The output of `--help`.
  package var helpText: String {
    let flagHelp =
      flags.map { flag in
        let usage = [flag.name, flag.argument].compactMap(\.self).joined(separator: " ")
        return "  \(usage.padded(to: Self.column))\(flag.help)"
      } + ["  \("--help".padded(to: Self.column))show this text"]
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
