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
    let own = typed.prefix { $0 != "--" }
    var rest: [String] = []
    var choice: String?
    var allowsPager = true
    var next = own.startIndex
    while next < own.endIndex {
      let word = own[next]
      next += 1
      if word.hasPrefix("--color=") {
        choice = String(word.dropFirst("--color=".count))
      } else if word == "--color" {
        choice = next < own.endIndex ? own[next] : ""
        next += 1
      } else if word == "--no-pager" {
        allowsPager = false
      } else {
        rest.append(word)
      }
    }
    words = Self.commandFirst(rest) + typed[own.endIndex...]
    self.allowsPager = allowsPager && !own.contains("--json")
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
