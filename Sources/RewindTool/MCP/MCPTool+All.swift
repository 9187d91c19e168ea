import RewindJSON
import RewindTimeline

extension MCPParameter {
  fileprivate static let file = MCPParameter(
    "file",
    .file,
    "A session's log in the folder, or @last, @2.",
    isRequired: true
  )
  fileprivate static let stores = MCPParameter(
    "stores",
    .truth,
    "All stores of the session as one (of @last: yes)."
  )
  fileprivate static let pointer = MCPParameter(
    "pointer",
    .text,
    "A pointer into the state: /cart/items/3 or cart.items[3].",
    isRequired: true
  )
  fileprivate static let lookingBack = MCPParameter(
    "at",
    .position,
    "Look back from this position (end)."
  )
  fileprivate static let never = MCPParameter(
    "never",
    .texts,
    "Conditions that must not hold, such as \"length(cart.items) < 0\"; for a wrong state instead of a crash."
  )
  fileprivate static func output(_ suffix: String) -> MCPParameter {
    MCPParameter(
      "output",
      .text,
      "The new file in the folder; it ends with \(suffix).",
      isRequired: true
    )
  }
}

extension MCPTool {
  /// Every tool, in the order of the list.
  static let all = [
    sessions, summary, actions, state, diff, find, blame, why, bisect, minimize, verify, writeTest,
    explore,
  ]

  private static let sessions = MCPTool(
    name: "sessions",
    summary: "Lists the newest recorded sessions, with how each ended.",
    effect: .reads,
    parameters: []
  ) { _ in
    (.sessions, ["-n", "20"])
  } show: { answer, _ in
    let rows = try answer.parts.flatMap { try $0.records }
    let crashed = rows.firstIndex { $0["end"]?.string == "crashed" }
    let number = crashed ?? 0
    return MCPAnswer(
      lines: try answer.lines,
      next: rows.isEmpty
        ? nil : MCPNext("summary", [("file", number == 0 ? "@last" : "@\(number + 1)")])
    )
  }

  private static let summary = MCPTool(
    name: "summary",
    summary: "Tells how a session ended: the crash, its action, the last changes.",
    effect: .reads,
    parameters: [.file, .stores]
  ) { call in
    (.overview, try call.session())
  } show: { answer, call in
    let json = try answer.parts.first?.json
    let isCrash = json?["end"]?.string == "crashed"
    return MCPAnswer(
      lines: try answer.lines,
      next: isCrash ? .bisect(call) : call.next("actions")
    )
  }

  private static let defaultLimit = 50

  private static let actions = MCPTool(
    name: "actions",
    summary:
      "Lists actions with the pointers that each changed: the last ones, or with from those from there on.",
    effect: .reads,
    parameters: [
      .file, .stores, MCPParameter("from", .position, "The first position."),
      MCPParameter("to", .position, "The last position."),
      MCPParameter("type", .text, "Only actions of this type; * and ? are wildcards."),
      MCPParameter(
        "where",
        .text,
        "Only where this holds: changed(cart.total) and payload.id == 3"
      ),
      MCPParameter("limit", .count(1...500), "The number of actions (\(defaultLimit))."),
    ]
  ) { call in
    let limit = (call.count("limit") ?? defaultLimit) + 1
    return (
      .log,
      try call.session() + ["-n=\(limit)"] + call.flag(Command.listedFrom, "from")
        + call.flag(Command.listedTo, "to") + call.flag(Command.listedType, "type")
        + call.flag(Command.listedCondition, "where")
    )
  } show: { answer, call in
    let isForward = call.text("from") != nil
    let rows = try answer.parts.flatMap { part in
      let index = try part.records.first?["index"]?.int
      return try part.lines(.plain).map { MCPAnswer.Row($0, index) }
    }
    let last = rows.last { $0.index != nil }?.index
    return MCPAnswer(
      rows: rows.isEmpty ? [.init("No action matches.")] : rows,
      limit: call.count("limit") ?? defaultLimit,
      keepsEnd: !isForward,
      omission: { omitted in
        let nearest =
          isForward ? omitted.compactMap(\.index).first : omitted.compactMap(\.index).last
        let others = ["type", "where"].compactMap { name in call.text(name).map { (name, $0) } }
        return nearest.map { index in
          call.next("actions", [(isForward ? "from" : "to", "\(index)")] + others).call
        }.map { "\(isForward ? "later" : "earlier") actions: \($0)" }
          ?? "\(omitted.count) more lines"
      },
      next: last.map { call.next("why", [("index", "\($0)")]) }
        ?? call.next("summary")
    )
  }

