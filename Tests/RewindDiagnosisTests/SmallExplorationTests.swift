import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

@Suite("An exploration of a small app")
struct SmallExplorationTests {
  private func explore(_ app: ScriptedApp, _ sessions: [SessionFile]) throws -> [ExploredFailure] {
    try exploration(of: app, sessions).findings
  }

  private func exploration(
    of app: ScriptedApp,
    _ sessions: [SessionFile],
    runs: Int = 50
  ) throws -> Exploration {
    try TemporaryFolder.with { folder in
      let logs = try sessions.enumerated().map { number, session in
        try session.write(to: folder, as: "\(number).jsonl")
      }
      var options = Exploration.Options()
      options.runs = runs
      let exploration = Exploration(by: app.program(), options)
      #expect(try exploration.run(logs))
      return exploration
    }
  }

  @Test("changes the case of a payload only with the parts that belong to it")
  func cases() throws {
    let app = ScriptedApp(initial: 0, actions: ["Change"]) { run, action in
      let change = action.payload["change"] ?? .null
      guard change["text"] != nil || change["type"] != "renamed" else {
        throw ScriptedApp.Death.trap("rename(_:)")
      }
      run.state = JSONValue((run.state.int ?? 0) + 1)
    }
    var session = SessionFile(start: 0, isMade: true)
    for number in 1...12 {
      let text = JSONValue.string(number.isMultiple(of: 4) ? "Kim" : "Lou")
      let change: JSONValue =
        number.isMultiple(of: 2)
        ? ["change": ["type": "renamed", "text": text]] : ["change": ["type": "moved", "to": 3]]
      session.add(number, "Change", change, state: JSONValue(number))
    }
    #expect(try explore(app, [session]).map(\.signature) == [])
  }

  @Test("lets no answer come to a request that the app has ignored")
  func ignored() throws {
    let app = ScriptedApp(
      initial: ["text": "", "loading": 0, "count": 0],
      actions: ["Type", "Load", "Loaded", "Look"]
    ) { run, action in
      var state = run.state.object ?? JSONObject()
      switch action.type {
      case "Type": state["text"] = action.payload["text"]
      case "Load":
        if state["text"] != "" { state["loading"] = JSONValue((state["loading"]?.int ?? 0) + 1) }
      case "Look": state["count"] = JSONValue((state["count"]?.int ?? 0) + 1)
      default:
        guard let loading = state["loading"]?.int, loading > 0 else {
          throw ScriptedApp.Death.trap("show()")
        }
        state["loading"] = JSONValue(loading - 1)
      }
      run.state = .object(state)
    }
    func state(_ text: JSONValue, _ loading: Int, _ count: Int) -> JSONValue {
      ["text": text, "loading": JSONValue(loading), "count": JSONValue(count)]
    }
    var session = SessionFile(start: state("", 0, 0), isMade: true)
    session.add(1, "Type", ["text": "a"], state: state("a", 0, 0))
    for round in 0..<4 {
      session.add(3 * round + 2, "Load", state: state("a", 1, round))
      session.add(3 * round + 3, "Loaded", state: state("a", 0, round), cause: 3 * round + 2)
      session.add(3 * round + 4, "Look", state: state("a", 0, round + 1))
    }
    #expect(try explore(app, [session, session]).map(\.signature) == [])
  }

  /// An app of ten screens, each with a button of its own that goes when it is tapped, and sessions in which users
  /// tap the button that they see.
  ///
  /// - Parameters:
  ///   - ticking: The screen whose rows are ticked before its button is tapped; of a button without a tick it dies.
  ///   - death: What it dies of where a button is tapped that no screen shows; nil where it ignores that.
  /// - Returns: The app, and its sessions.
  private static func screens(
    ticking: String? = nil,
    _ death: @escaping @Sendable (_ button: String) -> ScriptedApp.Death?
  ) -> (app: ScriptedApp, sessions: [SessionFile]) {
    let names = (0..<10).map { "s\($0)" }
    let initial: JSONValue = ["screen": "s0", "taps": 0, "isTapped": false]
    let actions = ["Go", "Tick"] + names.map { "Tap\($0)" }
    let app = ScriptedApp(initial: initial, actions: Set(actions)) { run, action in
      var state = run.state.object ?? JSONObject()
      if action.type == "Go" {
        state["screen"] = action.payload["to"]
        state["isTapped"] = false
        state["ticked"] = action.payload["to"]?.string == ticking ? .array([]) : nil
      } else if action.type == "Tick" {
        state["ticked"] = state["ticked"].map { _ in [1] }
      } else if state["screen"]?.string.map({ "Tap\($0)" }) == action.type,
        state["isTapped"] == false
      {
        if state["ticked"] == [] { throw ScriptedApp.Death.trap("share(_:)") }
        state["isTapped"] = true
        state["taps"] = JSONValue((state["taps"]?.int ?? 0) + 1)
      } else if let death = death(action.type) {
        throw death
      }
      run.state = .object(state)
    }
    let sessions = (1...4).map { session in
      var file = SessionFile(start: initial, isMade: true)
      var index = 0
      func add(_ type: String, _ payload: JSONValue, _ state: JSONValue) {
        index += 1
        file.add(index, type, payload, state: state)
      }
      for number in 0..<20 {
        let name = names[(number * session + session) % names.count]
        func state(_ taps: Int, ticked: JSONValue) -> JSONValue {
          var state = JSONObject()
          state["screen"] = .string(name)
          state["taps"] = JSONValue(taps)
          state["isTapped"] = .bool(taps > number)
          if name == ticking { state["ticked"] = ticked }
          return .object(state)
        }
        add("Go", ["to": .string(name)], state(number, ticked: []))
        if name == ticking { add("Tick", [:], state(number, ticked: [1])) }
        add("Tap\(name)", [:], state(number + 1, ticked: [1]))
      }
      return file
    }
    return (app, sessions)
  }

