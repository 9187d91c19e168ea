/// An option of a command: one value from which parser and help are made.
struct Flag: Sendable {
  /// With its dashes.
  let name: String
  /// What stands after it, in capitals; nil where nothing does.
  let value: String?
  let help: String
  /// The values that can stand after it, where there are only some.
  let choices: [String]

  init(_ name: String, _ value: String? = nil, choices: [String] = [], help: String) {
    self.name = name
    self.value = value ?? (choices.isEmpty ? nil : choices.joined(separator: "|"))
    self.choices = choices
    self.help = help
  }

  /// As it is written: `--at POINTER`.
  var usage: String { value.map { "\(name) \($0)" } ?? name }
}

extension Flag {
  static let json = Flag("--json", help: "Print one JSON object a line, for scripts.")
  static let at = Flag("--at", "POINTER", help: "Only the value at this JSON Pointer.")
  static let app = Flag(
    "--app",
    "PROGRAM",
    help: "The app that replays; its own arguments follow after `--`."
  )
  static let timeLimit = Flag(
    "--time-limit",
    "SECONDS",
    help: "How long one action may take in a replay (10)."
  )
  static let memoryLimit = Flag(
    "--memory-limit",
    "MB",
    help: "How much memory a replay may take (2048)."
  )

  static let output = Flag("-o", "FILE", help: "Where the result goes; an existing file is kept.")

  /// The flags of every command that replays.
  static let replaying: [Flag] = [.app, .timeLimit, .memoryLimit]
}