  private static let state = MCPTool(
    name: "state",
    summary: "Shows the state after an action, or a value in it; long arrays are sampled.",
    effect: .reads,
    parameters: [
      .file, .stores,
      MCPParameter("at", .position, "0 is the start, end the last state.", isRequired: true),
      MCPParameter("pointer", .text, "Only the value at this pointer: /cart/items/3"),
      MCPParameter("depth", .count(0...20), "Levels to show (3)."),
    ]
  ) { call in
    (
      .state,
      try call.session() + call.flag(.at, "pointer") + [call.operand("at") ?? "end"]
    )
  } show: { answer, call in
    let value = try answer.parts.first?.json ?? .null
    let at = call.text("at") ?? "end"
    let pointer = try call.text("pointer").map { try Pointer(typed: $0) } ?? .root
    let outline = MCPOutline(pointer: pointer, depth: call.count("depth") ?? 3) { pointer in
      call.next("state", [("at", at), ("pointer", pointer.description)]).call
    }
    return MCPAnswer(
      lines: outline.lines(of: value, within: MCPAnswer.room),
      next: call.text("pointer").map {
        call.next("blame", [("pointer", $0), ("at", at)])
      } ?? call.next("diff", [("from", at)])
    )
  }

  private static let diff = MCPTool(
    name: "diff",
    summary: "Shows what action from changed; with to, what changed between the states after both.",
    effect: .reads,
    parameters: [
      .file, .stores,
      MCPParameter("from", .position, "The action.", isRequired: true),
      MCPParameter("to", .position, "The later position."),
    ]
  ) { call in
    (
      .diff,
      try call.session() + ["--", call.text("from") ?? ""] + (call.text("to").map { [$0] } ?? [])
    )
  } show: { answer, call in
    let lines = try answer.lines
    let pointers = try answer.parts.flatMap { try $0.records }
      .compactMap { $0["pointer"]?.string }
    let at = call.text("to") ?? call.text("from") ?? "end"
    return MCPAnswer(
      lines: lines.isEmpty ? ["Nothing changed."] : lines,
      next: pointers.first(where: MCPNext.isPlain).map {
        call.next("why", [("pointer", $0), ("at", at)])
      } ?? call.next("state", [("at", at)])
    )
  }

  private static let find = MCPTool(
    name: "find",
    summary:
      "Lists the positions at which a condition holds, such as changed(cart.total) and cart.total < 0.",
    effect: .reads,
    parameters: [
      .file, .stores,
      MCPParameter("where", .text, "The condition.", isRequired: true),
      MCPParameter("limit", .count(1...500), "The number of positions (\(defaultLimit))."),
    ]
  ) { call in
    (.log, try call.session() + call.flag(Command.listedCondition, "where"))
  } show: { answer, call in
    let rows = try answer.parts.flatMap { part in
      let index = try part.records.first?["index"]?.int
      return try part.lines(.plain).map { MCPAnswer.Row($0, index) }
    }
    let first = rows.first?.index
    return MCPAnswer(
      rows: rows.isEmpty ? [.init("It holds nowhere.")] : rows,
      limit: call.count("limit") ?? defaultLimit,
      omission: { "\($0.count) more, \(rows.count) in all: narrow the condition" },
      next: first.map {
        $0 > 0
          ? call.next("diff", [("from", "\($0)")])
          : call.next("state", [("at", "0")])
      } ?? call.next("actions")
    )
  }

