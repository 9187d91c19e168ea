import Foundation
import Rewind
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A real program is killed at a random moment; whatever it had acknowledged must be in its log.
@Suite("A program that dies", .process, .serialized)
struct KillTests {
  private let folder = TemporaryFolder()

  /// Deaths of each kind: a few, or as many as the environment asks for.
  private static let deaths =
    ProcessInfo.processInfo.environment["REWIND_KILLS"].flatMap { Int($0) } ?? 4

  private enum Death: String, CaseIterable {
    case kill
    case trap
    case segfault
    case abort
    case exit
  }

  /// What is left of a program.
  private struct Remains {
    /// The numbers that the program printed.
    let acknowledgements: [UInt32]
    /// The logs, that of the first store first.
    let logs: [SessionLog]
    var log: SessionLog { logs[0] }

    /// The actions: they count up from 1.
    var acknowledged: Int { acknowledgements.count }
  }

  @Test("loses nothing that it acknowledged, and its log shows how it died")
  func deaths() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var cuts = 0
    for round in 0..<Self.deaths {
      for death in Death.allCases {
        let number = Int.random(in: 1...400, using: &random)
        let comment: Comment = "seed \(seed), round \(round), \(death) at \(number)"
        if death == .kill {
          let remains = try kill(after: number)
          if try expectWhole(remains, comment) == .cut { cuts += 1 }
        } else {
          let isAfter = Bool.random(using: &random)
          let remains = try run([death.rawValue, "\(number)"] + (isAfter ? ["after"] : []))
          let end = try expectWhole(remains, comment)
          #expect(end == (isAfter ? .stopped : .crashed(action: number)), comment)
          #expect(remains.acknowledged == (isAfter ? number : number - 1), comment)
        }
      }
    }
    let count = Self.deaths * Death.allCases.count
    print("\(count) deaths with the seed \(seed); \(cuts) cut the last line.")
  }

  @Test(
    "loses nothing that it acknowledged while its disk stalls, and reports what it could not keep"
  )
  func stalledDisk() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for round in 0..<Self.deaths {
      // There is room for some 4,800 lines.
      let number = Int.random(in: 1...9_000, using: &random)
      let comment: Comment = "seed \(seed), round \(round), killed at \(number)"
      let remains = try start(["stall"]) { process, output in
        try kill(process, output, after: number)
      }
      let kept = Int(remains.acknowledgements.last ?? 0)
      let log = remains.log
      #expect(log.damage == nil, comment)
      let actions = try (0..<log.lineCount).filter { try log.key(of: $0).kind == .action }.count
      #expect((kept...(kept + 1)).contains(actions), comment)
      let lost = remains.acknowledgements.count - kept
      guard lost > 0, case .gap(let gap) = try log.line(log.lineCount - 1) else {
        #expect(lost == 0, comment)
        continue
      }
      #expect((lost...(lost + 1)).contains(gap.actions), comment)
    }
  }

  @Test(
    "loses nothing that it acknowledged of lines up to 2 MB, from several stores and threads, and tells the one that it was copying as cut",
    .oracle
  )
  func largeLines() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var cuts = 0
    for round in 0..<Self.deaths {
      let number = Int.random(in: 3...60, using: &random)
      let comment: Comment = "seed \(seed), round \(round), killed at \(number)"
      let stores = ["log.store1.jsonl", "log.store2.jsonl"]
      let remains = try start(["large"], others: stores) { process, output in
        try kill(process, output, after: 2 * number)
      }
      for (store, log) in remains.logs.enumerated() {
        let acknowledged = remains.acknowledgements.pairs.filter { $0.0 == store }.map { Int($0.1) }
        let timeline = try Timeline.open(log)
        #expect(log.damage == nil, comment)
        #expect(acknowledged == Array(1...acknowledged.count), comment)
        let lost = try log.gap()?.actions ?? 0
        #expect(timeline.actionCount + lost >= acknowledged.count, comment)
        #expect(timeline.actionCount + lost <= acknowledged.count + 1, comment)
        if timeline.end == .cut { cuts += 1 }
        for index in 1...max(1, acknowledged.count)
        where try index <= acknowledged.count && timeline.stateLine(after: index) != nil {
          let state = try timeline.state(after: index)
          let payload = try timeline.action(index).payload
          #expect(state["number"]?.int == index, comment)
          #expect(state["text"] == payload?["text"], comment)
          #expect(payload?["text"]?.string?.utf8.count == payload?["size"]?.int, comment)
        }
      }
    }
    print("\(Self.deaths) deaths among large lines with the seed \(seed); \(cuts) cut a line.")
  }

  @Test("loses nothing while a whole state is composed, or is being written", .oracle)
  func keyframes() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var (keyframes, cuts) = (0, 0)
    for round in 0..<3 * Self.deaths {
      let number = Int.random(in: 1...600, using: &random)
      let comment: Comment = "seed \(seed), round \(round), killed at \(number)"
      let remains = try start(["keyframes"]) { process, output in
        try kill(process, output, after: number)
      }
      if try expectWhole(remains, comment) == .cut { cuts += 1 }
      #expect(try LogFaults.find(in: remains.log).contradiction == nil, comment)
      let kinds = try (0..<remains.log.lineCount).map { try remains.log.key(of: $0).kind }
      keyframes += kinds.count { $0 == .laterKeyframe }
    }
    #expect(keyframes > 0)
    print("\(keyframes) composed states with the seed \(seed); \(cuts) cut the last line.")
  }

  @Test("has forks that never wait for it, whatever its threads were doing")
  func forks() throws {
    let remains = try run(["forks"])
    #expect(remains.acknowledgements == [0])
    #expect(remains.log.damage == nil)
    for line in 0..<remains.log.lineCount where try remains.log.key(of: line).kind == .note {
      #expect(try remains.log.json(of: line)["note"] == "from a thread")
    }
  }

  @Test("is not written over by a fork of it, which shares the file")
  func fork() throws {
    let remains = try run(["fork"])
    let timeline = try Timeline.open(remains.log)
    #expect(remains.acknowledgements == [2])
    #expect(remains.log.damage == nil)
    #expect(timeline.lastIndex == 2)
    #expect(timeline.end == .stopped)
    #expect(try timeline.state(after: 2)["count"] == 2)
    #expect(try LogFaults.find(in: remains.log).contradiction == nil)
  }

  @Test(
    "does not seem killed by the last action that its file could hold",
    .disabled(if: Sanitizer.isOn, "A sanitizer needs more than such a small file."),
    arguments: TestScale.cases(2, of: [8, 9, 20, 33])
  )
  func sizeLimit(blocks: Int) throws {
    let path = folder.path("log.jsonl")
    let run = try Program("kill-target").run(
      [path, "trap", "3000"],
      by: "ulimit -f \(blocks); exec \"$@\" > /dev/null"
    )
    #expect(run.exit == .trap)
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(timeline.end == .stopped)
    let last = try timeline.log.line(timeline.log.lineCount - 1)
    guard case .gap(let gap) = last else {
      Issue.record("The last line is not a gap's: \(last)")
      return
    }
    #expect(timeline.actionCount + gap.actions == 3_000)
  }

  @Test(
    "goes on where others take from it what it records to",
    arguments: [
      ("cut", "", #"^$"#),
      ("stores 250", "ulimit -Sn 256;", #"^6\d\n$"#),
      // Once to begin with, twice for what fitted, and then once in a tenth of a second.
      ("full", "ulimit -f 24;", #"^\d\d? \d{3,} 3\.\d+\n$"#),
    ]
  )
  func corners(mode: String, limit: String, output: String) throws {
    let words = mode.split(separator: " ").map(String.init)
    let run = try Program("kill-target")
      .run([folder.path("log.jsonl")] + words, by: "\(limit) exec \"$@\"")
    #expect(run.exit == .status(0), "\(run.errors)")
    #expect(try run.output.contains(Regex(output)), "\(run.output)")
    guard words.count > 1 else { return }
    #expect(run.errors.contains("Too many open files. This store is not recorded."))
    #expect(run.errors.hasSuffix("rewind: 10 stores are not recorded.\n"))
  }

  /// Expects every acknowledged action in the log, with the state that it led to.
  private func expectWhole(_ remains: Remains, _ comment: Comment) throws -> SessionEnd {
    let timeline = try Timeline.open(remains.log)
    #expect(remains.log.damage == nil, comment)
    #expect(timeline.lastIndex >= remains.acknowledged, comment)
    // At most the action that was being dispatched is in the log beyond those.
    #expect(timeline.lastIndex <= remains.acknowledged + 1, comment)
    let last = remains.acknowledged
    guard last > 0 else { return timeline.end }
    for index in [1, last / 2, last] where index > 0 {
      #expect(try timeline.state(after: index)["count"]?.int == index, comment)
      #expect(try timeline.action(index).payload?["number"]?.int == index, comment)
    }
    return timeline.end
  }

  /// Runs the program until it dies of itself.
  private func run(_ arguments: [String]) throws -> Remains {
    try start(arguments) { _, output in output.readDataToEndOfFile() }
  }

  /// Kills the program when it has acknowledged so many actions, and goes on meanwhile.
  private func kill(after number: Int) throws -> Remains {
    try start([]) { process, output in try kill(process, output, after: number) }
  }

  /// Kills a program that has printed so many numbers, and gives all that it printed.
  private func kill(_ process: Process, _ output: FileHandle, after number: Int) throws -> Data {
    var data = Data()
    while data.count < 4 * number {
      let more = output.availableData
      guard !more.isEmpty else { break }
      data += more
    }
    Signal.kill(process.processIdentifier)
    return data + output.readDataToEndOfFile()
  }

  @Test("leaves a log that is as small as what it holds, once the app asks for its last session")
  func room() throws {
    let path = folder.path("20200101T000000000Z-0000000a.main.jsonl")
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Program("kill-target").path)
    process.arguments = [path]
    process.environment = Sanitizer.environment
    process.standardOutput = output
    try process.start()
    let printed = try kill(process, output.fileHandleForReading, after: 100).numbers
    process.waitUntilExit()
    let file = URL(fileURLWithPath: path)
    let left = try Data(contentsOf: file)
    let held = left.count - left.reversed().prefix { $0 == 0x0A }.count + 1
    #expect(left.count >= 1 << 18 && held < left.count)

    let previous = try #require(SessionFolder(folder: folder.url).previous)

    #expect([.stopped, .cut].contains(previous.end) || previous.end?.name == "crashed")
    #expect(try Data(contentsOf: file) == left.prefix(held))
    #expect(previous.bytes == held)
    let timeline = try Timeline.open(SessionLog.open(path))
    #expect(timeline.lastIndex >= printed.count)
  }

  private func start(
    _ arguments: [String],
    others: [String] = [],
    _ body: (Process, FileHandle) throws -> Data
  ) throws -> Remains {
    try TemporaryFolder.with { folder in
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: Program("kill-target").path)
      process.arguments = [folder.path("log.jsonl")] + arguments
      process.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(Sanitizer.environment) { $1 }
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.start()
      let printed = try body(process, output.fileHandleForReading)
      process.waitUntilExit()
      return Remains(
        acknowledgements: printed.numbers,
        logs: try (["log.jsonl"] + others).map { try SessionLog.open(folder.path($0)) }
      )
    }
  }

  private enum Signal {
    static func kill(_ process: Int32) {
      #if canImport(Darwin)
      Darwin.kill(process, SIGKILL)
      #elseif canImport(Glibc)
      Glibc.kill(process, SIGKILL)
      #elseif canImport(Musl)
      Musl.kill(process, SIGKILL)
      #endif
    }
  }
}

extension [UInt32] {
  /// The numbers, two by two.
  fileprivate var pairs: [(UInt32, UInt32)] {
    stride(from: 0, to: count - 1, by: 2).map { (self[$0], self[$0 + 1]) }
  }
}

extension Data {
  /// The whole numbers in the program's output, of four bytes each.
  fileprivate var numbers: [UInt32] {
    stride(from: 0, to: count - 3, by: 4).map { offset in
      self[(startIndex + offset)...].prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
