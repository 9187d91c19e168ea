import ExampleFront
import Testing

enum Light: Equatable {
  case red
  case green
}

enum Order: Equatable {
  case wait
  case go(Int)
  case show(Int, Light)
  case say(String)
}

let orders: [CommandForm<Order>] = [
  CommandForm("wait", help: "do nothing") { _ in .wait },
  CommandForm("go", "N", help: "go N steps") { .go(try $0.number()) },
  CommandForm("show", "N COLOUR", help: "show light N in a colour") {
    .show(try $0.number(), try $0.value("a colour", of: ["red": .red, "green": .green]))
  },
  CommandForm("say", "TEXT", help: "say something") { .say($0.text()) },
]

@Suite("A prompt")
struct PromptTests {
  let prompt = Prompt(orders)

  @Test(
    "understands commands, with any spaces between their words",
    arguments: [
      ("wait", .command(.wait)),
      ("  wait ", .command(.wait)),
      ("go 3", .command(.go(3))),
      ("go   -3  ", .command(.go(-3))),
      ("show 1 red", .command(.show(1, .red))),
      ("\tshow\t2\tgreen", .command(.show(2, .green))),
      ("say  two  words ", .command(.say("two  words"))),
      ("say", .command(.say(""))),
    ] as [(String, Request<Order>)]
  )
  func commands(line: String, request: Request<Order>) {
    #expect(prompt.request(line) == request)
  }

  @Test(
    "understands what every front does",
    arguments: [
      ("", .nothing), ("   ", .nothing), ("# go 3", .nothing), ("  #", .nothing),
      ("note here it comes", .note("here it comes")), ("note", .note("")),
      ("help", .help), ("quit", .quit),
    ] as [(String, Request<Order>)]
  )
  func shared(line: String, request: Request<Order>) {
    #expect(prompt.request(line) == request)
  }

  @Test(
    "quotes what it does not understand and says what to do",
    arguments: [
      ("walk 3", #"There is no command "walk 3". Type help for the list."#),
      ("wait now", #""wait now" says more than the command takes. Type wait alone."#),
      ("go", #""go" lacks a whole number. Type go and a number, such as go 3."#),
      ("go far", #""go far" lacks a whole number. Type go and a number, such as go 3."#),
      ("go 3 4", #""go 3 4" says more than the command takes. Type go N."#),
      ("show", #""show" lacks a whole number. Type show N COLOUR."#),
      ("show 1 blue", #""show 1 blue" lacks a colour. It is one of: red, green."#),
      ("quit 1", #""quit 1" says more than the command takes. Type quit alone."#),
    ]
  )
  func mistakes(line: String, message: String) {
    #expect(prompt.request(line) == .mistake(message))
  }

  @Test("lists its commands")
  func help() {
    #expect(
      prompt.help(column: prompt.helpColumn) == [
        "  wait           do nothing",
        "  go N           go N steps",
        "  show N COLOUR  show light N in a colour",
        "  say TEXT       say something",
        "  note TEXT      write a note into the recording, if there is one",
        "  help           show this list",
        "  quit           leave the program",
      ]
    )
  }
}

@Suite("A front")
struct FrontTests {
  final class Walker: TerminalApp {
    static var commands: [CommandForm<Order>] { orders }
    var log: [String] = []

    func begin() {
      log.append("begin")
    }

    func carryOut(_ command: Order) {
      log.append("\(command)")
    }
  }

  @Test("lets its app carry commands out, until somebody quits")
  func carriesOut() {
    let app = Walker()
    var notes: [String] = []
    let front = Front(app, onNote: { notes.append($0) }, write: { app.log.append($0) })
    front.begin()
    let steps = ["go 3", "", "note hello", "stop", "quit"].map(front.run)
    #expect(steps == [.next, .next, .next, .next, .quit])
    #expect(
      app.log == [
        "begin", "go(3)", "There is no command \"stop\". Type help for the list.",
      ]
    )
    #expect(notes == ["hello"])
  }

  @Test("echoes a script's commands, but neither its notes nor its remarks")
  func echoes() {
    let app = Walker()
    let front = Front(app, echoes: true, write: { app.log.append($0) })
    for line in ["# a remark", "note hello", "go 3", "stop", "quit"] { _ = front.run(line) }
    #expect(
      app.log == [
        "> go 3", "go(3)", "> stop", "There is no command \"stop\". Type help for the list.",
        "> quit",
      ]
    )
  }
}
