import Foundation
import Rewind
import RewindCoding
import RewindJSON
import RewindLog
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A folder of sessions", .process)
struct SessionFolderTests {
  private let folder = TemporaryFolder()

  /// Each session begins a second after the one before.
  private let seconds = Seconds()

  private final class Seconds: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var count = 0.0

    func next() -> Date {
      lock.withLock {
        count += 1
        return Date(timeIntervalSince1970: 1_795_248_000 + count)
      }
    }
  }

  /// Records some additions into the folder, and closes the session.
  private func record(
    _ additions: Int,
    in sessions: SessionFolder,
    keeping retention: SessionFolder.Retention = .init(),
    isClosed: Bool = true
  ) -> Recorder {
    let start = seconds.next()
    let recorder = Recorder(
      app: "counter",
      to: .folder(sessions, keeping: retention),
      clock: SessionClock(wall: { start }, microseconds: { 0 }),
      options: .init(recordsPreviewsAndTests: true)
    )
    let recording = recorder.attach(Counter.self)
    let store = Store(reducer: counterReducer, state: Counter(), middleware: [recording.middleware])
    for amount in 0..<additions { store.dispatch(Add(amount: amount)) }
    if isClosed { recorder.close() }
    return recorder
  }

  /// A clock of several processes, which goes on by a millisecond whenever it is read.
  private final class SharedClock: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var milliseconds = 0

    /// Returns the clock of a process that begins now.
    func clock() -> SessionClock {
      let start = next()
      return SessionClock(
        wall: { Date(timeIntervalSince1970: 1_795_248_000 + Double(start) / 1_000) },
        microseconds: { [self] in (next() - start) * 1_000 }
      )
    }

    private func next() -> Int {
      lock.withLock {
        milliseconds += 1
        return milliseconds
      }
    }
  }

  private func recorder(
    _ app: String,
    in folder: SessionFolder,
    _ clock: SharedClock
  ) -> Recorder {
    Recorder(
      app: app,
      to: .folder(folder),
      clock: clock.clock(),
      options: .init(recordsPreviewsAndTests: true)
    )
  }

  private func add(_ recording: Recording<Counter>) {
    _ = recording.record(Add(amount: 1), from: Counter()) { Counter(count: 1) }
  }

  @Test("of a group shows what its programs recorded at one time as the stores of one timeline")
  func group() throws {
    let clock = SharedClock()
    let shared = SessionFolder(folder: folder.url.appending(path: "a"), isShared: true)
    let other = SessionFolder(folder: folder.url.appending(path: "b"), isShared: true)
    let earlier = recorder("notes", in: shared, clock)
    add(earlier.attach(Counter.self))
    earlier.close()
    let app = recorder("notes", in: shared, clock)
    let (main, user) = (app.attach(Counter.self), app.attach(Counter.self, name: "user"))
    add(main)
    // Another device's, whose files came into the same folder.
    let foreign = recorder("phone", in: other, clock)
    add(foreign.attach(Counter.self))
    let widget = recorder("widget", in: shared, clock)
    let (widgetMain, widgetUser) = (
      widget.attach(Counter.self), widget.attach(Counter.self, name: "user")
    )
    for recording in [widgetMain, user, widgetUser, main] { add(recording) }
    for recorder in [app, foreign, widget] { recorder.close() }
    for file in foreign.files {
      try FileManager.default.copyItem(
        at: file,
        to: shared.folder.appending(path: "phone." + file.lastPathComponent)
      )
    }

    let run = try Program("rewind").run("log", shared.folder.path, "--json")
    let lines = try run.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(
      lines.map { $0["time"]?.double ?? -1 } == lines.map { $0["time"]?.double ?? -1 }.sorted()
    )
    let stores = lines.map { $0["store"]?.string }
    #expect(stores == ["notes", "widget", "notes-user", "widget-user", "notes"], "\(run)")
    // A file stands for itself, and one that an app is to replay for its process.
    let file = try #require(app.files.first)
    let own = try Program("rewind").run("log", file.path, "--stores", "--app", "/bin/false")
    #expect(!own.output.contains("widget"), "\(own)")
  }

  @Test("of a group leaves out what has the name of another store, and says so")
  func clashes() throws {
    let clock = SharedClock()
    let shared = SessionFolder(folder: folder.url, isShared: true)
    let recorders = ["notes", "notes-user", "widget", "widget"].map {
      recorder($0, in: shared, clock)
    }
    let recordings = recorders.map { $0.attach(Counter.self) }
    let user = recorders[0].attach(Counter.self, name: "user")
    for _ in 1...2 {
      for recording in recordings + [user] { add(recording) }
    }
    for recorder in recorders { recorder.close() }
    let run = try Program("rewind").run("log", shared.folder.path, "--json")
    let stores = try run.output.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8))["store"]?.string
    }
    #expect(stores == ["notes", "widget", "notes-user", "notes", "widget", "notes-user"], "\(run)")
    #expect(run.errors.contains("is left out: another process of the same app"), "\(run.errors)")
    #expect(run.errors.contains("is left out: another store is called notes-user."))
  }

  @Test("holds each session under a name of its own, the newest first")
  func names() throws {
    let sessions = SessionFolder(folder: folder.url.appending(path: "a/b"))
    #expect(sessions.all.isEmpty)
    #expect(sessions.previous == nil)
    let recorders = (1...3).map { record($0, in: sessions) }
    #expect(recorders.allSatisfy { $0.failure == nil })
    let all = sessions.all
    #expect(all.count == 3)
    #expect(all.map(\.name) == all.map(\.name).sorted(by: >))
    let ids = Set(recorders.map { $0.session.uuidString.lowercased() })
    #expect(Set(all.compactMap { $0.header?.session }) == ids)
    #expect(all.allSatisfy { $0.end == .closed })
    #expect(all.allSatisfy { $0.bytes > 500 })
    let permissions = try [sessions.folder, try #require(all.first?.files.first)].map {
      try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions] as? NSNumber
    }
    #expect(permissions == [0o700, 0o600])
  }

  @Test("keeps the newest sessions, and those that are being written")
  func retention() throws {
    let sessions = SessionFolder(folder: folder.url)
    let running = record(1, in: sessions, isClosed: false)
    let first = running.session.uuidString.lowercased()
    for _ in 0..<6 {
      _ = record(2, in: sessions, keeping: .init(sessions: 3))
    }
    var all = sessions.all
    #expect(all.count == 4)
    #expect(all.last?.header?.session == first)
    #expect(all.last?.isRunning == true)
    running.close()
    #expect(all.last?.isRunning == false)
    _ = record(2, in: sessions, keeping: .init(sessions: 3))
    all = sessions.all
    #expect(all.count == 3)
    #expect(!all.contains { $0.header?.session == first })
    _ = record(2, in: sessions, keeping: .init(bytes: 10))
    #expect(sessions.all.count == 1)
  }

  @Test("keeps the sessions of the last days, and those that are being written")
  func days() throws {
    let sessions = SessionFolder(folder: folder.url)
    func record(
      onDay day: Double,
      _ retention: SessionFolder.Retention,
      isClosed: Bool = true
    ) -> Recorder {
      let start = Date(timeIntervalSince1970: 1_800_000_000 + day * 86_400)
      let recorder = Recorder(
        app: "counter",
        to: .folder(sessions, keeping: retention),
        clock: SessionClock(wall: { start }, microseconds: { 0 }),
        options: .init(recordsPreviewsAndTests: true)
      )
      _ = recorder.attach(Int.self).record(Add(amount: 1), from: 0) { 1 }
      if isClosed { recorder.close() }
      return recorder
    }
    func days() -> [Int] {
      sessions.all.compactMap { $0.header?.started }.compactMap(DateText.secondsSince2001)
        .map { Int(($0 + 978_307_200 - 1_800_000_000) / 86_400) }
    }
    // More of them than are kept without a limit of days.
    for day in 0..<30 { _ = record(onDay: Double(day), .days(100)) }
    #expect(days() == (0..<30).reversed())
    _ = record(onDay: 30, .days(14))
    #expect(days() == (16...30).reversed())
    let running = record(onDay: 31, .days(14), isClosed: false)
    _ = record(onDay: 60, .init(sessions: 3, days: 14))
    #expect(days() == [60, 31])
    running.close()
    _ = record(onDay: 60.5, .init(sessions: 3, days: 14))
    #expect(days() == [60, 60])
    for _ in 0..<3 { _ = record(onDay: 61, .init(sessions: 3, days: 14)) }
    #expect(days() == [61, 61, 61])
  }

  @Test("keeps what another app recorded into it")
  func foreignSessions() throws {
    let sessions = SessionFolder(folder: folder.url)
    let theirs = try write(to: folder, ["app": "chat", "process": 99_999_999])
    for _ in 0..<3 { _ = record(1, in: sessions, keeping: .init(sessions: 1, bytes: 1)) }
    #expect(sessions.all.count == 2)
    #expect(FileManager.default.fileExists(atPath: theirs))
  }

  /// Writes a session that was begun and not ended, with these members in its header.
  private func write(
    to folder: TemporaryFolder,
    _ members: KeyValuePairs<String, JSONValue>
  ) throws -> String {
    let log = SessionFile(app: "counter", members, start: ["count": 0])
    return try log.write(to: folder, as: "20200101T000000000Z-0000000a.main.jsonl")
  }

  @Test(
    "takes no other process for the one that died, whose number it has got",
    arguments: [
      // This process, by its number only.
      (ProcessInfo.processInfo.processIdentifier, nil),
      // The first one, which is there and is no test.
      (1, "counter"), (1, nil),
      // None.
      (99_999_999, nil), (0, nil), (-1, nil),
    ] as [(Int32, String?)]
  )
  func reusedProcess(process: Int32, executable: String?) throws {
    let name: KeyValuePairs<String, JSONValue> =
      executable.map { ["process": JSONValue(process), "executable": .string($0)] }
      ?? ["process": JSONValue(process)]
    _ = try write(to: folder, name)
    let session = try #require(SessionFolder(folder: folder.url).previous)
    #expect(!session.isRunning)
    #expect(session.end == .stopped)
  }

  @Test("knows a session that another process of the app writes")
  func otherProcess() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program("kill-target").path)
    process.arguments = [folder.path("log.jsonl")]
    process.standardOutput = Pipe()
    try process.start()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let sessions = SessionFolder(folder: folder.url)
    for (executable, isRunning) in [("kill-target", true), ("shop", false)] {
      _ = try write(
        to: folder,
        ["process": JSONValue(process.processIdentifier), "executable": .string(executable)]
      )
      #expect(sessions.all.first?.isRunning == isRunning)
    }
  }

  @Test("returns the session before this one, and how it ended")
  func previous() throws {
    let sessions = SessionFolder(folder: folder.url)
    _ = record(3, in: sessions)
    let now = record(1, in: sessions, isClosed: false)
    let previous = try #require(sessions.previous)
    #expect(previous.end == .closed)
    #expect(previous.header?.session != now.session.uuidString.lowercased())
    #expect(sessions.all.first?.isRunning == true)
    now.note(.background)
    #expect(try lastNote(of: sessions) == nil, "its store is gone")
    let recording = now.attach(Counter.self, name: "other")
    now.note(.background)
    #expect(recording.isEnabled)
    #expect(try lastNote(of: sessions) == "background")
  }

  @Test("makes the log of a killed app as small as what it holds, when the app asks for it")
  func small() throws {
    let sessions = SessionFolder(folder: folder.url)
    // A killed program leaves its log without an end, and with room for more lines.
    let file = URL(fileURLWithPath: try write(to: folder, ["process": 99_999_999]))
    let written = try Data(contentsOf: file)
    let room = MappedLogStorage.unit - written.count % MappedLogStorage.unit
    try (written + Data(repeating: 0x0A, count: room)).write(to: file)
    #expect(try #require(sessions.previous).end == .stopped)
    #expect(try Data(contentsOf: file) == written)
  }

  /// The note on the last line of the newest session's last file.
  private func lastNote(of sessions: SessionFolder) throws -> String? {
    let file = try #require(sessions.all.first?.files.last)
    let log = try SessionLog.open(file.path)
    guard case .note(let note) = try log.line(log.lineCount - 1) else { return nil }
    return note.text
  }

  @Test(
    "says of no file how it ended that is not a log, or one of a newer format",
    arguments: ["", "hello", "{}\n", #"{"rewind":1,"ses"#, "{\"rewind\":2,\"session\":\"a\"}\n"]
  )
  func unreadable(text: String) throws {
    let sessions = SessionFolder(folder: folder.url)
    _ = record(1, in: sessions)
    let session = try #require(sessions.all.first)
    #expect(session.end == .closed)
    try Data(text.utf8).write(to: try #require(session.files.first))
    #expect(session.end == nil)
    #expect(session.header == nil)
  }

  @Test("leaves files alone that no recorder made, whatever is to go")
  func foreignFiles() throws {
    let names = ["2024-notes.jsonl", "20261121T080000123Z-1f0c86a1.jsonl", "zz.main.jsonl"]
    for name in names { try folder.file(name, "mine") }
    let sessions = SessionFolder(folder: folder.url)
    for _ in 0..<3 { _ = record(1, in: sessions, keeping: .init(sessions: 1, bytes: 1)) }
    #expect(sessions.all.count == 1)
    for name in names {
      #expect(try folder.text(name) == "mine")
    }
  }
}

@Suite("A session in segments", .process)
struct SegmentTests {
  private let folder = TemporaryFolder()

  @Test("can be read segment by segment, and no action is in none or in two")
  func segments() throws {
    let recorder = Recorder(
      app: "counter",
      to: .file(folder.path("log.jsonl")),
      options: .init(segments: .init(bytes: 4_000))
    )
    let recording = recorder.attach(Counter.self)
    let store = Store(reducer: counterReducer, state: Counter(), middleware: [recording.middleware])
    var states: [Int] = [0]
    for amount in 1...120 {
      store.dispatch(Add(amount: amount))
      states.append(store.state.count)
    }
    recorder.close()
    #expect(recorder.failure == nil)
    var last = 0
    var number = 1
    while true {
      let name = number == 1 ? "log.jsonl" : "log.\(number).jsonl"
      guard FileManager.default.fileExists(atPath: folder.path(name)) else { break }
      let log = try SessionLog.open(folder.path(name))
      #expect(log.damage == nil)
      #expect(log.header.json["segment"]?.int == number)
      let timeline = try Timeline.open(log)
      #expect(try log.findStart() == last)
      for index in last...timeline.lastIndex {
        #expect(try timeline.state(after: index)["count"]?.int == states[index])
        if index > last { #expect(try timeline.action(index).type == "Add") }
      }
      last = timeline.lastIndex
      #expect(timeline.end == (last == 120 ? .closed : .continued))
      number += 1
    }
    #expect(last == 120)
    #expect(number > 4)
  }

  @Test("drops the oldest, and counts them in the next header")
  func dropping() throws {
    let sessions = SessionFolder(folder: folder.url)
    let recorder = Recorder(
      app: "counter",
      to: .folder(sessions),
      options: .init(segments: .init(bytes: 2_000, keeping: 2), recordsPreviewsAndTests: true)
    )
    let recording = recorder.attach(Counter.self)
    let store = Store(reducer: counterReducer, state: Counter(), middleware: [recording.middleware])
    for amount in 1...100 { store.dispatch(Add(amount: amount)) }
    recorder.close()
    let session = try #require(sessions.all.first)
    #expect(session.files.count == 2)
    #expect(session.end == .closed)
    let headers = try session.files.map { try SessionLog.open($0.path).header.json }
    for header in headers {
      let segment = try #require(header["segment"]?.int)
      #expect(header["dropped"]?.int == segment - 2)
    }
  }
}
