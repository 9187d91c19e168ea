/// The reason why a line is not a command.
enum CommandError: Error, Equatable, CustomStringConvertible {
  case unknown(line: String)
  case noNumber(line: String, command: String, usage: String)
  case noValue(line: String, what: String, values: [String])
  case surplusArgument(line: String, command: String, usage: String)

  var description: String {
    switch self {
    case .unknown(let line):
      "There is no command \"\(line)\". Type help for the list."
    case .noNumber(let line, let command, let usage) where usage == "\(command) N":
      "\"\(line)\" lacks a whole number. Type \(command) and a number, such as \(command) 3."
    case .noNumber(let line, _, let usage):
      "\"\(line)\" lacks a whole number. Type \(usage)."
    case .noValue(let line, let what, let values):
      "\"\(line)\" lacks \(what). It is one of: \(values.joined(separator: ", "))."
    case .surplusArgument(let line, let command, let usage) where usage == command:
      "\"\(line)\" says more than the command takes. Type \(command) alone."
    case .surplusArgument(let line, _, let usage):
      "\"\(line)\" says more than the command takes. Type \(usage)."
    }
  }
}
