import Foundation
import RewindDiagnosis
import RewindJSON
import RewindReports
import RewindSession
import RewindTimeline

extension Command {
  private static let expect = Flag("--expect", .choice(["recorded", "no-crash"]))
    .help("What counts as clean: the recorded end (the default), or no crash.")
  private static let start = Flag("--start", .choice(["recorded", "app"])).typed
    .help("Begin with the recorded initial state, or with the one that the app makes.")
  private static let ignore = Flag("--ignore", .pointer).repeated
    .help("Do not compare the value at this pointer; * matches any member.")
  private static let expectChanges = Flag("--expect-changes", .pointer).repeated
    .help("The value at this pointer changes on purpose: tell it apart, and do not fail for it.")
  private static let compared = Flag("--compare", .choice(["all", "known", "end"]))
    .help("All of the states (the default), only members that recorded ones have, or only the end.")
  private static let pure = Flag("--pure")
    .help("Replay again under another hash seed, clock, time zone, locale, user, and mid-way.")
  private static let update = Flag("--update").typed
    .help("After a deliberate change: write today's states to the recordings.")
  private static let gitBisect = Flag("--git-bisect").typed
    .help("Exit as `git bisect run` reads it: 1 if the crash happens, 0 if not, 125 if undecided.")
  private static let crash = Flag("--crash CRASH", .text).typed
    .help(
      "The only crash that counts: trap, abort, exit(0), time-out …; with --git-bisect, also a signature (see `bisect --json`)."
    )

  private static let against = Flag("--against", .program).typed
    .help("The other build: its screens are the right ones, its speed the one to compare with.")
  private static let slower = Flag("--slower FACTOR", .text).typed
    .help(
      "Compare only how long both builds take: fail for a type that takes so many times as long, as 1.5."
    )
  private static let screens = Flag("--screens")
    .help("Compare only what --app draws from the recorded states, with --against or kept texts.")
  private static let keep = Flag("--keep DIR", .output("")).typed
    .help(
      "Keep in this folder few short sessions that show all that those which are the same do; its own are verified, too."
    )

  /// The flags for comparing states, or for crashes.
  private static let comparing = [
    ignore, expectChanges, compared, pure, update, crash, keep,
  ]

  static let verify = Command(
    name: "verify",
    operands: [.sessions, .run],
    summary: "Replays sessions with an app and compares every state",
    required: [.app],
    flags: Flag.replaying + Flag.judgingStates + [
      expect, crash, start, ignore, expectChanges, compared, pure, update, .junit,
      .github, .summary, gitBisect, screens, against, slower, keep, .json,
    ],
    details: """
      The app's reducers run in child processes, several in parallel. A folder means all
      sessions in it. `same` means that every state is equal and both end alike, including a
      crash at the same action; `fixed`, that a recorded crash no longer happens; `unproven`,
      that it did not happen, but the payload of its action was redacted; `not-reproduced`,
      that it did not happen, but a replay may not repeat it: the build is the one that
      crashed, actions were dispatched without end, or a subscriber crashed. A log does not say
      how the app died: a signal or an exit status other than 0 counts as the recorded crash,
      and another end only with --crash. Exit status 0 if all are clean, else 1.

      With --never, states are not compared, and the end of a session does not count: a
      session is clean if no condition holds after any action. `holds`: some condition holds
      now. `fixed`: one held in the recording, none holds now. `never`: none held in either.
      With `run -- COMMAND` after the files, a command checks each state, as in `bisect`. With
      --expect recorded, a condition that holds in the recording must hold.

      --summary writes a page of Markdown for a pull request: the first divergence of each
      group, the crashes that appeared and those that went, and apart from them what
      --expect-changes named, with the command to look closer.

      With --against OLD --slower 1.5, both builds reduce the sessions in turn, and nothing else is
      compared: per type of action, the sum of its actions, by retired instructions where the system
      counts them, else by processor time, each the least of 6 to 18 runs. A type that takes 1.5 times
      as long, within 10 % or the noise, is `slower`: exit status 1. Below 100 µs in all there is no verdict, nor
      where the runs of one build differ by the factor (`unclear`; with --git-bisect, 125).

      With --screens, what the app draws from the states of the log (not what the user saw) is
      compared with what the build of --against draws, or with the texts that --update keeps in
      FILE.screens: texts and SVG exactly, PNG by their bytes. A view that dies is a difference,
      unless it did so before; then its states are counted.

      --keep chooses by what sessions show: which values an action of each type adds, changes and
      removes, or that it changes nothing; and the causes of crashes, as `triage` finds them,
      each minimized. It names its files kept-….jsonl, removes those of them that shorter ones
      replace, and leaves alone what is not the same, or was put there under another name.

      With --git-bisect, the states do not count where the recording crashes. Exit status 1 if
      the app dies in the recorded fatal action (with --never: if a condition holds), 0 if it
      does not, 125 if it dies elsewhere, hangs, or cannot be tried; 128, which ends the
      bisection, if it is not the build's fault: the log cannot be read or is damaged, or an
      argument is wrong.
      """,
    examples: """
      verify recordings/memory-tunes --app .build/debug/memory-tunes
        all samples of an app, as CI does it
      verify recordings/memory-tunes/win.jsonl --app .build/debug/memory-tunes --pure
        does a reducer depend on anything else?
      verify recordings/memory-tunes --app .build/debug/memory-tunes \
      --never 'count(gameState.memoryCards, it.isFlipped) > 16'
        does today's app reach a wrong state?
      verify recordings/memory-tunes --app .build/debug/memory-tunes \
      --expect-changes /gameState/showLoading --summary -
        what else changed, on one page?
      verify recordings/memory-tunes/win.jsonl --slower 1.5 \
      --app .build/debug/memory-tunes --against .build/debug/memory-tunes
        is a type of action slower than in the build before?
      verify recordings/memory-tunes --app .build/debug/memory-tunes --keep corpus
        few sessions instead of many, for CI
      """
  ) { arguments, terminal in
    terminal.outliveReader()
    guard !arguments.has(screens) else {
      let others =
        comparing.filter { $0.name != update.name } + [
          .never, gitBisect, start, expect, slower, keep,
        ]
      if let flag = others.first(where: arguments.has) {
        throw InputError.notWith(screens.name, flag.name)
      }
      return try ScreenVerification.run(
        arguments,
        against: against,
        updates: arguments.has(update),
        terminal
      )
    }
    do {
      return try verify(arguments, terminal)
    } catch let error
      where arguments.has(gitBisect) && (error is ReplayProgramError || error is NoProgram)
    {
      // Another build may behave differently.
      terminal.warn("rewind: \(error)")
      return .skip
    }
  }

