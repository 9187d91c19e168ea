#if os(macOS) || os(Linux)
import Foundation
import RewindLog
import Rewind
import RewindJSON
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("Segments that are joined")
struct JoinTests {
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
    segments: Recorder.Options.Segments? = .init(bytes: 2_000),
    isClosed: Bool = true
  ) throws -> [String] {
    let recorder = Recorder(
      app: "counter",
      to: .file(folder.path("\(name).jsonl")),
      options: Recorder.Options(states: states, segments: segments)
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

  private func join(_ files: [String], in folder: TemporaryFolder) throws -> Program.Run {
    try rewind.run(["join"] + files + ["-o", folder.path("whole.jsonl")])
  }

  @Test(
    "are one log with every line once, in whatever order they are named",
    arguments: [Recorder.Options.States.patches, .keyframes, .none]
  )
  func whole(states: Recorder.Options.States) throws {
    try TemporaryFolder.with { folder in
      let files = try record(in: folder, states: states)
      // How many depends on how long the disk lets a new file wait.
      #expect(files.count > 1)
      let run = try join(files.reversed(), in: folder)
      #expect(run.exit == .status(0))
      #expect(run.output.hasSuffix(" lines, segments 1 to \(files.count)\n"), "\(run.output)")
      var examination = try IntegrityReport.read(folder.path("whole.jsonl"))
      try examination.checkConsistency()
      #expect(examination.damage == nil)
      let timeline = try Timeline.open(SessionLog.open(folder.path("whole.jsonl")))
      #expect(timeline.end == .closed)
      #expect(timeline.lastIndex == Self.actions)
      for index in 1...Self.actions {
        #expect(try timeline.action(index).payload == ["amount": JSONValue(index)])
        guard try !timeline.isUnrecorded(index) else { continue }
        #expect(try timeline.state(after: index)["count"] == count(after: index))
      }
      let text = try String(contentsOfFile: folder.path("whole.jsonl"), encoding: .utf8)
      for number in stride(from: 10, through: Self.actions, by: 10) {
        #expect(text.components(separatedBy: #"{"note":"\#(number)","#).count == 2)
      }
      let counts = try examination.counts()
      #expect(counts[.header] == 1)
      #expect(counts[.end] == 1)
    }
  }

  @Test("may begin with a later one, and be joined with more")
  func piecewise() throws {
    try TemporaryFolder.with { folder in
      let files = try record(in: folder)
      let middle = folder.path("middle.jsonl")
      #expect(try rewind.run(["join"] + files[1...2] + ["-o", middle]).exit == .status(0))
      let timeline = try Timeline.open(SessionLog.open(middle))
      let start = try timeline.log.findStart()
      #expect(start > 0)
      #expect(try timeline.state(after: start)["count"] == count(after: start))
      // Only the last segment says how the session ended.
      #expect(timeline.end == .continued)
      #expect(try join([middle, files[0]] + files[3...], in: folder).exit == .status(0))
      let pieces = try String(contentsOfFile: folder.path("whole.jsonl"), encoding: .utf8)
      let atOnce = folder.path("at-once.jsonl")
      #expect(try rewind.run(["join"] + files + ["-o", atOnce]).exit == .status(0))
      #expect(try String(contentsOfFile: atOnce, encoding: .utf8) == pieces)
    }
  }

  @Test("end as the last one does, with a crash too")
  func crash() throws {
    try TemporaryFolder.with { folder in
      let files = try record(in: folder, isClosed: false)
      var last = Array(try Data(contentsOf: URL(fileURLWithPath: files[files.count - 1])))
      let lastLine = try #require(last.split(separator: 0x0A).last)
      let stored = try #require(Array(lastLine).withUnsafeBytes { ChecksummedLine($0)?.stored })
      var fatal = Array(
        #"{"index":\#(Self.actions + 1),"time":1,"action":{"type":"Fatal","payload":{}}"#.utf8
      )
      _ = fatal.seal(after: stored)
      last += fatal
      try Data(last).write(to: URL(fileURLWithPath: files[files.count - 1]))
      #expect(try join(files, in: folder).exit == .status(0))
      let timeline = try Timeline.open(SessionLog.open(folder.path("whole.jsonl")))
      #expect(timeline.end == .crashed(action: Self.actions + 1))
    }
  }

  @Test("must be all that lie between them, of one session, each once and whole")
  func refused() throws {
    try TemporaryFolder.with { folder in
      let files = try record(in: folder)
      let others = try record(in: folder, as: "other")
      let plain = try record(in: folder, as: "plain", segments: nil)
      var spoilt = Array(try Data(contentsOf: URL(fileURLWithPath: files[1])))
      spoilt[spoilt.count / 2] ^= 1
      let damaged = try folder.file("damaged.jsonl", String(decoding: spoilt, as: UTF8.self)).path
      let lines = try String(contentsOfFile: files[1], encoding: .utf8).split(separator: "\n")
      let short = try folder.file(
        "short.jsonl",
        lines.dropLast(2).joined(separator: "\n") + "\n"
      ).path
      for (given, why) in [
        ([files[0], files[2]], "Segment 2, between"),
        ([files[0], files[3]], "Segments 2 to 3, between"),
        ([files[0], files[1], files[1]], "both have segment 2."),
        ([files[0], others[1]], "are segments of different sessions."),
        ([files[0], damaged], "is damaged: see"),
        ([plain[0], files[1]], "is not a segment of a session"),
        ([files[0], short, files[2]], "does not begin with the state that"),
        ([files[0], folder.path("nowhere")], "cannot be read: No such file or directory."),
        ([files[0]], "needs FILE FILE…, not only"),
      ] {
        let run = try join(given, in: folder)
        #expect(run.exit == .status(2))
        #expect(run.errors.contains(why), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("whole.jsonl")))
      }
    }
  }

  @Test("overwrite nothing")
  func existing() throws {
    try TemporaryFolder.with { folder in
      let files = try record(in: folder)
      let before = try Data(contentsOf: URL(fileURLWithPath: files[0]))
      let run = try rewind.run(["join"] + files + ["-o", files[0]])
      #expect(run.exit == .status(2))
      #expect(run.errors.contains("log.jsonl already exists."))
      #expect(try Data(contentsOf: URL(fileURLWithPath: files[0])) == before)
    }
  }
}
#endif
