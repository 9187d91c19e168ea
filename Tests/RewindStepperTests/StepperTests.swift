import RewindJSON
import RewindLog
import RewindSession
import RewindStepper
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("The stepper")
struct StepperTests {
  @Test("goes to actions by every key that goes through time")
  func traveling() throws {
    var stepper = try Player.stepper()
    func index(_ keys: String) -> Int {
      _ = stepper.press(keys)
      return stepper.index
    }
    #expect(index("j<down>l<right><space>") == 5)
    #expect(index("k<up>h<left>b") == 0)
    #expect(index("b") == 0)
    #expect(index("G") == 7)
    #expect(index("j") == 7)
    #expect(index("g") == 0)
    #expect(index("<end>") == 7)
    #expect(index("<home>") == 0)
    #expect(index("<pagedown>") == 7)
    #expect(index("<pageup>") == 0)
    #expect(index(":5<enter>") == 5)
    #expect(index(":end-1<enter>") == 6)
    #expect(index("<backspace>") == 5)
  }

  @Test("finds actions by type, by expression and by their changes")
  func searching() throws {
    var file = SessionFile(start: ["score": 0, "odd name/~\"": 0])
    for index in 1...300 {
      file.add(
        index,
        "T\(index % 7)",
        state: ["score": JSONValue(index / 100), "odd name/~\"": JSONValue(index / 150)]
      )
    }
    var stepper = try file.stepper()
    func index(_ keys: String) -> Int {
      _ = stepper.press(keys)
      return stepper.index
    }
    #expect(index("/T3<enter>") == 3)
    #expect(index("n") == 10)
    #expect(index("nn") == 24)
    #expect(index("N") == 17)
    #expect(index("]") == 24)
    #expect(index("[[") == 10)
    #expect(index("/score == 2 and index % 2 == 1<enter>") == 201)
    // The next and the previous change of what is selected in the tree.
    #expect(index("<tab><tab>g{") == 200)
    #expect(index("{") == 100)
    #expect(index("}}") == 300)
    #expect(index("j{") == 150, "the other member has changed then")
    #expect(index("/nowhere == 5<enter>") == 150)
    #expect(stepper.text().hasSuffix(" Nothing has nowhere == 5."))
    // Past the end, it goes on from the start.
    #expect(index("/T3<enter>:end<enter>") == 300)
    #expect(index("n") == 3)
    #expect(stepper.text().hasSuffix(" Searched past the end, and on from the start."))
    #expect(index("N") == 297)
    #expect(stepper.text().hasSuffix(" Searched past the start, and on from the end."))
  }

  @Test("finds texts in payloads, inputs and changes, and selects them")
  func texts() throws {
    var stepper = try Player.stepper()
    func position(_ keys: String) -> String {
      _ = stepper.press(keys)
      let title = stepper.text("<tab><tab>").split(separator: "\n").first { $0.contains("─ state") }
      _ = stepper.press("<tab>")
      let pointer = title?.split(separator: " ").first { $0.hasPrefix("/") } ?? ""
      return "\(stepper.index) \(pointer)"
    }
    #expect(position("/FAMILY<enter>") == "6 /playing", "a new value")
    #expect(position("n") == "0 /tracks/2/title", "one of the first state")
    #expect(position("/素晴らしい<enter>").hasPrefix("3 "), "a payload")
    #expect(position("/2026<enter>").hasPrefix("3 "), "an input")
    #expect(position("/option31<enter>").hasPrefix("4 "), "the name of what changed")
    #expect(position("/\"31\"<enter>").hasPrefix("0 "), "a whole number")
    #expect(position("/\"Für E\"<enter>") == "0 /tracks/1/title", "two words")
    #expect(stepper.text("/Elise<enter>").hasSuffix(" Only 0 has Elise."))
    #expect(stepper.text("/settings.option1<enter>").hasSuffix(" Nothing has settings.option1."))
    #expect(stepper.text("/titel<enter>").hasSuffix(" Nothing has titel. Did you mean title?"))
    let condition = "settings.optoin62 == 1"
    #expect(stepper.text("/\(condition)<enter>").hasSuffix(" \(condition). Did you mean option62?"))
  }