  private static func verify(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let program = try arguments.program()
    if let speed = try speed(arguments, program) { return try verify(speed, arguments, terminal) }
    var options = Verification.Options()
    options.never = try arguments.wrongStates()
    if !options.never.isEmpty, let flag = comparing.first(where: arguments.has) {
      throw InputError.notWith(Flag.never.name, flag.name)
    }
    options.start = arguments[start].flatMap(Verification.Options.Start.init)
    options.tolerance = Tolerance(
      ignored: try arguments.all(ignore).map { try Pointer(typed: $0) },
      allowsAddedMembers: arguments[compared] == "known"
    )
    options.tolerance.expected = try arguments.all(expectChanges).map { text in
      // What a script has forgotten to set must not be taken for all of the state.
      if text.isEmpty { throw InputError.takes(expectChanges.name, "a pointer", not: text) }
      return try Pointer(typed: text)
    }
    options.comparesOnlyTheEnd = arguments[compared] == "end"
    options.variesConditions = arguments.has(pure)
    let (expectedCrash, signature) = try arguments.expectedCrash(crash)
    if signature != nil, !arguments.has(gitBisect) {
      throw InputError.needs("--crash with a signature", gitBisect.name)
    }
    options.expectedCrash = expectedCrash
    options.judgesCommits = arguments.has(gitBisect)
    options.locatesCrash = signature != nil
    let (expectation, updates) = (
      Expectation(rawValue: arguments[expect] ?? "")
        ?? (options.never.isEmpty ? .recorded : .noCrash),
      arguments.has(update)
    )
    options.expectsNoCrash = expectation == .noCrash
    let named = arguments.judgesByCommand ? arguments.operands.dropLast() : arguments.operands[...]
    let corpus = try arguments[keep].map(SessionCorpus.init)
    if corpus != nil, arguments.has(gitBisect) {
      throw InputError.notWith(keep.name, gitBisect.name)
    }
    let paths = try SessionFiles.expand(Array(named) + (corpus?.operands ?? []), terminal)
    if updates || corpus != nil, paths.contains("-") { throw InputError.standardStream("FILE") }
    try addReports(of: paths, by: program, arguments, terminal)
    var reports: [VerificationAnswer] = []
    var isUpToDate = true
    let batch = VerificationBatch(paths: paths, options: options, expectation: expectation)
    let outcome = batch.run(by: program) { report in
      reports.append(report)
      try terminal.show(report)
      if updates {
        let update = try report.update(by: program)
        isUpToDate = isUpToDate && update.isDone
        for line in update.words { terminal.printWrapped(line) }
      }
      terminal.flush()
    }
    if let corpus, outcome == nil { try terminal.show(corpus.keep(reports, by: program)) }
    try terminal.finishAnswer()
    for name in reports.unknownNames {
      terminal.warn(
        "rewind: Nothing in \(paths.count > 1 ? "these sessions" : "this session") is named \(name.escapedForTerminal)."
      )
    }
    for condition in Set(reports.flatMap(\.unvaried)).sorted() {
      terminal.warn("rewind: Not varied: \(condition).")
    }
    let unwritten = Set(reports.flatMap(\.unwritten)).sorted()
    if !unwritten.isEmpty {
      let rest = unwritten.count > 4 ? " and \(unwritten.count - 4) more" : ""
      terminal.warn(
        "rewind: Not in the recorded states, so not compared: "
          + unwritten.prefix(4).joined(separator: ", ").escapedForTerminal + rest + "."
      )
    }
    if paths.count > 1, !arguments.has(.json) { terminal.warn(reports.summary) }
    if let error = outcome { throw error }
    if arguments.has(gitBisect) {
      return reports.map { $0.commitVerdict(signature, options.expectedCrash) }
        .exitStatus
    }
    if reports.contains(where: \.isError) { return .error }
    if updates { return isUpToDate ? .success : .negative }
    return reports.allSatisfy(\.isClean) ? .success : .negative
  }

