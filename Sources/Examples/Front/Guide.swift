import Foundation

/// What a program says of itself: one value feeds the reading of its arguments and its help.
public struct Guide<Options>: Sendable {
  /// Where explanations begin: two spaces after the longest flag that an example has.
  private static var column: Int { 23 }

  private let program: String
  private let abstract: String
  private let example: String
  private let commandHelp: [String]
  private let flags: [Flag<Options>]

  /// Describes a program.
  ///
  /// - Parameters:
  ///   - program: What it is called.
  ///   - abstract: What it is, in a sentence.
  ///   - example: A line for a shell that plays it.
  ///   - prompt: What it understands.
  ///   - flags: What it can be started with, besides `--help`.
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

  /// The options of the program's command line, on top of those it has without arguments.
  ///
  /// It prints the help, or what is wrong, and ends the program, where that is what is to be done.
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

  /// Reads the arguments that come after the program's name; `nil` if they ask for help.
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

  /// What `--help` prints.
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
