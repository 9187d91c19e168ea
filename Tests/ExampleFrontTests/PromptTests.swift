import ExampleFront
import RewindReplay
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
  CommandForm("show", "N COLOR", help: "show light N in a color") {
    .show(try $0.number(), try $0.value("a color", of: ["red": .red, "green": .green]))
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
      (":back 3", .travel(.back(3))), (":jump 12", .travel(.jump(12))),
      (":resume", .travel(.resume)),
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
      ("show", #""show" lacks a whole number. Type show N COLOR."#),
      ("show 1 blue", #""show 1 blue" lacks a color. It is one of: red, green."#),
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
        "  wait          do nothing",
        "  go N          go N steps",
        "  show N COLOR  show light N in a color",
        "  say TEXT      say something",
        "  :back N       go back by N actions",
        "  :jump N       go to the state after action N; 0 is the start",
        "  :resume       go to the last action again",
        "  note TEXT     write a note into the recording, if there is one",
        "  help          show this list",
        "  quit          leave the program",
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

    func drawIfChanged() {
      log.append("draw")
    }
  }

  @Test("lets its app carry out commands, until the user quits")
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

  @Test("lets the app's time machine travel, and says where that has led")
  func travels() {
    let app = Walker()
    let machine = TimeMachine { (step: Int, place: Int?) in (place ?? 0) + step }
    var place = 0
    machine.attach(show: { place = $0 }, dispatch: { _ in })
    for step in [1, 10, 100] { place = machine.reducer(step, place) }
    let front = Front(app, machine: machine, write: { app.log.append($0) })
    var places: [Int] = []
    for line in [":back 2", ":jump 0", ":jump 4", ":back 1", ":back", ":resume"] {
      _ = front.run(line)
      places.append(place)
    }
    #expect(places == [1, 0, 0, 0, 0, 111])
    #expect(
      app.log == [
        "draw", "After action 1 of 3.",
        "draw", "After action 0 of 3.",
        "draw", "There is no position 4: the history has the actions 1 to 3, and 0 is its start.",
        "draw", "There is no position -1: the history has the actions 1 to 3, and 0 is its start.",
        #"":back" lacks a whole number. Type :back and a number, such as :back 3."#,
        "draw", "After action 3 of 3.",
      ]
    )
  }

  @Test("says so where the app has no time machine")
  func noMachine() {
    let app = Walker()
    let front = Front(app, write: { app.log.append($0) })
    _ = front.run(":back 1")
    #expect(
      app.log == ["This program was started without its time machine: see --help."]
    )
  }

  @Test("echoes a script's commands, but neither its notes nor its comments")
  func echoes() {
    let app = Walker()
    let front = Front(app, echoes: true, write: { app.log.append($0) })
    for line in ["# a comment", "note hello", "go 3", "stop", "quit"] { _ = front.run(line) }
    #expect(
      app.log == [
        "> go 3", "go(3)", "> stop", "There is no command \"stop\". Type help for the list.",
        "> quit",
      ]
    )
  }
}
