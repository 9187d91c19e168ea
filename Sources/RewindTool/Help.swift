import RewindTimeline

/// The help texts, generated from the commands and their flags.
enum Help {
  /// The table of contents.
  static var contents: String {
    var text = """
      rewind inspects a recorded session of an app's store: every action,
      every state, the crash, and the action to blame for it.

      Usage: rewind                  the newest sessions of this machine
             rewind FILE             a summary of a session, or of one piped in
             rewind last             a summary of the newest session
             rewind FOLDER           the sessions in a folder
             rewind COMMAND FILE …   a question about it


      """
    for command in Command.all where command.isListed {
      text += "  " + command.name.padded(to: 13) + command.summary + "\n"
    }
    return text + """

      `rewind help COMMAND` shows how to use a command, with examples. More help:
        rewind help app           --app: what replays, and how long it may take
        rewind help conditions    --never: states that must not be
        rewind help output        -o, --force and --json
        rewind help expressions   how to write conditions
        rewind help contract      how a program in any language is replayed
        rewind help redux         the same for a Redux store, and Redux DevTools
        rewind help rows          the tables for DuckDB and Spark
        rewind help format        the lines of a log

      FILE may be @last, the newest session of this machine, or @2, the one before.
      Write positions as \(Position.forms), pointers as
      /game/cards/3 or game.cards[3]. --color auto|always|never, -V for the version;
      long output goes to $REWIND_PAGER, $PAGER or less, unless --no-pager is given.
      Exit status: 0 success; 1 a negative result (differs, not found, damaged);
      2 error.

      Example: rewind recordings/memory-tunes/tap-while-loading.jsonl

      """
  }

  /// Returns the help for one command.
  static func page(_ command: Command) -> String {
    // A command of one's own takes all words after it.
    let parts = command.usage.split(separator: " [run", maxSplits: 1)
    let flags = command.required.map(\.usage) + (command.flags.isEmpty ? [] : ["[FLAGS]"])
    var text = "Usage: " + ([String(parts.first ?? "")] + flags).joined(separator: " ")
    if parts.count > 1 { text += " [run" + parts[1] }
    text += "\n\n\(command.summary).\n"
    if !command.details.isEmpty {
      for paragraph in command.details.split(separator: "\n\n") {
        let lines = String(paragraph).replacing("\n", with: " ").wrapped(to: 79, indent: "")
        text += "\n" + lines.joined(separator: "\n") + "\n"
      }
    }
    text += list(command.flags.filter { $0.group == nil })
    let groups = FlagGroup.allCases.map { group in
      (group, command.flags.filter { $0.group == group }.map(\.usage))
    }
    for (group, flags) in groups where !flags.isEmpty {
      let more = "`rewind help \(group)` explains \(flags.joined(separator: ", "))."
      text += "\n" + more.wrapped(to: 79, indent: "").joined(separator: "\n") + "\n"
    }
    text += "\nExamples:\n"
    for line in command.examples.split(separator: "\n").map(String.init) {
      text += line.hasPrefix(" ") ? "    \(line)\n" : "  rewind \(broken(line))\n"
    }
    return text
  }

  /// Returns the help for the flags that many commands take; nil for an unknown group.
  static func page(ofGroup name: String) -> String? {
    guard let group = FlagGroup(rawValue: name) else { return nil }
    let introduction = group.introduction.wrapped(to: 79, indent: "").joined(separator: "\n")
    let commands = Command.all.filter { command in
      command.isListed && command.flags.contains { $0.group == group }
    }
    let names = "Of these commands: \(commands.map(\.name).joined(separator: ", "))."
    return introduction + "\n" + list(group.flags) + "\n"
      + names.wrapped(to: 79, indent: "").joined(separator: "\n")
      + "\n\nExample:\n  rewind \(broken(group.example.line))\n      \(group.example.purpose)\n"
  }

  /// Returns flags with their help, in two columns.
  private static func list(_ flags: [Flag]) -> String {
    guard !flags.isEmpty else { return "" }
    var text = "\nFlags:\n"
    let width = min(26, (flags.map(\.usage.count).max() ?? 0) + 2)
    for flag in flags {
      let lines = flag.explanation.wrapped(to: 77 - width, indent: "")
      let isLong = flag.usage.count > width - 2
      if isLong { text += "  \(flag.usage)\n" }
      for (i, line) in lines.enumerated() {
        text += "  " + (i == 0 && !isLong ? flag.usage : "").padded(to: width) + line + "\n"
      }
    }
    return text
  }

  /// Returns an example's command; if it is too long for one line, broken at the last blank that is not
  /// in quotes and fits.
  private static func broken(_ command: String) -> String {
    guard command.count > 68 else { return command }
    var isQuoted = false
    var space: String.Index?
    for index in command.indices.prefix(68) {
      if command[index] == "'" { isQuoted.toggle() }
      if command[index] == " ", !isQuoted { space = index }
    }
    guard let space else { return command }
    return command[..<space] + " \\\n     " + command[space...]
  }
}
