/// The scripts with which a shell completes a command line, generated from the commands and their flags.
enum Completions {
  /// The supported shells.
  static let shells = ["bash", "zsh", "fish"]

  /// Returns the script for a shell, if supported.
  static func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  /// The commands that are typed, with their summaries.
  private static var commands: [(name: String, summary: String, flags: [Flag])] {
    Command.all.filter { !$0.isUnnamed }.map { ($0.name, $0.summary, $0.flags) }
      + [
        ("last", "Shows the story of the newest session at a glance", []),
        ("help", "Shows how to use a command", []),
      ]
  }

  private static var topics: [String] {
    commands.map(\.name).filter { $0 != "last" } + Help.topics.keys.sorted()
  }

  // MARK: - bash

  private static var bash: String {
    let choices = commands.flatMap { command in
      command.flags.filter { !$0.choices.isEmpty }.map { flag in
        "    \(quoted("\(command.name) \(flag.name)"))) words=\(quoted(flag.choices.joined(separator: " "))) ;;"
      }
    }
    let flags = commands.filter { !$0.flags.isEmpty }.map { command in
      "    \(command.name)) words=\(quoted(command.flags.map(\.name).joined(separator: " "))) ;;"
    }
    return """
      # Completes the command lines of rewind in bash: source <(rewind completions bash)
      _rewind() {
        local current="${COMP_WORDS[COMP_CWORD]}" words=""
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          words=\(quoted(commands.map(\.name).joined(separator: " ")))
          COMPREPLY=($(compgen -W "$words" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
          "help help") words=\(quoted(topics.joined(separator: " "))) ;;
          "completions completions") words=\(quoted(shells.joined(separator: " "))) ;;
      \(choices.map { "  \($0)" }.joined(separator: "\n"))
        esac
        if [ -z "$words" ] && [ "${current#-}" != "$current" ]; then
          case "${COMP_WORDS[1]}" in
      \(flags.map { "    \($0)" }.joined(separator: "\n"))
          esac
        fi
        if [ -n "$words" ]; then
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        fi
      }
      # Where nothing is known, files are completed.
      complete -o bashdefault -o default -F _rewind rewind

      """
  }

  // MARK: - fish

  private static var fish: String {
    let names = commands.map { command in
      "complete -c rewind -n __fish_use_subcommand -a \(quoted(command.name)) -d \(quoted(command.summary))"
    }
    let flags = commands.flatMap { command in
      command.flags.map { flag in
        let name =
          flag.name.hasPrefix("--") ? "-l \(flag.name.dropFirst(2))" : "-s \(flag.name.dropFirst())"
        let value =
          flag.choices.isEmpty
          ? (flag.value == nil ? "" : " -r")
          : " -x -a \(quoted(flag.choices.joined(separator: " ")))"
        return
          "complete -c rewind -n \(quoted("__fish_seen_subcommand_from \(command.name)")) \(name)\(value)"
          + " -d \(quoted(flag.help))"
      }
    }
    return """
      # Completes the command lines of rewind in fish: rewind completions fish | source
      \(names.joined(separator: "\n"))
      complete -c rewind -n '__fish_seen_subcommand_from help' -a \(quoted(topics.joined(separator: " ")))
      complete -c rewind -n '__fish_seen_subcommand_from completions' -a \(quoted(shells.joined(separator: " ")))
      \(flags.joined(separator: "\n"))

      """
  }

  // MARK: - zsh

  private static var zsh: String {
    let names = commands.map { "    \(quoted("\($0.name):\($0.summary)"))" }
    let cases = commands.map { command in
      let flags = command.flags.map { "        \(quoted(zshSpecification($0)))" }
      let operand = "        '*:operand:\(zshOperand(command.name))'"
      return "    \(command.name))\n      _arguments \\\n"
        + (flags + [operand]).joined(separator: " \\\n") + " ;;"
    }
    return """
      #compdef rewind
      # Completes the command lines of rewind in zsh: rewind completions zsh > a folder of $fpath/_rewind
      _rewind() {
        local -a commands
        commands=(
      \(names.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          _files
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases.joined(separator: "\n"))
          *)
            _files ;;
        esac
      }
      if [ "$funcstack[1]" = "_rewind" ]; then
        _rewind "$@"
      else
        compdef _rewind rewind
      fi

      """
  }

  private static func zshOperand(_ command: String) -> String {
    switch command {
    case "help": "(\(topics.joined(separator: " ")))"
    case "completions": "(\(shells.joined(separator: " ")))"
    default: "_files"
    }
  }

  /// Returns a flag as `_arguments` reads it: `--expect[help]:value:(recorded no-crash)`.
  private static func zshSpecification(_ flag: Flag) -> String {
    var help = ""
    for character in flag.help {
      if "[]:\\".contains(character) { help.append("\\") }
      help.append(character)
    }
    guard let value = flag.value else { return "\(flag.name)[\(help)]" }
    let name = flag.choices.isEmpty ? value : "value"
    let action =
      flag.choices.isEmpty
      ? (["PROGRAM", "FILE", "OUT", "DIR"].contains(value) ? "_files" : " ")
      : "(\(flag.choices.joined(separator: " ")))"
    return "\(flag.name)[\(help)]:\(name):\(action)"
  }

  /// Returns a word in single quotes, as both shells read it.
  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
