/// An argument of a command: an option if its name has dashes, or else an operand.
///
/// The parser, help, completions and the tools for agents are made from it.
struct Flag: Sendable {
  /// With its dashes; of an operand, the word that help shows: `[POINTER]`.
  let name: String
  let kind: ValueKind
  private let placeholder: String?
  /// The name for programs: `at` for `--at`.
  private(set) var key: String
  private(set) var help = ""
  /// True if it may be given several times.
  private(set) var repeats = false
  /// The page that explains it for all commands; nil where a command's own does.
  private(set) var group: FlagGroup?
  /// True if the tools for agents have it.
  private(set) var isForAgents = true
  /// The flags without which it does nothing.
  private(set) var needed: [Flag] = []
  /// The flags that cannot be given with it.
  private(set) var excluded: [Flag] = []
  /// The value for agents that give none; nil if there is none for them alone.
  private(set) var agentDefault: Int?

  /// Makes a flag from its name, and its value's if the one of its kind says too little: `--after LINE`.
  init(_ usage: String, _ kind: ValueKind = .toggle) {
    let words = usage.hasPrefix("-") ? usage.split(separator: " ").map(String.init) : [usage]
    (name, placeholder, self.kind) = (words[0], words.dropFirst().first, kind)
    key =
      usage.hasPrefix("-")
      ? String(name.drop { $0 == "-" }) : (kind.placeholder ?? usage).lowercased()
  }

  private func with(_ change: (inout Flag) -> Void) -> Flag {
    var flag = self
    change(&flag)
    return flag
  }

  func help(_ help: String) -> Flag { with { $0.help = help } }
  func key(_ key: String) -> Flag { with { $0.key = key } }
  func agentDefault(_ value: Int) -> Flag { with { $0.agentDefault = value } }
  func needing(_ flag: Flag) -> Flag { with { $0.needed = [flag] } }
  func excluding(_ flags: Flag...) -> Flag { with { $0.excluded = flags } }
  /// The same, which may be given several times.
  var repeated: Flag { with { $0.repeats = true } }
  /// The same, for people and scripts, and not for agents.
  var typed: Flag { with { $0.isForAgents = false } }

  func group(_ group: FlagGroup) -> Flag {
    with { ($0.group, $0.isForAgents) = (group, $0.isForAgents && group != .app) }
  }

  /// The help, for people.
  var explanation: String { repeats ? "\(help) May be repeated." : help }

  /// The value's name, in capitals; nil for a flag without a value.
  var value: String? { placeholder ?? kind.placeholder }

  /// The flag as typed: `--at POINTER`.
  var usage: String { value.map { "\(name) \($0)" } ?? name }

  /// The allowed number of words that are this operand.
  var count: ClosedRange<Int> {
    (name.isEmpty || name.hasPrefix("[") ? 0 : 1)...(repeats ? 100_000 : 1)
  }

  /// True if it may be a word that stands for a session, such as `@last`.
  var isSession: Bool { kind == .session || kind == .sessions }
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
    case .output: Flag.writing() + [.json]
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
  static let session = Flag("FILE", .session).help("A log in the folder, or @last, @2.")
  static let sessions = Flag("FILE…|DIR…", .sessions).key("files").repeated
    .help("Logs, or folders of them.")
  /// The beginning of a command that classifies states, which agents do not get to run.
  static let run = Flag("[run -- COMMAND]", .choice(["run"])).typed

  static let json = Flag("--json").group(.output).typed
    .help("One JSON object per line, for scripts.")
  static let app = Flag("--app", .program).group(.app)
    .help(
      "The app that replays, instead of $REWIND_APP; its own arguments follow after `--`. simulator:BUNDLE-ID or simulator:PATH runs it in the booted simulator; add @DEVICE for another device."
    )
  static let open = Flag("--open").help("Open the page in the browser.")
  static let junit = Flag("--junit", .output("")).typed
    .help("A report for CI servers; - prints it.")
  static let timeLimit = Flag("--time-limit", .seconds).group(.app)
    .help("The seconds that one action may take in a replay (10).")
  static let memoryLimit = Flag("--memory-limit MB", .count(1...1_000_000)).group(.app)
    .help("The megabytes that a replay may use (2048).")

  static let output = output("")
  static let force = Flag("--force").group(.output).typed.help("Replace an existing file.")

  private static func output(_ suffix: String) -> Flag {
    Flag("-o", .output(suffix)).key("output").group(.output)
      .help("The file for the result; it must not exist yet, unless --force is given.")
  }

  /// Returns the flags of every command that writes a file, which ends with the suffix.
  static func writing(_ suffix: String = "") -> [Flag] { [output(suffix), .force] }

  /// The flags of every command that replays.
  static let replaying: [Flag] = [.app, .timeLimit, .memoryLimit]
}
