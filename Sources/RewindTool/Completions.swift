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
    Command.all.filter(\.isListed).map { ($0.name, $0.summary, $0.flags) }
      + [
        ("last", "Shows a summary of the newest session", []),
        ("help", "Shows how to use a command", []),
      ]
  }

  private static var topics: [String] {
    commands.map(\.name).filter { $0 != "last" } + Help.topics.keys.sorted()
      + FlagGroup.allCases.map(\.rawValue)
  }

  /// The commands that take a pointer as an operand, beside the session's file.
  private static var withPointers: [String] {
    Command.all.filter { $0.operands.contains("POINTER") }.map(\.name)
  }

  /// The kind of word from the session file that completes a flag's value (type or pointer).
  private static func sessionWords(_ flag: Flag) -> String? {
    flag.name == "--type" ? "types" : flag.value == "POINTER" ? "pointers" : nil
  }

  /// The words that stand for the newest sessions.
  private static let references = "@last @2 @3 @4 @5"

  // MARK: - bash

  private static var bash: String {
    let values = commands.flatMap { command in
      command.flags.compactMap { flag in
        let words =
          flag.choices.isEmpty
          ? sessionWords(flag).map { "$(_rewind_session \($0) \"$current\")" }
          : quoted(flag.choices.joined(separator: " "))
        return words.map { "    \(quoted("\(command.name) \(flag.name)"))) words=\($0) ;;" }
      }
    }
    let flags = commands.filter { !$0.flags.isEmpty }.map { command in
      "    \(command.name)) words=\(quoted(command.flags.map(\.name).joined(separator: " "))) ;;"
    }
    return """
      # Completes the command lines of rewind in bash: source <(rewind completions bash)
      # Prints words of the session on the line: types, or pointers that begin with $2.
      _rewind_session() {
        local word
        for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
          word="${word/#\\~/$HOME}"
          # In many shells, @ is a word by itself.
          case "$COMP_LINE " in *" @$word "*) word="@$word" ;; esac
          case "$word" in
            -* | @) ;;
            @*) rewind completions "$1" "$word" "${@:2}" 2>/dev/null; return ;;
            *) [ -f "$word" ] && { rewind completions "$1" "$word" "${@:2}" 2>/dev/null; return; } ;;
          esac
        done
      }
      _rewind() {
        local current="${COMP_WORDS[COMP_CWORD]}" words=""
        COMPREPLY=()
        local typed="${COMP_LINE:0:COMP_POINT}"
        typed="${typed##* }"
        if [ "${typed#@}" != "$typed" ]; then
          COMPREPLY=($(compgen -W '\(references)' -- "$typed"))
          case "$COMP_WORDBREAKS" in *@*) COMPREPLY=("${COMPREPLY[@]#@}") ;; esac
          return
        fi
        if [ "$COMP_CWORD" -eq 1 ]; then
          words=\(quoted(commands.map(\.name).joined(separator: " ")))
          COMPREPLY=($(compgen -W "$words" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
          "help help") words=\(quoted(topics.joined(separator: " "))) ;;
      \(values.joined(separator: "\n"))
        esac
        if [ -z "$words" ] && [ "${current#-}" != "$current" ]; then
          case "${COMP_WORDS[1]}" in
      \(flags.map { "    \($0)" }.joined(separator: "\n"))
          esac
        fi
        # After a flag stands its value.
        local last="${COMP_WORDS[COMP_CWORD-1]}"
        if [ -z "$words" ] && [ "${current#-}" = "$current" ] && [ "${last#-}" = "$last" ]; then
          case "${COMP_WORDS[1]}" in
            \(withPointers.joined(separator: "|"))) words=$(_rewind_session pointers "$current") ;;
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
        let session = sessionWords(flag).map { " -x -a '(__rewind_session \($0))'" }
        let value =
          flag.choices.isEmpty
          ? session ?? (flag.value == nil ? "" : " -r")
          : " -x -a \(quoted(flag.choices.joined(separator: " ")))"
        return
          "complete -c rewind -n \(quoted("__fish_seen_subcommand_from \(command.name)")) \(name)\(value)"
          + " -d \(quoted(flag.help))"
      }
    }
    return """
      # Completes the command lines of rewind in fish: rewind completions fish | source
      function __rewind_file
        for word in (commandline -opc)[3..]
          if test -f $word; or string match -q '@*' -- $word
            echo $word
            return 0
          end
        end
        return 1
      end
      function __rewind_session
        set -l file (__rewind_file)
        and rewind completions $argv[1] $file (commandline -ct) 2>/dev/null
      end
      complete -c rewind -n 'string match -q "@*" -- (commandline -ct)' -f -a '\(references)'
      complete -c rewind -n '__fish_seen_subcommand_from \(withPointers.joined(separator: " ")); and __rewind_file >/dev/null' -f -a '(__rewind_session pointers)'
      \(names.joined(separator: "\n"))
      complete -c rewind -n '__fish_seen_subcommand_from help' -a \(quoted(topics.joined(separator: " ")))
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
      # Prints the session on the line.
      _rewind_file() {
        local word
        for word in ${words[2,CURRENT-1]}; do
          word=${word/#\\~/$HOME}
          if [[ $word == @* || ( $word != -* && -f $word ) ]]; then
            print -r -- $word
            return
          fi
        done
        return 1
      }
      _rewind_session() {
        local file
        file=$(_rewind_file) &&
          compadd -- ${(f)"$(rewind completions $1 $file $PREFIX 2>/dev/null)"}
      }
      _rewind_operand() {
        if _rewind_file >/dev/null; then _rewind_session pointers; else _files; fi
      }
      _rewind() {
        if [[ $PREFIX == @* ]]; then
          compadd \(references)
          return
        fi
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
    case _ where withPointers.contains(command): "_rewind_operand"
    default: "_files"
    }
  }

  /// Returns a flag as `_arguments` reads it: `--expect[help]:value:(recorded no-crash)`.
  private static func zshSpecification(_ flag: Flag) -> String {
    let help = flag.help.replacing(/[\[\]:\\]/) { "\\\($0.0)" }
    guard let value = flag.value else { return "\(flag.name)[\(help)]" }
    let name = flag.choices.isEmpty ? value : "value"
    let session = sessionWords(flag).map { "{_rewind_session \($0)}" }
    let action =
      flag.choices.isEmpty
      ? session ?? (["PROGRAM", "FILE", "OUT", "DIR"].contains(value) ? "_files" : " ")
      : "(\(flag.choices.joined(separator: " ")))"
    return "\(flag.name)[\(help)]:\(name):\(action)"
  }

  /// Returns a word in single quotes, as both shells read it.
  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