  /// Prints the answer also as the reports that the user asked for.
  private static func addReports(
    of paths: [String],
    by program: ReplayProgram,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws {
    let junit = try arguments.report(.junit, of: paths, besides: [.json, .github], terminal)
    let besides = [.json, .github] + (junit?.isPrinted == true ? [Flag.junit] : [])
    let page = try arguments.report(.summary, of: paths, besides: besides, terminal)
    if let junit { terminal.add(ReportFormat.junit("rewind verify", to: junit)) }
    if let page { terminal.add(ReportFormat.summary(of: program, to: page)) }
  }

  // MARK: - Speed

  /// Returns the comparison that is asked for; nil if none is.
  private static func speed(
    _ arguments: Arguments,
    _ program: ReplayProgram
  ) throws -> SpeedBatch? {
    guard let name = arguments[against] else {
      guard arguments.has(slower) else { return nil }
      throw InputError.needs(slower.name, against.name)
    }
    guard let text = arguments[slower] else {
      throw InputError.needs(against.name, "\(slower.name) or \(screens.name)")
    }
    let others = comparing + Flag.judgingStates + [expect, start, keep]
    if let flag = others.first(where: arguments.has) {
      throw InputError.notWith(slower.name, flag.name)
    }
    guard let factor = Double(text), factor > 1, factor < 1_000 else {
      throw InputError.takes(slower.name, "a number above 1, such as 1.5", not: text)
    }
    return SpeedBatch(new: program, old: try arguments.program(name), factor: factor)
  }

  private static func verify(
    _ speed: SpeedBatch,
    _ arguments: Arguments,
    _ terminal: Terminal
  ) throws -> ExitStatus {
    let paths = try SessionFiles.expand(arguments.operands, terminal)
    try addReports(of: paths, by: speed.new, arguments, terminal)
    let answer = try speed.run(paths)
    try terminal.show(answer)
    try terminal.finishAnswer()
    if answer.isSlower { return .negative }
    return arguments.has(gitBisect) && answer.isUnclear ? .skip : .success
  }
}

extension Arguments {
  /// Returns the crash that a flag names, by its class or by its signature, which begins with the class.
  fileprivate func expectedCrash(_ flag: Flag) throws -> (CrashClass?, signature: String?) {
    guard let text = self[flag] else { return (nil, nil) }
    let words = text.split(separator: " in ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let known = CrashClass(rawValue: String(words[0])) else {
      let classes = "trap, bad-access, abort, exit(N), signal(N), time-out or memory"
      throw InputError.takes(flag.name, classes, not: text)
    }
    return (known, words.count > 1 ? text : nil)
  }
}

extension [CommitVerdict] {
  /// The exit status for `git bisect run`: one session that shows the bug is enough.
  fileprivate var exitStatus: ExitStatus {
    if contains(.impossible) { return .stop }
    if contains(.bad) { return .negative }
    return contains(.skip) ? .skip : .success
  }
}

/// The outcome that counts as clean.
enum Expectation: String {
  case recorded
  case noCrash = "no-crash"
}
