import ExampleFront

/// The options of the command line.
struct Options {
  var record: String?
  var printStates: String?
  var persist: String?
  var log = false

  static let guide = Guide<Options>(
    program: "home-list",
    abstract: "A list that is loaded page by page, and the settings of how it looks.",
    example: "printf 'arrive\\nmore\\narrive\\n' | home-list",
    prompt: Prompt(Command.forms),
    flags: [
      .record { $1.record = $0 },
      .printStates { $1.printStates = $0 },
      .file("--persist", help: "keep list and settings in FILE between starts") {
        $1.persist = $0
      },
      .log { $0.log = true },
    ]
  )
}