  @Test("counts the same changes in the list as in the pane of the change")
  func counts() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let session = RandomSession(actions: 60, using: &random)
    let timeline = try Timeline.open(SessionLog.open(bytes: session.file.bytes))
    var stepper = try session.file.stepper()
    let rows = stepper.text("g", 400, 70).split(separator: "\n")
      .map { $0.prefix { !"│├".contains($0) } }
    for index in 1...60 {
      let row = rows.first { $0.dropFirst().hasPrefix("\(index) ".leftPadded(to: 3)) } ?? ""
      let line = try timeline.stateLine(after: index) ?? 0
      guard case .state(let state) = try timeline.log.line(line), state.patch != nil else {
        continue
      }
      let count = try timeline.changes(of: index).count
      let match = try #/ (?:no change|[~+-] .*?(?: \+(\d+))?) *$/#.firstMatch(in: row)
      let more = match?.1.flatMap { Int($0) } ?? 0
      #expect(match != nil && more == max(0, count - 1), "\(row), seed \(seed)")
    }
  }

  @Test("goes to the culprit and back")
  func culprit() throws {
    var stepper = try Player.file.stepper(canReplay: true)
    #expect(stepper.text("c").hasSuffix(" The culprit is not known yet: B searches for it."))
    #expect(stepper.press("B") == [.bisect])
    stepper.show(Stepper.Culprit(index: 4, fatal: 7, sentence: "Settings.Set is to blame."))
    #expect(stepper.text().hasSuffix(" Settings.Set is to blame."))
    #expect(stepper.text().contains("\n>4!Settings.Set"))
    #expect(stepper.text("c").hasPrefix(" player  7 of 7"))
    #expect(stepper.text("c").hasPrefix(" player  4 of 7"))
    var other = try Player.stepper()
    #expect(other.press("Bc") == [])
    stepper.activity = "searching …"
    #expect(stepper.press("<esc>") == [.stop])
  }

  @Test("copies values and pointers")
  func copying() throws {
    var stepper = try Player.stepper()
    #expect(stepper.press("yjy") == [.copy(#"{"track":0}"#)])
    #expect(stepper.press("<tab>jyY") == [.copy("\"東京は夜の七時\""), .copy("/playing")])
    #expect(stepper.press("<tab>gy") == [.copy(JSONValue.array(Player.tracks).text)])
    #expect(stepper.text().hasSuffix(" Copied: /tracks."))
    #expect(stepper.press("vy") == [.copy(JSONValue.array(Player.tracks).text)])
  }

  @Test("copies an action's payload, although a note is above it in the change pane")
  func copyingAfterNote() throws {
    var file = SessionFile(start: ["n": 0])
    file.add(["note": "hm", "index": 0])
    file.add(["index": 1, "action": ["type": "Add", "payload": ["by": 1]]])
    file.add(["after": 1, "patch": [["op": "replace", "path": "/n", "value": 1]]])
    var stepper = try file.stepper()
    #expect(stepper.press("jy") == [.copy(#"{"by":1}"#)])
    #expect(stepper.text("v").contains(#""by": 1"#))
  }

  @Test("goes through the actions that match a filter, until it is removed")
  func filtering() throws {
    var stepper = try Player.stepper()
    func index(_ keys: String) -> Int {
      _ = stepper.press(keys)
      return stepper.index
    }
    #expect(index("f/settings/option31 == -1<enter>") == 4, "the first match")
    #expect(index("j") == 5)
    #expect(index("jj") == 6)
    #expect(index("g") == 4)
    #expect(index(":3<enter>") == 3, "positions may lie between the matches")
    #expect(index("j") == 4)
    #expect(index(":1<enter>k") == 1)
    #expect(index("<esc>j") == 2)
    #expect(index("fQueue.Add<enter>") == 2)
    #expect(stepper.text("fnowhere == 1<enter>").hasSuffix(" the filter is removed."))
    #expect(stepper.text("fQeue.Add<enter>").hasSuffix(" is removed. Did you mean Queue.Add?"))
    #expect(index("G") == 7)
    #expect(index(":0<enter>/Queue.Add<enter>") == 2, "a type's name may have dots")
  }

  @Test("asks the owner of the terminal for things that it cannot do")
  func requests() throws {
    var stepper = try Player.file.stepper(canReplay: true)
    #expect(stepper.press("x").isEmpty)
    #expect(stepper.press("jjx") == [.skip(2)])
    #expect(stepper.press("<ctrl-z>") == [.suspend])
    #expect(stepper.press("<ctrl-l>") == [.redraw])
    #expect(stepper.press("?q") == [])
    #expect(stepper.press("/q<esc>q") == [.quit])
    #expect(stepper.press("/<ctrl-c>") == [.quit])
    var other = try Player.file.stepper()
    #expect(other.press("jx").isEmpty)
    #expect(other.text().hasSuffix("start with --app PROGRAM: its reducers compute what follows."))
  }

  @Test("points at the character where an expression is wrong")
  func expressionErrors() throws {
    var stepper = try Player.stepper()
    let size = ScreenSize.usual
    _ = stepper.press("/volume = 3<enter>")
    let screen = stepper.screen(size)
    #expect(screen.lines[22].text == "Use == to compare.")
    #expect(screen.lines[23].text == "search: volume = 3")
    #expect(screen.cursor == Screen.Cell(row: 23, column: "search: volume ".count))
    _ = stepper.press("=<enter>")
    #expect(stepper.screen(size).cursor == nil)
    // The line comes back.
    _ = stepper.press("/<up>")
    #expect(stepper.screen(size).lines[23].text == "search: volume == 3")
  }

  @Test("switches to a session that was derived from this one, and back")
  func futures() throws {
    var stepper = try Player.file.stepper(canReplay: true)
    _ = stepper.press("jj")
    var other = SessionFile(app: "player", start: ["a": 1])
    other.add(1, "Play", state: ["a": 2])
    let timeline = try Timeline.open(SessionLog.open(bytes: other.bytes))
    stepper.enter(timeline, at: 2, title: "without 2", news: "It lives.")
    #expect(stepper.text().hasPrefix(" player without 2  1 of 1"))
    #expect(stepper.text().hasSuffix(" It lives."))
    #expect(stepper.text("X").hasPrefix(" player  2 of 7"))
    #expect(stepper.text("X").hasSuffix(" This is the session as it was recorded."))
  }

  @Test("says that the state of the fatal action is the one before it")
  func beforeTheCrash() throws {
    var stepper = try Player.file.stepper(canReplay: true)
    #expect(stepper.text("G").contains("─ state before 7 ─"))
    #expect(stepper.text("<tab><tab>gv").contains("/tracks before 7"))
  }

  @Test("follows a session that grows")
  func following() throws {
    let file = Player.file
    func timeline(_ lines: Int) throws -> Timeline {
      var part = SessionFile()
      for line in file.lines[1...].prefix(lines) { part.add(line) }
      return try Timeline.open(SessionLog.open(bytes: part.bytes))
    }
    var stepper = Stepper(try timeline(3), isFollowing: true)
    #expect(stepper.index == 1)
    stepper.reload(try timeline(5))
    #expect(stepper.index == 2)
    _ = stepper.press("k")
    stepper.reload(try timeline(6))
    #expect(stepper.index == 1, "who looks at the past is not taken away")
    _ = stepper.press("G")
    stepper.reload(try timeline(10))
    #expect(stepper.index == 4)
    #expect(stepper.text("F").hasSuffix(" No longer following."))
    stepper.reload(try timeline(14))
    #expect(stepper.index == 4)
  }

  @Test("says once that the app it follows has died, and switches to its next session")
  func restarting() throws {
    func timeline(_ app: String, _ session: String, lines: Int = 5) throws -> Timeline {
      var file = SessionFile(app: app, ["session": .string(session)])
      for line in Player.file.lines[1...].prefix(lines) { file.add(line) }
      return try Timeline.open(SessionLog.open(bytes: file.bytes))
    }
    var stepper = Stepper(try timeline("first", "a", lines: 4), isFollowing: true)
    let news = "The app seems to have died: its process 7 is gone."
    stepper.lostWriter = 7
    #expect(stepper.text().contains(news))
    #expect(stepper.text().contains("seems to have died in action 2"))
    stepper.lostWriter = 7
    #expect(!stepper.text("k").contains(news))
    stepper.restart(try timeline("next", "b"))
    #expect(stepper.index == 2)
    #expect(stepper.text().contains(" next  2 of 2"))
    #expect(stepper.text().hasSuffix(" The app has started again."))
    #expect(!stepper.text("F").contains("seems to have died"))
    stepper.restart(try timeline("next", "b"))
    #expect(stepper.text().hasSuffix(" The session goes on in a new segment."))
  }

  @Test("draws any log without steering the terminal, at any size")
  func hostile() throws {
    let evil = "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\r\n\u{8}"
    var file = SessionFile(app: evil, start: [evil: [evil: [.string(evil)]], "deep": Self.deep])
    file.add(1, evil, [evil: .string(evil)], state: [evil: [evil: ["x"]], "deep": Self.deep])
    file.add(["index": 2, "input": ["name": .string(evil), "value": .string(evil)]])
    file.add(5, "after a gap", state: .string(evil))
    file.add(6, evil, state: nil)
    for (columns, rows) in [(80, 24), (40, 10), (10, 3), (1, 1), (2, 2), (500, 200), (61, 15)] {
      var stepper = try file.stepper()
      for keys in [
        "", "j", "<tab>", "<tab>l", "lllllllll", "v", "<esc>", "/\u{7}", "<esc>jjjG", "f1<",
        "<esc>",
      ] {
        _ = stepper.text(keys, columns, rows)
        let screen = stepper.screen(ScreenSize(columns: columns, rows: rows))
        #expect(screen.lines.count == rows)
        for line in screen.lines {
          #expect(line.columns <= columns, "\(line.text)")
          let isPlain = line.text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control
          }
          #expect(isPlain && !line.text.contains("\u{202E}"))
        }
      }
    }
  }

  private static var deep: JSONValue {
    (0..<100).reduce("the end") { value, level in level % 2 == 0 ? [value] : ["in": value] }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