  @Test("finds what an app dies of that ignores whatever else no screen shows")
  func ignoring() throws {
    let (app, sessions) = Self.screens { button in
      button == "Taps7" ? .trap("seventh()") : nil
    }
    let found = try explore(app, sessions)
    #expect(found.map(\.signature.type) == ["Taps7"])
    #expect(found.allSatisfy { $0.doubt == nil })
  }

  @Test("finds what an app dies of that ignores the button elsewhere: nothing is ticked")
  func unticked() throws {
    let (app, sessions) = Self.screens(ticking: "s7") { _ in nil }
    let found = try exploration(of: app, sessions, runs: 100).findings
    #expect(found.map(\.signature.type) == ["Taps7"])
  }

  /// An app in which nothing is done before the sign-in, and that dies of a third `Add` without `Save`.
  ///
  /// At the same line it dies of an `Add` before anybody has signed in.
  private static func signedIn() -> (app: ScriptedApp, sessions: [SessionFile]) {
    @Sendable func state(_ user: JSONValue, _ added: Int) -> JSONValue {
      ["user": user, "added": JSONValue(added)]
    }
    let app = ScriptedApp(initial: state(.null, 0), actions: ["SignIn", "Add", "Save", "Look"]) {
      run,
      action in
      let (user, added) = (run.state["user"] ?? .null, run.state["added"]?.int ?? 0)
      switch action.type {
      case "SignIn": run.state = state("kim", 0)
      case "Add":
        if added > 1 || user == .null { throw ScriptedApp.Death.trap("add(_:)") }
        run.state = state(user, added + 1)
      case "Save": run.state = state(user, 0)
      default: break
      }
    }
    let sessions = (0..<8).map { session in
      var file = SessionFile(start: state(.null, 0), isMade: true)
      var index = 1
      file.add(index, "SignIn", state: state("kim", 0))
      func add(_ type: String, _ added: Int) {
        index += 1
        file.add(index, type, state: state("kim", added))
      }
      for round in 0..<6 {
        add("Add", 1)
        if (round + session).isMultiple(of: 3) { add("Add", 2) }
        if round.isMultiple(of: 2) { add("Look", (round + session).isMultiple(of: 3) ? 2 : 1) }
        add("Save", 0)
      }
      return file
    }
    return (app, sessions)
  }

  @Test("doubts what is done where nothing but the sign-in was ever done")
  func outside() throws {
    let (app, sessions) = Self.signedIn()
    let found = try explore(app, sessions).filter { $0.doubt == nil }
    // The sign-in, and three times `Add`.
    #expect(found.allSatisfy { $0.actions == 4 })
  }

  @Test("looks for a session that a user can have, where it has one that is doubtful")
  func sure() throws {
    let (app, sessions) = Self.signedIn()
    let found = try exploration(of: app, sessions, runs: 400).findings
    #expect(found.map(\.signature.type) == ["Add"])
    #expect(found.map { $0.doubt == nil } == [true])
  }

