extension Command {
  static let completions = Command(
    "completions",
    Completions.shells.joined(separator: "|"),
    1...1,
    "Prints a script that completes command lines in a shell",
    details: """
      For bash, add `source <(rewind completions bash)` to ~/.bashrc. For zsh, save it as _rewind
      in a folder in $fpath, before compinit runs.
      """,
    examples: [
      ("completions bash", "for ~/.bashrc"),
      ("completions zsh", "for a folder in $fpath"),
    ]
  ) { arguments, terminal in
    let shell = arguments.operands[0]
    guard let script = Completions.script(for: shell) else {
      throw CommandError(
        "There are completions for \(Completions.shells.joined(separator: " and ")), not for \"\(shell)\"."
      )
    }
    for line in script.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      terminal.print(String(line))
    }
    return .success
  }
}
