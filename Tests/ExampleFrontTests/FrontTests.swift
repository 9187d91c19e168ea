import ExampleFront
import RewindReplay
import Testing

private struct Walk: Codable {
  let steps: Int
}

private enum Turn: Codable {
  case left
  case right(times: Int)
}

/// Actions of two types, one of them an enum, and what they add to a list.
private let walker = ReplayableStore(
  initial: [String](),
  actions: ActionDecoders<Any>([Walk.self, Turn.self]),
  reduce: .pure { $0 + ["\($1)"] }
)

@Suite("A front")
struct FrontTests {
  /// What is printed for some lines, with the notes that are written meanwhile.
  private func printed(
    _ lines: [String],
    travels: Bool = false,
    echoes: Bool = false
  ) -> [String] {
    let machine = TimeMachine(walker)
    var state: [String] = []
    var (output, notes): ([String], [String]) = ([], [])
    machine.attach(show: { state = $0 }, dispatch: { _ in })
    let front = Front(
      walker,
      words: [("rest", "do nothing", { state.append("rest") })],
      pages: [("map", "show where", { ["map"] })],
      screen: { [state.joined(separator: " ")] },
      dispatch: { state = machine.reducer($0, state) }
    )
    front.machine = travels ? machine : nil
    front.echoes = echoes
    front.onNote = { notes.append("noted \($0).") }
    front.write = { output.append($0) }
    front.run(lines)
    return output + notes
  }

  @Test(
    "dispatches an action, by its type and payload or as JSON, and prints the screen",
    arguments: [
      (#"Walk {"steps":3}"#, "Walk(steps: 3)"), (#"  Walk   { "steps" : 3 } "#, "Walk(steps: 3)"),
      (#"{"type":"Walk","payload":{"steps":3}}"#, "Walk(steps: 3)"), ("Turn.left", "left"),
      (#"Turn.right {"right":{"times":2}}"#, "right(times: 2)"),
    ]
  )
  func actions(line: String, screen: String) {
    #expect(printed([line]) == [screen])
  }

  @Test("carries out words, and prints the screen or what they show instead")
  func words() {
    #expect(printed(["rest", "map", " rest "]) == ["rest", "map", "rest rest"])
  }

  @Test("does nothing for an empty line and a comment", arguments: ["", "   ", "# rest", "  #"])
  func nothing(line: String) {
    #expect(printed([line]) == [])
  }

  @Test(
    "says why a line is none, and what can be typed",
    arguments: [
      ("walk 3", #"There is no action and no word "walk"."#),
      ("rest now", #"There is no action and no word "rest"."#),
      (#"{"type":"Run"}"#, #"There is no action and no word "Run"."#),
      (#"{"steps":3}"#, #"An action is an object with a type: {"type": "…", "payload": {…}}."#),
      ("Walk 3 steps", "At byte 2: there is more text after the value."),
      (
        "Walk",
        #"Walk cannot be decoded: At the top there is no member "steps": the object is empty."#
      ),
    ]
  )
  func mistakes(line: String, reason: String) {
    #expect(
      printed([line]) == [
        """
        "\(line)" is not understood. \(reason) The actions are Turn, Walk; the words are rest, map, note, help and quit.
        """
      ]
    )
  }

  @Test("lists actions and words")
  func help() {
    #expect(
      printed(["help"]) == [
        "Actions, each with its payload as JSON:",
        "  Turn",
        "  Walk",
        "Words:",
        "  rest       do nothing",
        "  map        show where",
        "  :back N    go back by N actions",
        "  :jump N    go to the state after action N; 0 is the start",
        "  :resume    go to the last action again",
        "  note TEXT  write a note into the recording, if there is one",
        "  help       show this list",
        "  quit       leave the program",
      ]
    )
  }

  @Test("writes notes, until the user quits")
  func notes() {
    #expect(
      printed(["note here  it comes", "note", "map", "quit", "map"])
        == ["map", "noted here  it comes.", "noted ."]
    )
  }

  @Test("lets the app's time machine travel, and says where that has led")
  func travels() {
    let turns = Array(repeating: "Turn.left", count: 3)
    let moves = [":back 2", ":jump 0", ":jump 4", ":back 1", ":back", ":resume"]
    #expect(
      printed(turns + moves, travels: true).dropFirst(3) == [
        "left", "After action 1 of 3.",
        "", "After action 0 of 3.",
        "There is no position 4: the history has the actions 1 to 3, and 0 is its start.",
        "There is no position -1: the history has the actions 1 to 3, and 0 is its start.",
        "A whole number is missing: type :back 3, or :jump 12.",
        "left left left", "After action 3 of 3.",
      ]
    )
    #expect(
      printed([":back 1"]) == ["This program was started without its time machine: see --help."]
    )
  }

  @Test("echoes a script's lines, but neither its notes nor its comments")
  func echoes() {
    #expect(
      printed(["# a comment", "note hello", "map", "quit"], echoes: true)
        == ["> map", "map", "> quit", "noted hello."]
    )
  }
}
