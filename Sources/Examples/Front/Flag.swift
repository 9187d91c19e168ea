/// An option of the command line: one value feeds the parser and the help.
public struct Flag<Options>: Sendable {
  let name: String
  /// The name of its argument in the help; `nil` if it takes none.
  let argument: String?
  let help: String
  let apply: @Sendable (_ argument: String, inout Options) throws(FlagError) -> Void

  /// Makes a flag without an argument.
  public static func flag(
    _ name: String,
    help: String,
    apply: @escaping @Sendable (inout Options) -> Void
  ) -> Flag {
    Flag(name: name, argument: nil, help: help) { _, options in apply(&options) }
  }

  /// Makes a flag with the path of a file.
  public static func file(
    _ name: String,
    help: String,
    apply: @escaping @Sendable (String, inout Options) -> Void
  ) -> Flag {
    Flag(name: name, argument: "FILE", help: help) { path, options in apply(path, &options) }
  }

  /// Makes a flag with an integer.
  public static func number(
    _ name: String,
    in range: ClosedRange<Int>,
    help: String,
    apply: @escaping @Sendable (Int, inout Options) -> Void
  ) -> Flag {
    Flag(name: name, argument: "N", help: help) { argument, options throws(FlagError) in
      guard let number = Int(argument), range.contains(number) else {
        throw .noNumber(name, argument, range)
      }
      apply(number, &options)
    }
  }
}

/// The flags that the examples share.
extension Flag {
  /// Records the session.
  public static func record(
    _ apply: @escaping @Sendable (String, inout Options) -> Void
  ) -> Flag {
    file("--record", help: "record the session in FILE, or beside it if it exists", apply: apply)
  }

  /// Prints every state, independently of recording.
  public static func printStates(
    _ apply: @escaping @Sendable (String, inout Options) -> Void
  ) -> Flag {
    file("--print-states", help: "write each state to FILE, as a line of JSON", apply: apply)
  }

  /// Prints every action.
  public static func log(_ apply: @escaping @Sendable (inout Options) -> Void) -> Flag {
    flag("--log", help: "write each action to standard error", apply: apply)
  }
}

/// The reason why the arguments of a program are invalid.
package enum FlagError: Error, Equatable {
  case unknown(String)
  case lacksArgument(String, argument: String)
  case noNumber(String, String, ClosedRange<Int>)

  /// Returns the message of a program.
  package func description(program: String) -> String {
    switch self {
    case .unknown(let name):
      "There is no flag \"\(name)\". Start \(program) --help for the list."
    case .lacksArgument(let name, "FILE"):
      "\"\(name)\" lacks its argument: the path of a file."
    case .lacksArgument(let name, _):
      "\"\(name)\" lacks its argument: a whole number."
    case .noNumber(let name, let argument, let range):
      """
      "\(name)" takes a whole number from \(range.lowerBound) to \(range.upperBound), and got \
      "\(argument)".
      """
    }
  }
}
