import ExampleFront
import RewindReplay
import Testing

enum Light {
  case red
  case green
}

extension Parameter<Light> {
  static var color: Parameter { .word("COLOR", "a color", of: ["red": .red, "green": .green]) }
}

/// Keeps what it is told, and what it is asked to draw.
final class Walker: TerminalApp {
  static var commands: [CommandForm<Walker>] {
    [
      CommandForm("wait", help: "do nothing") { $0.log.append("wait") },
      CommandForm("go", .number, help: "go N steps") { $0.log.append("go \($1)") },
      CommandForm("show", .number, .color, help: "show light N in a color") {
        $0.log.append("show \($1) \($2)")
      },
      CommandForm("say", .text, help: "say something") { $0.log.append("say \($1).") },
    ]
  }

  var log: [String] = []
  var hasChanged = false
  var screen: [String] { ["screen"] }

  func begin() {
    log.append("begin")
  }
}

@Suite("A front")
struct FrontTests {
  let app = Walker()

  /// What a front that has just begun writes for some lines, together with what the app is told.
  func log(_ lines: String...) -> [String] {
    let front = Front(app, write: { app.log.append($0) })
    for line in lines { _ = front.run(line) }
    return app.log
  }

  @Test(
    "understands commands, with any spaces between their words",
    arguments: [
      ("wait", "wait"), ("  wait ", "wait"), ("go 3", "go 3"), ("go   -3  ", "go -3"),
      ("show 1 red", "show 1 red"), ("\tshow\t2\tgreen", "show 2 green"),
      ("say  two  words ", "say two  words."), ("say", "say ."),
    ]
  )
  func commands(line: String, told: String) {
    #expect(log(line) == [told])
  }

  @Test("does nothing for an empty line and a comment", arguments: ["", "   ", "# go 3", "  #"])
  func nothing(line: String) {
    #expect(log(line) == [])
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
    #expect(log(line) == [message])
  }

  @Test("lists its commands")
  func help() {
    #expect(
      log("help") == [
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

  @Test("lets its app carry out commands, until the user quits")
  func carriesOut() {
    var notes: [String] = []
    let front = Front(app, onNote: { notes.append($0) }, write: { app.log.append($0) })
    front.begin()
    let lines = ["go 3", "", "note here it comes", "note", "stop", "quit"]
    #expect(lines.map(front.run) == [.next, .next, .next, .next, .next, .quit])
    #expect(
      app.log == [
        "begin", "screen", "go 3", "There is no command \"stop\". Type help for the list.",
      ]
    )
    #expect(notes == ["here it comes", ""])
  }

  @Test("draws the screen when it has changed")
  func draws() {
    let front = Front(app, write: { app.log.append($0) })
    app.hasChanged = true
    for line in ["go 1", "go 2"] { _ = front.run(line) }
    app.hasChanged = true
    #expect(front.answer(.errand) == .next)
    #expect(front.answer(.end) == .quit)
    #expect(app.log == ["go 1", "screen", "go 2", "screen"])
  }

  @Test("lets the app's time machine travel, and says where that has led")
  func travels() {
    let machine = TimeMachine { (step: Int, state: Int?) in (state ?? 0) + step }
    var state = 0
    machine.attach(
      show: {
        state = $0
        app.hasChanged = true
      },
      dispatch: { _ in }
    )
    for step in [1, 10, 100] { state = machine.reducer(step, state) }
    let front = Front(app, machine: machine, write: { app.log.append($0) })
    var states: [Int] = []
    for line in [":back 2", ":jump 0", ":jump 4", ":back 1", ":back", ":resume"] {
      _ = front.run(line)
      states.append(state)
    }
    #expect(states == [1, 0, 0, 0, 0, 111])
    #expect(
      app.log == [
        "screen", "After action 1 of 3.",
        "screen", "After action 0 of 3.",
        "There is no position 4: the history has the actions 1 to 3, and 0 is its start.",
        "There is no position -1: the history has the actions 1 to 3, and 0 is its start.",
        #"":back" lacks a whole number. Type :back and a number, such as :back 3."#,
        "screen", "After action 3 of 3.",
      ]
    )
  }

  @Test("says so where the app has no time machine")
  func noMachine() {
    #expect(log(":back 1") == ["This program was started without its time machine: see --help."])
  }

  @Test("echoes a script's commands, but neither its notes nor its comments")
  func echoes() {
    let front = Front(app, echoes: true, write: { app.log.append($0) })
    for line in ["# a comment", "note hello", "go 3", "stop", "quit"] { _ = front.run(line) }
    #expect(
      app.log == [
        "> go 3", "go 3", "> stop", "There is no command \"stop\". Type help for the list.",
        "> quit",
      ]
    )
  }
}
