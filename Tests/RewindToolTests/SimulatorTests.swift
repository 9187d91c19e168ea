import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let minefield = Program("minefield").path
private let simulated = "simulator:\(FakeSimulator.bundle)"

/// All of it with a fake `xcrun`.
@Suite("An app in a simulator", .process, .timeLimit(.minutes(hangingMinutes)), .needsPython)
struct SimulatorTests {
  private let folder = TemporaryFolder()

  private func crash(
    in folder: TemporaryFolder,
    _ move: String,
    _ payload: JSONValue = [:]
  ) throws
    -> String
  {
    func state(_ steps: Int) -> JSONValue { ["isArmed": false, "steps": JSONValue(steps)] }
    var session = SessionFile(app: "minefield", start: state(0), isMade: true)
    session.add(1, "Move.tick", ["tick": [:]], state: state(1))
    session.add(2, "Move.\(move)", [move: payload], state: nil)
    return try session.write(to: folder)
  }

  /// A script of an app that writes nothing, so that no closed pipe ends it.
  private static let waiting = "while :; do sleep 1; done"

  /// Writes an app as a script of a shell.
  private func app(in folder: TemporaryFolder, _ script: String) throws -> String {
    try folder.program("app.sh", script).path
  }

  @Test("replays as on this machine, by its identifier and by its folder")
  func verify() throws {
    let simulator = try FakeSimulator(in: folder, with: game)
    let sessions = Recordings.path("memory-tunes")
    let here = try rewind.run("verify", sessions, "--app", game, exits: 0)
    for app in [simulated, "simulator:\(simulator.app.path)"] {
      let there = try simulator.run(["verify", sessions, "--app", app])
      #expect(there.exit == .status(0), "\(there)")
      #expect(there.output == here.output)
    }
  }

  @Test("is given as words of an argument list, in which nothing is special to a shell")
  func words() throws {
    let simulator = try FakeSimulator(in: folder, with: game)
    let session = win
    let device = FakeSimulator.device
    let run = try simulator.run([
      "verify", session, "--app", "\(simulated)@\(device)", "--", "--its own", "$(word)",
    ])
    #expect(run.exit == .status(0), "\(run.errors)")
    let calls = try simulator.calls()
    #expect(calls.first == ["get_app_container", device, FakeSimulator.bundle, "app"])
    let program = simulator.app.resolvingSymlinksInPath().appending(path: "The App").path
    #expect(
      calls.last?.dropLast()
        == ["spawn", device, program, "--its own", "$(word)", "--rewind-replay"]
    )
  }

  @Test("has its culprit found, by the same replays")
  func bisect() throws {
    let simulator = try FakeSimulator(in: folder, with: game)
    let session = Recordings.path("memory-tunes/tap-while-loading.jsonl")
    let here = try rewind.run("bisect", session, "--app", game)
    let there = try simulator.run(["bisect", session, "--app", simulated])
    #expect(there.exit == .status(0), "\(there)")
    #expect(there.output.replacing(simulated, with: game) == here.output)
    #expect(there.output.contains("culprit"))
  }

  private static let deaths: [(String, JSONValue, String)] = [
    ("index", [:], "trap"), ("fatal", [:], "trap"), ("abort", [:], "abort"),
    ("recurse", [:], "bad-access"), ("exit", ["_0": 0], "exit(0)"), ("exit", ["_0": 3], "exit(3)"),
    // As simctl exits where a signal ends the app.
    ("exit", ["_0": 133], "exit(133)"), ("raise", ["_0": 15], "signal(15)"),
    ("loop", [:], "time-out"), ("hoard", [:], "memory"),
  ]

  @Test("dies in the same class as on this machine", arguments: TestScale.cases(2, of: deaths))
  func death(move: String, payload: JSONValue, death: String) throws {
    let simulator = try FakeSimulator(in: folder, with: minefield)
    let session = try crash(in: folder, move, payload)
    func verify(_ app: String) -> [String] {
      ["verify", session, "--app", app, "--time-limit", "3", "--memory-limit", "300"]
    }
    let here = try rewind.run(verify(minefield))
    let there = try simulator.run(verify(simulated))
    #expect(there.exit == here.exit, "\(there.errors)")
    #expect(there.output == here.output)
    #expect(there.output.contains(death))
    for process in try simulator.processes() { Self.expectEnd(of: process) }
  }

  @Test("is not taken for dead while simctl takes its time")
  func slow() throws {
    let simulator = try FakeSimulator(in: folder, with: minefield, fault: .slow)
    let session = try crash(in: folder, "index")
    let run = try simulator.run(["verify", session, "--app", simulated])
    #expect(run.exit == .status(0), "\(run)")
  }

  @Test("ends with the tool")
  func interrupted() throws {
    let app = try app(in: folder, Self.waiting)
    let simulator = try FakeSimulator(in: folder, with: app, fault: .interrupts)
    let session = try crash(in: folder, "index")
    let run = try simulator.run(["verify", session, "--app", simulated])
    #expect(run.exit == .signal(SIGTERM))
    let processes = try simulator.processes()
    #expect(processes.count == 1)
    for process in processes { Self.expectEnd(of: process) }
  }

  @Test("is not said to have crashed where simctl was killed, and ends")
  func killed() throws {
    let app = try app(in: folder, Self.waiting)
    let simulator = try FakeSimulator(in: folder, with: app, fault: .dies)
    let session = try crash(in: folder, "index")
    let run = try simulator.run(["verify", session, "--app", simulated])
    #expect(run.exit == .status(2), "\(run)")
    #expect(
      run.errors.contains("`xcrun simctl`, which runs \(simulated) in the simulator, was killed.")
    )
    for process in try simulator.processes() { Self.expectEnd(of: process) }
  }

  @Test(
    "ends where it does not speak the contract, and writes on or waits",
    arguments: TestScale.cases(
      1,
      of: [
        ("while :; do echo hello; done", "responded to --rewind-replay with an unexpected line"),
        (waiting, "did not respond within 10 seconds of being started with"),
      ]
    )
  )
  func noContract(script: String, words: String) throws {
    let simulator = try FakeSimulator(in: folder, with: app(in: folder, script))
    let session = try crash(in: folder, "index")
    let run = try simulator.run(["verify", session, "--app", simulated])
    #expect(run.exit == .status(2), "\(run)")
    #expect(run.errors.hasPrefix("rewind: \(simulated) \(words)"), "\(run.errors)")
    for process in try simulator.processes() { Self.expectEnd(of: process) }
  }

  /// Expects that a process ends; it was killed, which takes the system a moment.
  private static func expectEnd(of process: pid_t) {
    let limit = ContinuousClock.now + .seconds(hangingSeconds)
    while isRunning(process), .now < limit { sched_yield() }
    guard isRunning(process) else { return }
    Issue.record("The app is left behind.")
    kill(process, SIGKILL)
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    #if os(Linux)
    // One that has ended and was not reaped has no arguments any more.
    let arguments = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
    return !(arguments ?? Data()).isEmpty
    #else
    return kill(process, 0) == 0
    #endif
  }
}

