import Foundation
import Rewind
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("The segments of a session")
struct SegmentsReadAsOneTests {
  private let folder = TemporaryFolder()
  private let rewind = Program("rewind")
  private static let actions = 90

  private static func abandon(_ objects: AnyObject...) {
    for object in objects { _ = Unmanaged.passRetained(object) }
  }

  /// Records additions of 1, 2, …, with a note after each tenth, and gives the files.
  private func record(
    in folder: TemporaryFolder,
    as name: String = "log",
    states: Recorder.Options.States = .patches,
    isClosed: Bool = true
  ) throws -> [String] {
    let recorder = Recorder(
      app: "counter",
      to: .file(folder.path("\(name).jsonl")),
      options: Recorder.Options(states: states, segments: .init(bytes: 2_000))
    )
    let recording = recorder.attach(Counter.self)
    var state = Counter()
    for number in 1...Self.actions {
      let before = state
      state = recording.record(Add(amount: number), from: before) {
        Counter(count: before.count + number)
      }
      if number % 10 == 0 { recording.note("\(number)") }
    }
    // A process that dies does not close its log, and a recorder that is freed does; optimized code frees it, and
    // its recording, after their last use.
    if isClosed { recorder.close() } else { Self.abandon(recorder, recording) }
    let others = (2...).lazy.map { folder.path("\(name).\($0).jsonl") }
      .prefix { FileManager.default.fileExists(atPath: $0) }
    return [folder.path("\(name).jsonl")] + others
  }

  /// The state after an action, by the sum that the reducer makes.
  private func count(after index: Int) -> JSONValue { JSONValue(index * (index + 1) / 2) }

  private func whole(_ path: String) throws -> Timeline {
    let paths = LogSegments.paths(beside: try SessionLog.open(path))
    return try Timeline.open(LogSegments.open(paths, as: path))
  }

  @Test(
    "are one log with every line once, whichever is named",
    arguments: [Recorder.Options.States.patches, .keyframes, .none]
  )
  func whole(states: Recorder.Options.States) throws {
    let files = try record(in: folder, states: states)
    // How many depends on how long the disk lets a new file wait.
    #expect(files.count > 1)
    for file in files {
      let timeline = try whole(file)
      #expect(timeline.log.path == file && timeline.log.damage == nil)
      // What is written of it, such as a shorter session, is not taken for the first segment.
      #expect(timeline.log.header.json["segment"] == nil)
      #expect(timeline.end == .closed)
      #expect(timeline.firstIndex == 0 && timeline.lastIndex == Self.actions)
      for index in 1...Self.actions {
        #expect(try timeline.action(index).payload == ["amount": JSONValue(index)])
        guard try !timeline.isUnrecorded(index) else { continue }
        #expect(try timeline.state(after: index)["count"] == count(after: index))
      }
      let notes = try (0...Self.actions).flatMap { try timeline.events(after: $0) }
      #expect(notes.count == Self.actions / 10)
    }
  }

  @Test("stand for their session wherever one is a FILE, with its stores too")
  func commands() throws {
    let files = try record(in: folder)
    for words in [
      ["log", "FILE", "--json"], ["FILE", "--stores", "--json"], ["blame", "FILE", "/count"],
      ["state", "FILE", "3"], ["stats", "FILE"],
    ] {
      let runs = try files.map { file in
        try rewind.run(words.map { $0 == "FILE" ? file : $0 })
      }
      for (run, file) in zip(runs, files) {
        #expect(run.exit == .status(0) && run.errors.isEmpty, "\(words) \(run)")
        #expect(run.output.replacing(file, with: files[0]) == runs[0].output, "\(words) \(file)")
      }
    }
    #expect(try rewind.run("log", files[1], "--json").lines.count == Self.actions)
  }

