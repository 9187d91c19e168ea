import ExampleFront

/// The options of the command line.
struct Options {
  var record: String?
  var printStates: String?

  static let guide = Guide<Options>(
    program: "to-do",
    abstract: "A to-do list that keeps a copy of itself for every change.",
    example: "printf 'load\\nstatus 1 done\\ndelete 0\\nsnapshots\\n' | to-do",
    prompt: Prompt(Command.forms),
    flags: [.record { $1.record = $0 }, .printStates { $1.printStates = $0 }]
  )
}