  @Test("has no user tap the button of a screen that lies below another one")
  func stack() throws {
    @Sendable func state(_ screens: [JSONValue], _ saved: Int) -> JSONValue {
      ["route": .array(screens.map { ["screen": $0] }), "saved": JSONValue(saved)]
    }
    let initial = state(["home"], 0)
    let app = ScriptedApp(initial: initial, actions: ["Open", "Close", "Save", "Look"]) {
      run,
      action in
      let screens = (run.state["route"]?.array ?? []).compactMap { $0["screen"] }
      let saved = run.state["saved"]?.int ?? 0
      switch action.type {
      case "Open": run.state = state(screens + ["editor"], saved)
      case "Close": run.state = state(["home"], saved)
      case "Save":
        guard screens.last == "editor" else { throw ScriptedApp.Death.trap("save()") }
        run.state = state(screens, saved + 1)
      default: break
      }
    }
    let sessions = (0..<4).map { session in
      var file = SessionFile(start: initial, isMade: true)
      var index = 0
      func add(_ type: String, _ screens: [JSONValue], _ saved: Int) {
        index += 1
        file.add(index, type, state: state(screens, saved))
      }
      for round in 0..<6 {
        for _ in 0...(round + session) % 3 { add("Look", ["home"], round) }
        add("Open", ["home", "editor"], round)
        add("Save", ["home", "editor"], round + 1)
        add("Close", ["home"], round + 1)
      }
      return file
    }
    #expect(try explore(app, sessions).map(\.signature) == [])
  }

  @Test("has an answer name the rows that were there as it was asked for")
  func lists() throws {
    let initial: JSONValue = ["trash": [], "asked": .null]
    let app = ScriptedApp(initial: initial, actions: ["Trash", "Empty", "Purged"]) { run, action in
      let (trash, asked) = (run.state["trash"]?.array ?? [], run.state["asked"] ?? .null)
      switch action.type {
      case "Trash":
        run.state = ["trash": .array(trash + [action.payload["id"] ?? 0]), "asked": asked]
      case "Empty":
        if asked == .null, !trash.isEmpty {
          run.state = ["trash": .array(trash), "asked": .array(trash)]
        }
      default:
        guard asked == .null || asked == action.payload["ids"] else {
          throw ScriptedApp.Death.trap("purge(_:)")
        }
        if asked != .null { run.state = initial }
      }
    }
    let sessions = [[2, 1, 3], [1, 4], [5, 2, 2], [3, 3, 1]].map { counts in
      var session = SessionFile(start: initial, isMade: true)
      var (index, id) = (0, 0)
      for count in counts {
        var trash: [JSONValue] = []
        for _ in 0..<count {
          (index, id) = (index + 1, id + 1)
          trash.append(JSONValue(10 * count + id))
          let state: JSONValue = ["trash": .array(trash), "asked": .null]
          session.add(index, "Trash", ["id": trash.last ?? 0], state: state)
        }
        let state: JSONValue = ["trash": .array(trash), "asked": .array(trash)]
        session.add(index + 1, "Empty", state: state)
        let ids: JSONValue = ["ids": .array(trash)]
        session.add(index + 2, "Purged", ids, state: initial, cause: index + 1)
        index += 2
      }
      return session
    }
    #expect(try explore(app, sessions).map(\.signature) == [])
  }

  @Test("lets no answer come to what has not the value that the answer repeats")
  func unasked() throws {
    @Sendable func state(_ sent: Int, _ faded: Int, kicks: Int) -> JSONValue {
      ["sent": JSONValue(sent), "faded": JSONValue(faded), "kicks": JSONValue(kicks)]
    }
    let initial = state(1, 1, kicks: 1)
    let app = ScriptedApp(initial: initial, actions: ["Happened", "Faded"]) { run, action in
      let (sent, faded) = (run.state["sent"]?.int ?? 0, run.state["faded"]?.int ?? 0)
      let kicks = run.state["kicks"]?.int ?? 0
      switch (action.type, action.payload["what"]) {
      case ("Happened", "emoted"): run.state = state(sent + 1, faded, kicks: kicks)
      case ("Happened", _): run.state = state(sent, faded, kicks: kicks + 1)
      default:
        guard faded < sent else { throw ScriptedApp.Death.trap("fade(_:)") }
        run.state = state(sent, faded + 1, kicks: kicks)
      }
    }
    let sessions = [3, 2, 4].map { count in
      var session = SessionFile(start: initial, isMade: true)
      for number in 1...count {
        let (index, id) = (3 * number - 2, JSONValue(10 * count + number))
        let emoted: JSONValue = ["what": "emoted", "id": id]
        let sent = state(number + 1, number, kicks: number)
        session.add(index, "Happened", emoted, state: sent)
        let faded = state(number + 1, number + 1, kicks: number)
        session.add(index + 1, "Faded", ["id": id], state: faded, cause: index)
        let kicked = state(number + 1, number + 1, kicks: number + 1)
        session.add(index + 2, "Happened", ["what": "kicked"], state: kicked)
      }
      return session
    }
    #expect(try explore(app, sessions).map(\.signature) == [])
  }