  private static let blame = MCPTool(
    name: "blame",
    summary: "Tells which action last wrote a value.",
    effect: .reads,
    parameters: [.file, .stores, .pointer, .lookingBack]
  ) { call in
    (
      .blame,
      try call.session() + call.flag(Command.lookingBack, "at")
        + ["--", call.text("pointer") ?? ""]
    )
  } show: { answer, call in
    MCPAnswer(
      lines: try answer.lines,
      next: call.next(
        "why",
        [("pointer", call.text("pointer") ?? "")] + (call.text("at").map { [("at", $0)] } ?? [])
      )
    )
  }

  private static let why = MCPTool(
    name: "why",
    summary: "Tells where a value came from, step by step; with index, what an action was and did.",
    effect: .reads,
    parameters: [
      .file, .stores,
      MCPParameter("pointer", .text, "A pointer into the state: /cart/items/3 or cart.items[3]."),
      MCPParameter("index", .position, "An action, instead of pointer."), .lookingBack,
    ]
  ) { call in
    switch (call.text("pointer"), call.text("index")) {
    case (let pointer?, nil):
      return (
        .why, try call.session() + call.flag(Command.lookingBack, "at") + ["--", pointer]
      )
    case (nil, let index?):
      return (.show, try call.session() + ["--", index])
    default:
      throw CommandError("why needs either pointer, into the state, or index, an action.")
    }
  } show: { answer, call in
    let index = try answer.parts.last?.json["index"]?.int ?? 0
    let next: MCPNext
    if call.text("index") != nil, index > 0 {
      next = call.next("state", [("at", "\(index - 1)")])
    } else if index > 0 {
      next = call.next("why", [("index", "\(index)")])
    } else {
      next = call.next("actions")
    }
    return MCPAnswer(lines: try answer.lines, next: next)
  }

  private static let bisect = MCPTool(
    name: "bisect",
    summary:
      "Finds the action to blame for a crash by replaying the app, or with never for a wrong state.",
    effect: .replays,
    parameters: [.file, .stores, .never]
  ) { call in
    let words = try call.session() + call.never
    return (.bisect, try call.never.isEmpty ? call.replaying(words) : call.program.words(words))
  } show: { answer, call in
    // With several stores, the answer has a part for each, of which one may have crashed.
    let parts = try answer.parts.map { try $0.json }
    let json = parts.first { $0["result"]?.string == "found" } ?? parts.first
    let isFound = json?["result"]?.string == "found"
    let crashed = json?["store"] == nil ? nil : json?["file"]?.string
    let culprit = json?["culprit"]?.int
    let next: MCPNext
    if isFound, call.never.isEmpty || call.canReplay {
      let file = crashed.map(call.folder.name) ?? call.fileName
      let stem = MCPCall.stem(of: file)
      next = MCPNext(
        "minimize",
        [("file", file), ("output", "\(stem)-small.jsonl")],
        lists: call.neverArgument
      )
    } else if let culprit, culprit > 0 {
      next = call.next("diff", [("from", "\(culprit)")])
    } else {
      next = call.next("actions")
    }
    return MCPAnswer(lines: try answer.lines, next: next)
  }

  private static let minimize = MCPTool(
    name: "minimize",
    summary:
      "Writes a new session with the few actions that still crash, or lead to a wrong state.",
    effect: .writes,
    parameters: [.file, .never, .output(".jsonl")]
  ) { call in
    (
      .minimize,
      try call.replaying(
        [try call.file(), "\(Flag.output.name)=\(try call.output(".jsonl"))"] + call.never
      )
    )
  } show: { answer, call in
    let isWritten = answer.status == .success
    let output = call.text("output") ?? ""
    return MCPAnswer(
      lines: try answer.lines,
      next: isWritten
        ? MCPNext(
          "write_test",
          [("file", output), ("output", "\(output.dropLast(".jsonl".count))-tests.swift")]
        ) : MCPNext("actions", [("file", call.fileName)])
    )
  }

