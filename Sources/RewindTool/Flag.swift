/// An option of a command: the parser and the help are generated from it.
struct Flag: Sendable {
  /// With its dashes.
  let name: String
  /// The value's name, in capitals; nil for a flag without a value.
  let value: String?
  let help: String
  /// The allowed values, if they are limited.
  let choices: [String]

  /// Makes a flag from the words as typed: `--at POINTER`.
  init(_ usage: String, choices: [String] = [], help: String) {
    let words = usage.split(separator: " ", maxSplits: 1).map(String.init)
    name = words[0]
    value = words.count > 1 ? words[1] : choices.isEmpty ? nil : choices.joined(separator: "|")
    self.choices = choices
    self.help = help
  }

  /// The flag as typed: `--at POINTER`.
  var usage: String { value.map { "\(name) \($0)" } ?? name }
}

extension Flag {
  static let json = Flag("--json", help: "Print one JSON object per line, for scripts.")
  static let at = Flag("--at POINTER", help: "Only the value at this JSON Pointer.")
  static let app = Flag(
    "--app PROGRAM",
    help:
      "The app that replays, instead of $REWIND_APP; its own arguments follow after `--`. "
      + "simulator:BUNDLE-ID or simulator:PATH runs it in the booted simulator; add @DEVICE for another device."
  )
  static let open = Flag("--open", help: "Open the page in the browser.")
  static let junit = Flag("--junit FILE", help: "Write a report for CI servers; - prints it.")
  static let timeLimit = Flag(
    "--time-limit SECONDS",
    help: "The seconds that one action may take in a replay (10)."
  )
  static let memoryLimit = Flag(
    "--memory-limit MB",
    help: "The megabytes that a replay may use (2048)."
  )

  static let output = Flag(
    "-o FILE",
    help: "The file for the result; it must not exist yet, unless --force is given."
  )
  static let force = Flag("--force", help: "Replace an existing file.")
  /// The flags of every command that writes a file.
  static let writing: [Flag] = [.output, .force]

  /// The flags of every command that replays.
  static let replaying: [Flag] = [.app, .timeLimit, .memoryLimit]
}
