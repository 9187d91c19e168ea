import Foundation
import RewindDiagnosis
import RewindLog
import RewindQuery
import RewindReports
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  private static let limit = Flag("--limit BYTES", .text)
    .help("The maximum size of the page (16M); K and M mean thousands and millions.")
  private static let condition = Flag("--where", .expression).repeated
    .help("Mark where this holds: 'balance < 0', or with a name 'overdrawn: balance < 0'.")
  static let report = Command(
    name: "report",
    operands: [.sessions],
    summary: "Writes a page for viewing sessions in a browser",
    required: [.output],
    flags: Flag.replaying + Flag.judgingStates + Flag.writing()
      + [.open, condition, limit, .triageResult, .stores],
    isForAgents: false,
    details: """
      One HTML file that needs neither network nor server, to attach to a bug report: the timeline,
      every action, every state and its changes, and who wrote the values that matter. With --app it
      shows the action that crashed, the action to blame, and the shortest reproduction, with a
      search of at most 20 seconds; ctrl-C takes the shortest so far. If a session is too long for
      the page, its first actions are left out. With --never it shows where a forbidden condition
      holds, and the action to blame; with --where it marks where a condition holds, and filters by
      it. In a folder, and of @last, the stores of a session are lanes of one timeline; another log of a
      store, such as a shorter reproduction, is a session by itself. A file is the log of its store,
      with --stores all of them. With --triage, each log is by itself. `-o -` prints the page; --open alone writes it to the folder for temporary files.
      """,
    examples: """
      report recordings/memory-tunes/win.jsonl -o win.html
        a game, to step through
      report recordings/memory-tunes/tap-while-loading.jsonl \
      --app .build/debug/memory-tunes -o crash.html
        a crash, with the action to blame
      """
  ) { arguments, terminal in
    let isPrinted = arguments[.output] == "-"
    if isPrinted, arguments.has(.open) {
      throw InputError.needs(Flag.open.name, "-o FILE")
    }
    let path =
      try isPrinted
      ? "-" : arguments.openedPage(without: .output) ?? arguments.outputPath()
    let sessions = try arguments.shownSessions(terminal)
    try arguments.checkIsNoInput(path, of: sessions.map(\.path))
    let writer = ReportWriter(
      terminal: terminal,
      program: try arguments.optionalProgram(),
      never: try arguments.neverConditions(),
      conditions: try arguments.markedConditions(condition),
      limit: try arguments.byteLimit(limit),
      triage: try arguments[.triageResult].map(TriageResult.read)
    )
    let page = try writer.page(of: sessions, arguments)
    if let path = arguments[.triageResult] {
      let strangers = page.sessions.filter { !$0.isGrouped }.count
      terminal.warn(of: strangers, of: page.sessions.count, notIn: path)
    }
    let text = page.text
    guard !isPrinted else {
      terminal.print(report: text + "\n")
      return .success
    }
    try PrivateFile.write(Array(text.utf8), to: path)
    terminal.printWrapped(
      "\(path): \(counted(page.sessions.count, "session")), \(byteSize(text.utf8.count))."
    )
    if arguments.has(.open) { try Browser.open(url: URL(fileURLWithPath: path).absoluteString) }
    return .success
  }
}

/// Makes the page, and reports its omissions.
private struct ReportWriter {
  let terminal: Terminal
  let program: ReplayProgram?
  let never: [Invariant]
  let conditions: [PageCondition]
  let limit: Int
  /// The groups of the sessions; nil if they were not put into any.
  let triage: TriageResult?

  /// The time limit of the search for the shortest reproduction: as long as a person waits for a page.
  private static let patience = Duration.seconds(20)