  private static let verify = MCPTool(
    name: "verify",
    summary: "Replays sessions with the app: does it still crash, are all states as recorded?",
    effect: .replays,
    parameters: [
      MCPParameter("files", .files, "Sessions' logs, or folders of them.", isRequired: true)
    ]
  ) { call in
    (.verify, try call.replaying(try call.files()))
  } show: { answer, call in
    let file = call.texts("files").first ?? "@last"
    return MCPAnswer(
      lines: try answer.lines,
      next: answer.status == .success
        ? MCPNext("sessions") : MCPNext("summary", [("file", file)])
    )
  }

  private static let writeTest = MCPTool(
    name: "write_test",
    summary: "Writes a Swift test that replays a short session and fails until the crash is fixed.",
    effect: .writes,
    parameters: [.file, .output(".swift")]
  ) { call in
    (
      .test,
      try call.replaying([try call.file(), "\(Flag.output.name)=\(try call.output(".swift"))"])
    )
  } show: { answer, call in
    MCPAnswer(
      lines: try answer.lines,
      next: MCPNext("verify", lists: [("files", [call.fileName])])
    )
  }
}

extension MCPTool {
  /// A client does not wait longer without being asked to.
  private static let secondsOfExploring = 30

  fileprivate static let explore = MCPTool(
    name: "explore",
    summary:
      "Looks for crashes, or with never for wrong states, that no session has had yet: replays changed sessions; "
      + "writes a short session for each finding.",
    effect: .writes,
    parameters: [
      MCPParameter(
        "files",
        .files,
        "Sessions' logs that went well, or folders of them.",
        isRequired: true
      ),
      MCPParameter("seconds", .count(1...3_600), "The time for it (\(secondsOfExploring))."),
      MCPParameter(
        "never",
        .texts,
        "Conditions that must not begin to hold, such as \"cart.total < 0\", besides crashes."
      ),
      MCPParameter(
        "output",
        .text,
        "The new folder in the folder, for the sessions of findings.",
        isRequired: true
      ),
    ]
  ) { call in
    let seconds = call.count("seconds") ?? secondsOfExploring
    return (
      .explore,
      try call.replaying(
        ["--for=\(seconds)", "-o=\(try call.output(""))"] + call.never + (try call.files())
      )
    )
  } show: { answer, call in
    let file = try answer.parts.flatMap { try $0.records }.first?["file"]?.string
    return MCPAnswer(
      lines: try answer.lines,
      next: file.map { MCPNext("bisect", [("file", $0)], lists: call.neverArgument) }
        ?? MCPNext("sessions")
    )
  }
}

extension Answer {
  /// The lines for people, without the command to type next: a client calls tools.
  fileprivate var lines: [String] {
    get throws {
      var lines = try parts.flatMap { try $0.lines(.plain) }
      if let next = lines.lastIndex(where: { $0.hasPrefix("# next: ") }) {
        lines.removeSubrange(next...)
        if lines.last == "" { lines.removeLast() }
      }
      return lines
    }
  }
}

extension MCPNext {
  /// Returns the search for the culprit; where nothing can replay, the look at what came before.
  fileprivate static func bisect(_ call: MCPCall) -> MCPNext {
    call.next(call.canReplay ? "bisect" : "actions")
  }
}

extension MCPCall {
  /// Returns the next call of a tool on the same session.
  fileprivate func next(_ tool: String, _ arguments: [(String, String)] = []) -> MCPNext {
    MCPNext(tool, sessionArguments + arguments)
  }

  /// Returns a session's name without its suffix.
  fileprivate static func stem(of file: String) -> String {
    guard file.hasSuffix(".jsonl"), !file.hasPrefix("/") else { return "crash" }
    return String(file.dropLast(".jsonl".count))
  }

  fileprivate var neverArgument: [(String, [String])] {
    let conditions = texts("never")
    return conditions.isEmpty ? [] : [("never", conditions)]
  }
}
