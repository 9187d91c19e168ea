import Foundation
import RewindJSON
import RewindStepper
import RewindTestSupport
import Testing

/// A screen in `Tests/Fixtures/Stepper/screens.txt`: below a line with what it shows, the size of the terminal and the
/// keys that lead to it.
struct DrawnScreen: CustomTestStringConvertible, Sendable {
  let title: String
  let columns: Int
  let rows: Int
  let keys: String
  let text: String

  var testDescription: String { title }

  static let all: [DrawnScreen] = {
    let file = Recordings.fixture("Stepper/screens.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let heads = text.matches(of: #/(?m)^\[(.*): (\d+) by (\d+), keys (.*)\]\n/#)
    return heads.indices.map { number in
      let (head, last) = (heads[number], number + 1 == heads.count)
      // An empty line lies between two of them.
      let end = last ? text.endIndex : text.index(before: heads[number + 1].range.lowerBound)
      return DrawnScreen(
        title: String(head.1),
        columns: Int(head.2) ?? 0,
        rows: Int(head.3) ?? 0,
        keys: String(head.4),
        text: String(text[head.range.upperBound..<end].dropLast())
      )
    }
  }()
}

@Suite("The stepper's screen")
struct ScreenTests {
  @Test("draws what is stored", arguments: DrawnScreen.all)
  func drawn(drawn: DrawnScreen) throws {
    #expect(try screen(drawn.keys, drawn.columns, drawn.rows) == drawn.text)
  }

  @Test("has all that are stored")
  func all() {
    #expect(DrawnScreen.all.count == 14)
  }

  /// The list of a session whose actions have these types.
  private func list(_ types: String...) throws -> [String] {
    var file = SessionFile(app: "game", start: 0)
    for (number, type) in types.enumerated() { file.add(number + 1, type, [:], state: 0) }
    var stepper = try file.stepper()
    return stepper.text("", 60, 10).split(separator: "\n").dropFirst().prefix(2 + types.count)
      .map { $0.replacing(" +1.0 s ", with: "").trimmingCharacters(in: ["─", " "]) }
  }

  @Test("names the enum of which all actions are cases once, in the title of the list")
  func commonType() throws {
    #expect(
      try list("Game.Action.start", "Game.Action.board.flip", "Game.Action.rows[…].on")
        == [
          "actions of Game.Action", ">0 the initial state", "1  .start", "2  .board.flip",
          "3  .rows[…].on",
        ]
    )
    #expect(
      try list("Box<Game.one>.open", "Box<Game.one>.shut")
        == ["actions of Box<Game.one>", ">0 the initial state", "1  .open", "2  .shut"]
    )
    for types in [
      ["Game.start", "Cart.add"], ["Game.start", "Flip"], ["Game.Start", "Game.Stop"],
    ] {
      #expect(
        try list(types[0], types[1])
          == ["actions", ">0 the initial state", "1  \(types[0])", "2  \(types[1])"]
      )
    }
  }

  @Test("shows no less of an action the wider it is")
  func wider() throws {
    var stepper = try Player.stepper()
    let actions = ["Play 0", "Queue.Add 2", "Settings.Set 31 -1", "Seek -1"]
    var shown = Set<String>()
    for columns in 60...220 {
      // With the names of its members, a payload is still there.
      let text = stepper.text("", columns, 20)
        .replacing(/\{[^}]*\}/) {
          $0.output.replacing(/"[a-z]*":|[{}]/, with: "").replacing(",", with: " ")
        }
      let now = Set(actions.filter { text.contains($0) })
      #expect(now.isSuperset(of: shown), "\(columns) columns")
      shown = now
    }
    #expect(shown.count == actions.count)
  }

  @Test("selects a row in one color, and highlights the searched text")
  func styles() throws {
    var stepper = try Player.stepper()
    _ = stepper.text("/elise<enter>", 80, 24)
    let lines = stepper.screen(.usual).lines
    let bar = try #require(lines.first { $0.text.hasPrefix(">") }).pieces.prefix { $0.text != "│" }
    #expect(bar.allSatisfy { $0.style.isReversed && !$0.style.isDim && $0.style.color == nil })
    let found = lines.flatMap(\.pieces).filter { $0.text == "Elise" }
    #expect(found.count == 1)
    let style = found.first?.style
    #expect(style?.color == .yellow && style?.isBold == true && style?.isReversed == true)
  }
}
