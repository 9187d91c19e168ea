import ExampleFront

/// The options of the command line.
struct Options {
  var record: String?
  var printStates: String?
  var preferences: String?
  var log = false

  static let guide = Guide<Options>(
    program: "memory-tunes",
    abstract: "A card game: find the pairs of pictures.",
    example: "printf 'play\\narrive\\nsolve\\n' | memory-tunes",
    prompt: Prompt(Command.forms),
    flags: [
      .record { $1.record = $0 },
      .printStates { $1.printStates = $0 },
      .file("--preferences", help: "keep the chosen category in FILE between starts") {
        $1.preferences = $0
      },
      .log { $0.log = true },
    ]
  )
}
