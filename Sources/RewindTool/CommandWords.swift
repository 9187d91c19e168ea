/// The command-line arguments, without the global options.
struct CommandWords {
  /// The command, its operands and flags: `rewind --json log FILE` is `rewind log --json FILE`.
  let words: [String]
  /// The use of color.
  let color: Terminal.Color
  /// The value of `--color` if it is invalid; it is reported once there is a terminal to report to.
  let unknownColor: String?
  /// False if no pager is wanted.
  let allowsPager: Bool

  init(_ typed: [String]) {
    // What follows `--` is the app's.
    var own = typed.prefix { $0 != "--" }
    let others = typed[own.endIndex...]
    var rest: [String] = []
    var choice: String?
    var allowsPager = true
    while let word = own.popFirst() {
      switch word {
      case "--color": choice = own.popFirst() ?? ""
      case "--no-pager": allowsPager = false
      case _ where word.hasPrefix("--color="): choice = String(word.dropFirst("--color=".count))
      default: rest.append(word)
      }
    }
    words = Self.commandFirst(rest) + others
    self.allowsPager = allowsPager && !rest.contains("--json")
    color = choice.flatMap(Terminal.Color.init) ?? .auto
    unknownColor = choice.flatMap { Terminal.Color(rawValue: $0) == nil ? $0 : nil }
  }

  private static func commandFirst(_ words: [String]) -> [String] {
    let flags = words.prefix { $0 == "--json" }
    guard !flags.isEmpty, flags.count < words.count, !words[flags.count].hasPrefix("-") else {
      return words
    }
    return [words[flags.count]] + flags + words[(flags.count + 1)...]
  }
}