@Suite("Without an app in a simulator", .process, .needsPython)
struct NoSimulatorTests {
  private func message(
    _ app: String,
    fault: FakeSimulator.Fault? = nil,
    isBooted: Bool = true,
    hasXcrun: Bool = true,
    _ change: (FakeSimulator) throws -> Void = { _ in }
  ) throws -> String {
    try TemporaryFolder.with { folder in
      let simulator = try FakeSimulator(
        in: folder,
        with: "/bin/true",
        fault: fault,
        isBooted: isBooted,
        hasXcrun: hasXcrun
      )
      try change(simulator)
      let app = app.replacing("APP", with: simulator.app.path)
      let session = win
      let run = try simulator.run(["verify", session, "--app", app])
      #expect(run.exit == .status(2), "\(run)")
      #expect(run.output.isEmpty)
      return run.errors.replacing(simulator.app.path, with: "APP")
    }
  }

  @Test("says what the machine lacks", arguments: [simulated, "simulator:APP"])
  func machine(app: String) throws {
    #expect(
      try message(app, hasXcrun: false)
        == "rewind: There is no xcrun in PATH: an app in a simulator can be replayed on a Mac with Xcode only. "
        + "Elsewhere, `rewind init` writes a package that replays it.\n"
    )
    #expect(
      try message(app, fault: .noSimctl)
        == "rewind: xcrun has no simctl: install Xcode, and select it with `xcode-select --switch`.\n"
    )
  }

  @Test(
    "says that no simulator is running, or not that one",
    arguments: [simulated, "simulator:APP"]
  )
  func device(app: String) throws {
    #expect(
      try message(app, isBooted: false)
        == "rewind: No simulator is running. Start one: `xcrun simctl boot DEVICE`; `xcrun simctl list` names them.\n"
    )
    #expect(
      try message("\(app)@iPhone 4")
        == "rewind: There is no running simulator iPhone 4. `xcrun simctl list devices booted` lists those that run, "
        + "`xcrun simctl boot` starts one.\n"
    )
  }

  @Test("says that the app is not installed, or not there")
  func app() throws {
    #expect(
      try message("simulator:com.example.other")
        == "rewind: The app com.example.other is not installed in the booted simulator: No such file or directory. "
        + "Run it there from Xcode once, or give the path of its .app folder, with a slash in it: --app 'simulator:PATH'.\n"
    )
    #expect(
      try message("simulator:/nowhere/Shop.app")
        == "rewind: /nowhere/Shop.app: no such app. Build it for the simulator first.\n"
    )
  }

  @Test("says that the app does not replay")
  func contract() throws {
    #expect(
      try message(simulated).hasPrefix(
        "rewind: \(simulated) exited with status 0 and did not respond to --rewind-replay with a session."
      )
    )
  }
}