  func page(of shown: [ShownSession], _ arguments: Arguments) throws -> Page {
    let files = shown.map(\.path)
    var room = limit - Page.emptySize - files.count * Page.sizePerSession
    guard room > 0 else {
      throw PageError.limitTooSmall(least: limit - room, limit: limit)
    }
    let names = Self.names(of: files)
    var sessions: [Int: PageSession] = [:]
    // Short sessions take the space that they need, and leave the rest to the long ones. One is open at a
    // time: there may be more of them than a process may have files.
    let sizes = files.map(Self.size)
    let order = files.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    for (done, number) in order.enumerated() {
      do {
        let timeline = try arguments.openWholeSession(
          files[number],
          terminal,
          asOne: shown[number].asOne
        )
        let share = room / (files.count - done)
        let crash = try program.flatMap { try diagnosis(of: timeline, by: $0) }
        let wrong = try never.map { try found($0, in: timeline) }
        let session = try PageSession.read(
          timeline,
          name: names[number],
          limit: share,
          diagnosis: crash,
          never: wrong,
          conditions: try conditions.map { ($0, try marked($0, in: timeline)) },
          group: triage?.group(of: timeline.log.path, timeline.log.header),
          screens: try screens(
            of: timeline,
            PageScreens.moments(of: timeline, crash, wrong),
            share
          )
        )
        room -= session.size
        sessions[number] = session
        if session.leftOut + session.later > 0 { warn(of: session, timeline) }
      } catch let error as SessionLogError where files.count > 1 {
        // A log that cannot be read, or contradicts itself, says nothing about the others.
        leaveOut(files[number], error.description)
      } catch let error as CommandError where files.count > 1 && program == nil {
        // It lacks states.
        leaveOut(files[number], error.description)
      }
    }
    guard !sessions.isEmpty else {
      throw InputError.missing("session")
    }
    return Page(files.indices.compactMap { sessions[$0] })
  }

  /// Returns the paths without their common beginning, up to the last folder.
  private static func names(of paths: [String]) -> [String] {
    let parts = paths.map { $0.split(separator: "/").map(String.init) }
    var common = 0
    while parts.allSatisfy({ $0.count > common + 1 && $0[common] == parts[0][common] }) {
      common += 1
    }
    return parts.map { $0.dropFirst(common).joined(separator: "/") }
  }

  private func found(_ condition: Invariant, in timeline: Timeline) throws -> PageInvariant {
    let runs = try timeline.runs(of: condition.expression)
    try terminal.warnOfNames(
      of: condition.expression,
      in: timeline,
      isFound: runs.last != nil,
      mayBeAbsent: true
    )
    let answer = NeverAnswer(
      timeline: timeline,
      condition: condition,
      runs: runs,
      suggestions: try HeldEqualities.broken(before: runs, of: condition.expression, in: timeline),
      path: timeline.log.path
    )
    return PageInvariant(condition, runs, sentences: answer.sentences)
  }

  private func marked(_ condition: PageCondition, in timeline: Timeline) throws -> IndexSet {
    let indexes = try condition.indexes(in: timeline)
    try terminal.warnOfNames(
      of: condition.expression,
      in: timeline,
      isFound: !indexes.isEmpty,
      mayBeAbsent: true
    )
    return indexes
  }

  /// Returns the size of a file; the maximum for standard input, which is read only once.
  private static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path.resolvedPath)
    return path == "-" ? .max : attributes?[.size] as? Int ?? 0
  }

  private func leaveOut(_ path: String, _ why: String) {
    terminal.warn("rewind: \(path.escapedForTerminal) is left out. \(why.escapedForTerminal)")
  }

  private func warn(of session: PageSession, _ timeline: Timeline) {
    let parts = [("first", session.leftOut), ("last", session.later)].filter { $0.1 > 0 }
    terminal.warn(
      """
      rewind: The \(parts.map { "\($0) \($1)" }.joined(separator: " and ")) of \(timeline.actionCount) actions of \
      \(session.name.escapedForTerminal) are left out: the page would be larger than \(byteSize(limit)). \
      Raise the limit with --limit.
      """
    )
  }

  private func diagnosis(
    of timeline: Timeline,
    by program: ReplayProgram
  ) throws -> PageDiagnosis? {
    let progress = Progress()
    let name = timeline.log.path
    guard timeline.stores.isEmpty else {
      let stores = try StoreReplays(besides: name, by: program)
      return try .searched(stores) { progress.show("\(name): \($0) replays") }
    }
    return try .searched(
      timeline,
      by: program,
      progress: { progress.show("\(name): \($0) replays") },
      minimal: { try minimal(timeline, $0, program, progress) }
    )
  }

  /// Returns the screens that the app draws; nil if it draws none.
  private func screens(
    of timeline: Timeline,
    _ moments: [(index: Int, word: String)],
    _ limit: Int
  ) throws -> PageScreens? {
    guard let program, timeline.stores.isEmpty else { return nil }
    let name = timeline.log.path
    let progress = Progress()
    do {
      let indexes = timeline.firstIndex...timeline.lastIndex
      let drawn = try SessionScreens.draw(indexes, of: timeline, by: program) {
        progress.show("\(name): \($0) states drawn")
      }
      return PageScreens(drawn, moments: moments, by: program.name, limit: limit)
    } catch SessionScreens.Refusal.noScreens {
      return nil
    } catch  where error is SessionScreens.Refusal || error is ReplayProgramError {
      terminal.warn("rewind: \(name.escapedForTerminal): No screens: \(error)")
      return nil
    }
  }

  /// Returns the few actions that crash alike and include the culprit, or the fewest until ctrl-C; nil if
  /// the crash is intermittent.
  private func minimal(
    _ timeline: Timeline,
    _ culprit: CrashBisection.Culprit,
    _ program: ReplayProgram,
    _ progress: Progress
  ) throws -> Minimization? {
    let end = ContinuousClock.now + Self.patience
    let name = timeline.log.path
    do {
      let outcome = try Signals.deferred { isInterrupted in
        var options = Minimization.Options()
        options.isCancelled = { isInterrupted() || ContinuousClock.now > end }
        options.progress = { progress.show("\(name): \($0) replays, \($1) actions kept") }
        let outcome = try Minimization.run(
          timeline,
          by: program,
          keeping: culprit,
          options: options
        )
        if isInterrupted() {
          terminal.warn(
            "rewind: Stopped: the page has the shortest reproduction found so far."
          )
        }
        return outcome
      }
      if case .found(let minimal) = outcome { return minimal }
      return nil
    } catch let error as MinimizationError {
      terminal.warn("rewind: \(name.escapedForTerminal): \(error)")
      return nil
    }
  }
}