  @Test("types what is no number, where numbers were typed")
  func oddTexts() throws {
    let app = ScriptedApp(initial: ["text": ""], actions: ["AmountTyped", "Added"]) { run, action in
      if action.type == "AmountTyped" { run.state = action.payload }
      let text = run.state["text"]?.string ?? ""
      guard action.type != "Added" || text.isEmpty || Int(text) != nil else {
        throw ScriptedApp.Death.trap("add(_:)")
      }
    }
    var session = SessionFile(start: ["text": ""], isMade: true)
    for number in 1...6 {
      let typed: JSONValue = ["text": .string("\(number % 3)")]
      session.add(2 * number - 1, "AmountTyped", typed, state: typed)
      session.add(2 * number, "Added", state: typed)
    }
    #expect(try explore(app, [session, session]).map(\.signature.type) == ["Added"])
  }

  @Test("leaves out what an app dies of in the check in which it dies of all that no screen shows")
  func checked() throws {
    let (app, sessions) = Self.screens { _ in
      .trap("require(_:)", message: "App/Checks.swift:12: Fatal error: No screen shows it")
    }
    let exploration = try exploration(of: app, sessions)
    #expect(exploration.findings.map(\.signature) == [])
    #expect(exploration.checked.keys.sorted() == ["Checks.swift:12"])
  }

  @Test("takes no line for a check at which an app dies of some actions only that no screen shows")
  func sharedLookup() throws {
    let (app, sessions) = Self.screens { button in
      guard ["Taps0", "Taps1", "Taps2", "Taps3", "Taps4"].contains(button) else { return nil }
      return .trap("selected()", message: "App/Lookup.swift:3: Fatal error: Found nil")
    }
    let exploration = try exploration(of: app, sessions)
    #expect(exploration.checked.isEmpty)
    #expect(!exploration.findings.isEmpty)
  }

  @Test("has no user tap a row behind the last")
  func rows() throws {
    let app = ScriptedApp(initial: ["rows": []], actions: ["Add", "Pick"]) { run, action in
      let rows = run.state["rows"]?.array ?? []
      if action.type == "Add" { run.state = ["rows": .array(rows + [0])] }
      guard action.payload["row"]?.int ?? -1 < rows.count else {
        throw ScriptedApp.Death.trap("pick(_:)")
      }
    }
    let sessions = (1...4).map { count in
      var session = SessionFile(start: ["rows": []], isMade: true)
      func rows(_ count: Int) -> JSONValue {
        ["rows": .array(Array(repeating: 0, count: count))]
      }
      for number in 1...count { session.add(number, "Add", state: rows(number)) }
      session.add(count + 1, "Pick", ["row": JSONValue(count - 1)], state: rows(count))
      return session
    }
    #expect(try explore(app, sessions).map(\.signature) == [])
  }

  @Test("has no user play a track that is not in a list of bare numbers")
  func numbers() throws {
    let app = ScriptedApp(initial: ["tracks": []], actions: ["Load", "Play"]) { run, action in
      if action.type == "Load" { run.state = action.payload }
      let tracks = run.state["tracks"]?.array ?? []
      guard action.type == "Load" || tracks.contains(action.payload["trackId"] ?? .null) else {
        throw ScriptedApp.Death.trap("play(_:)")
      }
    }
    let sessions = [[857, 100], [12, 857], [31, 100], [400, 12, 77]].map { ids in
      let tracks: JSONValue = ["tracks": .array(ids.map { JSONValue($0) })]
      var session = SessionFile(start: ["tracks": []], isMade: true)
      session.add(1, "Load", tracks, state: tracks)
      for (number, id) in (ids + ids.reversed()).enumerated() {
        session.add(number + 2, "Play", ["trackId": JSONValue(id)], state: tracks)
      }
      return session
    }
    #expect(try explore(app, sessions).map(\.signature) == [])
  }

  @Test("keeps the request of an answer that an app dies of, though the answer alone is as bad")
  func requests() throws {
    let app = ScriptedApp(initial: false, actions: ["Open", "Loaded", "Close"]) { run, action in
      if action.type == "Loaded", run.state == false { throw ScriptedApp.Death.trap("show()") }
      run.state = .bool(action.type != "Close")
    }
    var session = SessionFile(start: false, isMade: true)
    session.add(1, "Open", state: true)
    session.add(2, "Loaded", state: true, cause: 1)
    session.add(3, "Close", state: false)
    session.add(["end": "closed", "index": 3])
    #expect(try explore(app, [session, session]).map(\.actions) == [3])
  }
}
