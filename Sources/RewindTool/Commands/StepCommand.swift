import Foundation
import RewindDiagnosis
import RewindSession
import RewindStepper
import RewindTimeline

extension Command {
  private static let follow = Flag("--follow")
    .help("Begin at the end, and follow the session as it grows, and the next ones.")
  private static let keys = Flag("--keys KEYS", .text)
    .help("Press these keys, print the resulting screen, and quit: 'jj/Flip<enter><tab>'.")
  private static let size = Flag("--size COLUMNSxROWS", .text).needing(keys)
    .help("The size of the screen (80x24).")
  private static let svg = Flag("--svg").needing(keys).help(
    "Print the screen of --keys as a picture (SVG)."
  )

  static let step = Command(
    name: "step",
    operands: [.session, Flag("[N]", .index)],
    summary: "Steps back and forth through a session",
    flags: [follow, .stores] + Flag.replaying + [keys, size, svg],
    isForAgents: false,
    details: """
      Fills the screen: the actions, the changes of the current one, and the state after it as a
      tree. It opens at N, or else where the session ends: at the crash, if there was one. Arrows or
      h j k l move, space and b step, tab changes the pane, / searches for a text or with the
      expressions of `rewind help expressions`, ? shows all keys, q quits. With --app, B searches for the action to blame for the crash, and x skips an action
      and shows what would have happened; the app computes states that were not recorded.
      With --follow, FILE may be a folder of sessions, and need not exist yet: the stepper waits for
      it, switches to the newest session when the app starts again, and reports when its process is
      gone. Without a terminal, and on a dumb one, it prints the screen at N.
      """,
    examples: """
      step recordings/memory-tunes/tap-while-loading.jsonl
        step through the session
      step recordings/memory-tunes/win.jsonl --keys '/changed(gameState.gameFinished)<enter>'
        the screen at the winning move
      """
  ) { arguments, terminal in
    let path = arguments.operands[0]
    var followed = arguments.has(follow) ? FollowedPath(arguments.followed(path)) : nil
    let session =
      try followed == nil ? path : newest(&followed, isDrawn: !arguments.has(keys), terminal)
    let followsStores = followed != nil && arguments.followsStores(arguments.followed(path))
    let stores =
      try followsStores && SessionStores.areSeveral(besides: session ?? path)
      ? LiveStores(session ?? path) : nil
    let timeline =
      if let stores {
        try Timeline.open(stores.whole())
      } else if followed == nil {
        try opened(arguments, terminal)
      } else {
        try arguments.openLog(session ?? path, terminal, ofSegment: true)
      }
    let index = arguments[1] == nil ? nil : try arguments.index(1, in: timeline)
    let program = try arguments.optionalProgram()
    let stepper = Stepper(
      timeline,
      at: index ?? timeline.lastIndex,
      isFollowing: arguments.has(follow) && index == nil,
      canReplay: program != nil
    )
    if let typed = arguments[keys] ?? (RawTerminal.isThere ? nil : "") {
      let size = try screenSize(arguments[size] ?? "80x24")
      let screen = try KeyScript(typed).screen(stepper, size, program)
      terminal.print(text: arguments.has(svg) ? screen.svg : screen.text)
    } else {
      var screen = FullScreen(
        stepper,
        timeline.log,
        program,
        following: followed,
        stores,
        takesStores: followsStores,
        isColored: terminal.output.isColored
      )
      try screen.run()
    }
    return .success
  }

  /// Opens the session, with the states that the app of `--app` computes, as far as it reproduces the recorded ones.
  private static func opened(_ arguments: Arguments, _ terminal: Terminal) throws -> Timeline {
    do {
      return try arguments.openSessionComputing(terminal)
    } catch  where error is StateBackfill.Refusal || error is SessionUpdate.Refusal {
      terminal.warn("rewind: \(error)".escapedForTerminal)
      return try arguments.openSession(terminal)
    }
  }

  /// Returns the path of the session to begin with; waits for one if it is drawn on a terminal.
  private static func newest(
    _ followed: inout FollowedPath?,
    isDrawn: Bool,
    _ terminal: Terminal
  ) throws -> String? {
    guard isDrawn else { return followed?.newest() }
    guard RawTerminal.isThere else { throw InputError.needs(follow.name, "a terminal") }
    return followed?.wait {
      terminal.warn("rewind: Waiting for a session; ctrl-C ends this.")
    }
  }

  private static func screenSize(_ text: String) throws -> ScreenSize {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1],
      (10...500).contains(columns), (3...500).contains(rows)
    else {
      let sizes = "10 to 500 columns and 3 to 500 rows, as in 120x40"
      throw InputError.takes(size.name, sizes, not: text)
    }
    return ScreenSize(columns: columns, rows: rows)
  }
}

extension Arguments {
  /// Returns the path at which the app writes its sessions: for `@last`, the folder of that session.
  func followed(_ path: String) -> String {
    guard operands.isEmpty || references.contains(0) else { return path }
    return path.contains("/") ? URL(fileURLWithPath: path).deletingLastPathComponent().path : "."
  }

  /// Returns true if all stores of a followed session are shown: a folder stands for sessions, a file is the log of one
  /// store.
  func followsStores(_ path: String) -> Bool { has(.stores) || path.isFolder }
}