  @Test(
    "tell their types before the values that have them, once each, and all of them at their heads",
    .needsRuntime
  )
  func types() throws {
    let files = try record(in: folder)
    for (number, file) in files.enumerated() {
      let log = try SessionLog.open(file)
      let kinds = try (0..<log.lineCount).map { try log.key(of: $0).kind }
      let lines = kinds.indices.filter { kinds[$0] == .types }
      #expect(lines == (number == 0 ? [1, 3] : [1, 2]), "\(file) \(kinds)")
      #expect(try log.json(of: 1)["state"] == "Counter")
      let names = try lines.map { try log.json(of: $0)["types"]?.object?.members.map(\.key) }
      #expect(names == [["Counter"], ["Add"]])
    }
    let all = try whole(files[0]).log
    let kinds = try (0..<all.lineCount).map { try all.key(of: $0).kind }
    #expect(kinds.count { $0 == .types } == 2)
  }

  @Test("begin with a later one where the oldest are gone")
  func later() throws {
    let files = try record(in: folder)
    try FileManager.default.removeItem(atPath: files[0])
    let timeline = try whole(files[files.count - 1])
    let start = timeline.firstIndex
    #expect(start > 0 && timeline.lastIndex == Self.actions)
    #expect(try timeline.state(after: start)["count"] == count(after: start))
  }

  @Test("end as the last one does: with a crash, and within a line", arguments: [false, true])
  func crash(isTorn: Bool) throws {
    let files = try record(in: folder, isClosed: false)
    var last = Array(try Data(contentsOf: URL(fileURLWithPath: files[files.count - 1])))
    // Its next line stands where the room for more begins, which is line feeds.
    last.removeSubrange((1 + (try #require(last.lastIndex { $0 != 0x0A })))...)
    let lastLine = Array(try #require(last.split(separator: 0x0A).last))
    let stored = try #require(lastLine.withUnsafeBytes { ChecksummedLine($0)?.stored })
    var fatal = Array(
      #"{"index":\#(Self.actions + 1),"time":1,"action":{"type":"Fatal","payload":{}}"#.utf8
    )
    if !isTorn { _ = fatal.seal(after: stored) }
    last += [0x0A] + fatal
    // A new file: the room of the old one may still be made, since this process has not died.
    try Data(last).write(to: URL(fileURLWithPath: files[files.count - 1]), options: .atomic)
    let timeline = try whole(files[0])
    let alone = try Timeline.open(SessionLog.open(files[files.count - 1]))
    #expect(timeline.end == alone.end, "\(timeline.end) \(alone.end)")
    #expect((timeline.log.tailLength > 0) == isTorn)
    #expect(isTorn || timeline.end == .crashed(action: Self.actions + 1))
  }

  @Test("must be all that lie between them, each whole; else one is read alone, which is said")
  func refused() throws {
    for (number, why) in ["Segment 2, between", "is damaged: see", "does not begin with the state"]
      .enumerated()
    {
      try TemporaryFolder.with { folder in
        let files = try record(in: folder)
        let second = URL(fileURLWithPath: files[1])
        var bytes = Array(try Data(contentsOf: second))
        switch number {
        case 0: try FileManager.default.removeItem(at: second)
        case 1:
          bytes[bytes.count / 2] ^= 1
          try Data(bytes).write(to: second)
        default:
          let lines = bytes.split(separator: 0x0A).dropLast(2)
          try Data(lines.joined(separator: [0x0A]) + [0x0A]).write(to: second)
        }
        let run = try rewind.run("log", files[0], "--json", exits: 0)
        #expect(run.errors.contains(why), "\(run.errors)")
        #expect(run.errors.hasSuffix("Only \(files[0]) is read.\n"), "\(run.errors)")
        #expect(try run.lines.count == Timeline.open(SessionLog.open(files[0])).actionCount)
      }
    }
  }

  @Test("leave the logs of other sessions, and what was made of one, to themselves")
  func others() throws {
    let files = try record(in: folder)
    _ = try record(in: folder, as: "other")
    #expect(try LogSegments.paths(beside: SessionLog.open(files[0])).sorted() == files.sorted())
  }
}
