import Foundation
import RewindTimeline

/// The words that complete a command line, found in the commands and their flags, and in the session that the line names.
struct Completions {
  /// The words before the cursor, without `rewind`; the last one is the one to complete.
  private let words: [String]

  /// Reads a line up to the cursor, as a shell splits it.
  init(line: String) {
    var (words, quote, isEscaped) = ([""], nil as Character?, false)
    for character in line {
      switch character {
      case _ where isEscaped: words[words.count - 1].append(character)
      case "\\" where quote != "'": break
      case "'", "\"":
        if quote == nil { quote = character } else if quote == character { quote = nil }
      case " " where quote == nil: if words.last != "" { words.append("") }
      default: words[words.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped && quote != "'"
    }
    self.words = Array(words.dropFirst())
  }

  private var current: String { words.last ?? "" }
  /// The words after the command, before the one to complete.
  private var typed: ArraySlice<String> { words.dropFirst().dropLast() }

  /// Returns the words that begin as the one at the cursor, with what they are; where there is none, files may follow.
  func candidates(_ terminal: Terminal) throws -> [(word: String, help: String)] {
    try all(terminal).filter { $0.word.hasPrefix(current) }
  }

  private func all(_ terminal: Terminal) throws -> [(word: String, help: String)] {
    if current.hasPrefix("@") {
      return (["last"] + (2...5).map(String.init)).map { ("@\($0)", "") }
    }
    let listed = Command.all.filter(\.isListed)
    guard words.count > 1 else {
      return listed.map { ($0.name, $0.summary) } + [
        ("last", "Shows a summary of the newest session"), ("help", "Shows how to use a command"),
      ]
    }
    if words[0] == "help" {
      let topics = Help.topics.keys.sorted() + FlagGroup.allCases.map(\.rawValue)
      return typed.isEmpty ? (listed.map(\.name) + topics).map { ($0, "") } : []
    }
    guard let command = Command.named(words[0]) else { return [] }
    // After a flag stands its value.
    if let flag = command.flags.first(where: { $0.name == typed.last && $0.value != nil }) {
      return try values(of: flag.kind, terminal).map { ($0, "") }
    }
    if current.hasPrefix("-") { return command.flags.map { ($0.name, $0.explanation) } }
    let operand = command.operands.first { $0.kind == .pointer || typed.isEmpty }
    return try operand.map { try values(of: $0.kind, terminal).map { ($0, "") } } ?? []
  }

  private func values(of kind: ValueKind, _ terminal: Terminal) throws -> [String] {
    switch kind {
    case .choice(let choices): choices
    case .type: try session(terminal)?.types() ?? []
    case .pointer: try session(terminal)?.pointers(current) ?? []
    default: []
    }
  }

  /// Returns the words of the session that the line names; nil if it names none.
  private func session(_ terminal: Terminal) throws -> SessionWords? {
    for word in typed where !word.hasPrefix("-") {
      let path =
        try SessionReference(word)?.path()
        ?? word.replacing(/^~(?=\/)/) { _ in UserFolders.current.home }
      guard FileManager.default.fileExists(atPath: path), !path.isFolder else { continue }
      let arguments = try Arguments([path], for: .overview)
      return SessionWords(timeline: try arguments.openLog(path, terminal))
    }
    return nil
  }

  // MARK: - Scripts

  /// The script with which each shell asks for the words of a line.
  static let scripts = [
    "bash": #"""
    # Completes the command lines of rewind in bash: source <(rewind completions bash)
    _rewind() {
      local IFS=$'\n' typed="${COMP_LINE:0:COMP_POINT}"
      COMPREPLY=($(rewind completions words -- "$typed" 2>/dev/null))
      COMPREPLY=("${COMPREPLY[@]%%  *}")
      # In many shells, @ is a word by itself.
      case "$COMP_WORDBREAKS" in *@*) COMPREPLY=("${COMPREPLY[@]#@}") ;; esac
    }
    # Where nothing is known, files are completed.
    complete -o bashdefault -o default -F _rewind rewind
    """#,
    "fish": #"""
    # Completes the command lines of rewind in fish: rewind completions fish | source
    function __rewind
      set -l found (rewind completions words -- (commandline -cp) 2>/dev/null)
      if test (count $found) -gt 0
        string replace '  ' \t -- $found
      else
        __fish_complete_path (commandline -ct)
      end
    end
    complete -c rewind -f -a '(__rewind)'
    """#,
    "zsh": #"""
    #compdef rewind
    # Completes the command lines of rewind in zsh: rewind completions zsh > a folder of $fpath/_rewind
    _rewind() {
      local line="${(j: :)words[1,CURRENT-1]} $PREFIX"
      local -a found
      found=(${(f)"$(rewind completions words -- "$line" 2>/dev/null)"})
      if (( $#found )); then
        found=(${${found//:/\\:}/  /:})
        _describe rewind found
      else
        _files
      fi
      (( CURRENT > 2 )) || _files
    }
    if [ "$funcstack[1]" = "_rewind" ]; then
      _rewind "$@"
    else
      compdef _rewind rewind
    fi
    """#,
  ]
}