/// A session to show, by the path of a log.
private typealias ShownSession = (path: String, asOne: Bool?)

extension Flag {
  fileprivate static let triageResult = Flag("--triage", .file)
    .help("Group the sessions by this output of `rewind triage --json`.")
}

extension Arguments {
  /// Returns the sessions that the operands name.
  ///
  /// A folder has sessions, and a file is the log of one store, unless `--stores` says otherwise. `triage` knows logs.
  fileprivate func shownSessions(_ terminal: Terminal) throws -> [ShownSession] {
    let logs = try SessionFiles.expand(operands, terminal)
    guard has(.stores) || !has(.triageResult) else { return logs.map { ($0, false) } }
    let named = Set(operands)
    // With `--stores`, and as `@last`, a file stands for its session.
    func isSession(_ path: String) -> Bool {
      named.contains(path) && (has(.stores) || references.contains(0) && path == operands[0])
    }
    let kinds = SessionStores.kinds(of: logs.filter { has(.stores) || !named.contains($0) })
    return logs.compactMap { path in
      switch kinds[path] {
      case .part?: nil
      case .stores?: (path, true)
      case nil: (path, isSession(path) ? nil : false)
      }
    }
  }

  /// Returns the temporary file for a page that is only to be opened; nil if a flag names its file.
  fileprivate func openedPage(without output: Flag) -> String? {
    guard has(.open), !has(output) else { return nil }
    let name = URL(fileURLWithPath: operands[0]).deletingPathExtension().lastPathComponent
    // In a folder that others may write to, no one can know the name before.
    let page =
      "rewind-\(operands[0] == "-" || name.isEmpty ? "session" : name)-\(UUID().uuidString.prefix(8)).html"
    return FileManager.default.temporaryDirectory.appendingPathComponent(page).path
  }

  /// Returns the conditions of `--where`, whose names differ.
  fileprivate func markedConditions(_ flag: Flag) throws -> [PageCondition] {
    var conditions: [PageCondition] = []
    for condition in try all(flag).map({ try PageCondition($0) }) {
      guard !conditions.contains(where: { $0.name == condition.name }) else {
        throw InputError.takes(flag.name, "conditions of different names", not: condition.name)
      }
      conditions.append(condition)
    }
    return conditions
  }

  /// Returns a number of bytes: `500000`, `500K`, `20M`.
  fileprivate func byteLimit(_ flag: Flag) throws -> Int {
    guard let text = self[flag] else { return 16_000_000 }
    let units: [Character: Int] = ["k": 1_000, "K": 1_000, "m": 1_000_000, "M": 1_000_000]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0,
      number <= 1_000_000_000
    else {
      throw InputError.takes(flag.name, "a number of bytes, such as 500K or 20M", not: text)
    }
    return min(number * (unit ?? 1), 1_000_000_000)
  }
}
