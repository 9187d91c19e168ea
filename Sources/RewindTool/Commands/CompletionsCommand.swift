extension Command {
  static let completions = Command(
    name: "completions",
    // The line follows where a script asks for its words.
    operands: [
      Flag("bash|zsh|fish", .choice(["bash", "zsh", "fish", "words"])), Flag("", .text).repeated,
    ],
    summary: "Prints a script that completes command lines in a shell",
    isForAgents: false,
    details: """
      For bash, add `source <(rewind completions bash)` to ~/.bashrc. For zsh, save it as _rewind
      in a folder in $fpath, before compinit runs. For fish, pipe it into `source`. They complete
      commands, flags, files, and the types and pointers of the FILE on the line, which they get from
      `rewind completions words LINE`.
      """,
    examples: """
      completions bash
        for ~/.bashrc
      completions zsh
        for a folder in $fpath
      """
  ) { arguments, terminal in
    let (shell, words) = (arguments.operands[0], arguments.operands.dropFirst())
    if let script = Completions.scripts[shell] {
      if let word = words.first {
        throw InputError.unexpected(word, of: "rewind completions \(shell)")
      }
      terminal.print(text: script)
      return .success
    }
    let line = Completions(line: words.joined(separator: " "))
    for (word, help) in try line.candidates(terminal) {
      terminal.print(help.isEmpty ? word : "\(word)  \(help)")
    }
    return .success
  }
}
