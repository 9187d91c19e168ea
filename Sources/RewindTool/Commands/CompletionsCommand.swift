import RewindTimeline

extension Command {
  static let completions = Command(
    "completions",
    Completions.shells.joined(separator: "|"),
    1...3,
    "Prints a script that completes command lines in a shell",
    details: """
      For bash, add `source <(rewind completions bash)` to ~/.bashrc. For zsh, save it as _rewind
      in a folder in $fpath, before compinit runs. For fish, pipe it into `source`. They complete
      commands, flags, files, and the types and pointers of the FILE on the line, which they get from
      `rewind completions types FILE` and `rewind completions pointers FILE START`.
      """,
    examples: """
      completions bash
        for ~/.bashrc
      completions zsh
        for a folder in $fpath
      """
  ) { arguments, terminal in
    let shell = arguments.operands[0]
    if let words = try words(arguments, terminal) {
      for word in words { terminal.print(word) }
      return .success
    }
    guard arguments.operands.count == 1 else {
      throw CommandError(
        "\"\(arguments.operands[1])\" is an unexpected argument for `rewind completions \(shell)`."
      )
    }
    guard let script = Completions.script(for: shell) else {
      throw CommandError(
        "There are no completions for \"\(shell)\", only for \(Completions.shells.joined(separator: ", "))."
      )
    }
    terminal.print(text: String(script.dropLast()))
    return .success
  }

  /// Returns the words of a session that a script asks for; nil for the script itself.
  private static func words(_ arguments: Arguments, _ terminal: Terminal) throws -> [String]? {
    let kind = arguments.operands[0]
    guard ["types", "pointers"].contains(kind) else { return nil }
    guard let file = arguments[1] else {
      throw CommandError("`rewind completions \(kind)` needs FILE.")
    }
    let path = try SessionReference(file)?.path() ?? file
    let words = SessionWords(timeline: try arguments.openSession(path, terminal))
    return kind == "types" ? try words.types() : try words.pointers(arguments[2] ?? "")
  }
}
