/// An option of a command: the parser and the help are generated from it.
struct Flag: Sendable {
  /// With its dashes.
  let name: String
  /// The value's name, in capitals; nil for a flag without a value.
  let value: String?
  let help: String
  /// The allowed values, if they are limited.
  let choices: [String]
  /// The page that explains it for all commands; nil where a command's own does.
  let group: FlagGroup?

  /// Makes a flag from the words as typed: `--at POINTER`.
  init(_ usage: String, choices: [String] = [], in group: FlagGroup? = nil, help: String) {
    self.group = group
    let words = usage.split(separator: " ", maxSplits: 1).map(String.init)
    name = words[0]
    value = words.count > 1 ? words[1] : choices.isEmpty ? nil : choices.joined(separator: "|")
    self.choices = choices
    self.help = help
  }

  /// The flag as typed: `--at POINTER`.
  var usage: String { value.map { "\(name) \($0)" } ?? name }
}

/// Flags that many commands take: they are explained once, by `rewind help NAME`.
enum FlagGroup: String, CaseIterable {
  case app, conditions, output

  /// What the page says before the flags.
  var introduction: String {
    switch self {
    case .app:
      "Commands that replay start the app, which answers as `rewind help contract` describes."
    case .conditions:
      "Commands that look for wrong states take conditions that must not hold, in the language of `rewind help expressions`."
    case .output:
      "Commands that write a file never change an existing one, unless they are told to."
    }
  }

  var flags: [Flag] {
    switch self {
    case .app: Flag.replayingSession
    case .conditions: Flag.judgingStates
    case .output: Flag.writing + [.json]
    }
  }

  /// A command line to try, and what it does.
  var example: (line: String, purpose: String) {
    switch self {
    case .app:
      (
        "verify recordings/memory-tunes/win.jsonl --app .build/debug/memory-tunes",
        "replays the session with the app"
      )
    case .conditions:
      (
        "bisect recordings/memory-tunes/win.jsonl --never 'no board: gameState.gameFinished'",
        "the action after which the game was over"
      )
    case .output:
      (
        "check recordings/memory-tunes/win.jsonl --json",
        "one object for the log, for jq"
      )
    }
  }
}

extension Flag {
  static let json = Flag(
    "--json",
    in: .output,
    help: "Print one JSON object per line, for scripts."
  )
  static let at = Flag("--at POINTER", help: "Only the value at this JSON Pointer.")
  static let app = Flag(
    "--app PROGRAM",
    in: .app,
    help:
      "The app that replays, instead of $REWIND_APP; its own arguments follow after `--`. "
      + "simulator:BUNDLE-ID or simulator:PATH runs it in the booted simulator; add @DEVICE for another device."
  )
  static let open = Flag("--open", help: "Open the page in the browser.")
  static let junit = Flag("--junit FILE", help: "Write a report for CI servers; - prints it.")
  static let timeLimit = Flag(
    "--time-limit SECONDS",
    in: .app,
    help: "The seconds that one action may take in a replay (10)."
  )
  static let memoryLimit = Flag(
    "--memory-limit MB",
    in: .app,
    help: "The megabytes that a replay may use (2048)."
  )

  static let output = Flag(
    "-o FILE",
    in: .output,
    help: "The file for the result; it must not exist yet, unless --force is given."
  )
  static let force = Flag("--force", in: .output, help: "Replace an existing file.")
  /// The flags of every command that writes a file.
  static let writing: [Flag] = [.output, .force]

  /// The flags of every command that replays.
  static let replaying: [Flag] = [.app, .timeLimit, .memoryLimit]
}
