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

@Suite("A recorder with a file", .process)
struct DestinationTests {
  private let folder = TemporaryFolder()

  /// Records one action, and gives the recorder.
  @discardableResult
  private func record(_ path: String, stores: [String] = ["main"]) -> Recorder {
    let recorder = Recorder(app: "counter", to: .file(path))
    for store in stores {
      let recording = recorder.attach(Counter.self, name: store)
      _ = recording.record(Add(amount: 1), from: Counter()) { Counter(count: 1) }
    }
    recorder.close()
    return recorder
  }

  private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test("begins a new one beside it at each launch, and overwrites none")
  func launches() throws {
    let path = try folder.file("session.jsonl", "precious").path
    for number in 2...4 {
      let recorder = record(path, stores: ["main", "side/bar"])
      #expect(recorder.failure == nil)
      let named = ["session-\(number).jsonl", "session-\(number).side-bar.jsonl"]
      #expect(recorder.files.map(\.path) == named.map(folder.path))
      for name in named {
        let log = try SessionLog.open(folder.path(name))
        #expect(log.header.session == recorder.session.uuidString.lowercased())
        // For who follows the session.
        #expect(log.header.json["process"]?.int == Int(getpid()))
        #expect(try Timeline.open(log).end == .closed)
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    let all = try names(in: folder)
    #expect(all.count == 7)
  }

  @Test("keeps a store's log apart from one that an earlier launch has left")
  func store() throws {
    try folder.file("log.chat.jsonl", "of yesterday")
    let recorder = record(folder.path("log.jsonl"), stores: ["main", "chat"])
    #expect(recorder.failure == nil)
    let all = try names(in: folder)
    #expect(all == ["log.chat-2.jsonl", "log.chat.jsonl", "log.jsonl"])
  }

  @Test("names the segments after the file that it has found, so that they can be joined")
  func segments() throws {
    let path = try folder.file("log", "taken").path
    let recorder = Recorder(
      app: "counter",
      to: .file(path),
      options: .init(segments: .init(bytes: 1_000))
    )
    let recording = recorder.attach(Counter.self)
    var state = Counter()
    for number in 1...60 {
      state = recording.record(Add(amount: number), from: state) {
        counterReducer(action: Add(amount: number), state: state)
      }
    }
    recorder.close()
    let segments = try names(in: folder).filter { $0 != "log" }.map(folder.path)
    #expect(segments.count > 2)
    #expect(segments.allSatisfy { $0.hasPrefix(path + "-2") })
    #expect(try Timeline.open(LogSegments.open(segments, as: path)).lastIndex == 60)
  }

  @Test("shares it with no other launch, however many begin at once")
  func race() throws {
    let path = folder.path("log.jsonl")
    DispatchQueue.concurrentPerform(iterations: 16) { _ in record(path) }
    let names = try names(in: folder)
    #expect(names.count == 16)
    let sessions = try names.map { name -> String in
      let timeline = try Timeline.open(SessionLog.open(folder.path(name)))
      #expect(timeline.actionCount == 1)
      #expect(timeline.log.damage == nil)
      return timeline.log.header.session
    }
    #expect(Set(sessions).count == 16)
  }

  @Test("still records where a thousand are before it")
  func many() throws {
    let path = try folder.file("log.jsonl", "").path
    for number in 2...1_000 { try folder.file("log-\(number).jsonl", "") }
    let recorder = record(path)
    #expect(recorder.failure == nil)
    let id = recorder.session.uuidString.lowercased()
    #expect(recorder.files.map(\.path) == [folder.path("log-\(id).jsonl")])
  }

  @Test("records nothing where a folder, a pipe or a device has its name, and leaves it alone")
  func noFile() throws {
    let pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
    for (path, why) in [
      (folder.url.path, SystemError(code: EISDIR)), (pipe, SystemError(code: -1)),
      ("/dev/null", SystemError(code: -1)), (folder.path("none/log"), SystemError(code: ENOENT)),
    ] {
      let recorder = record(path)
      #expect(recorder.failure == .cannotCreate(path: path, why))
      #expect(recorder.files.isEmpty)
    }
    let all = try names(in: folder)
    #expect(all == ["pipe"])
  }

  @Test("follows no link that has its name")
  func link() throws {
    let link = folder.path("log.jsonl")
    #expect(symlink(folder.path("target"), link) == 0)
    #expect(record(link).failure == nil)
    let all = try names(in: folder)
    #expect(all == ["log-2.jsonl", "log.jsonl"])
  }
}

@Suite("The start of a recording", .process)
struct AnnouncementTests {
  private let folder = TemporaryFolder()
  private let app = Program("kill-target")

  @Test("is announced in one line on standard error, with the name that the log really has")
  func announced() throws {
    for name in ["log.jsonl", "log-2.jsonl"] {
      let run = try app.run(["log.jsonl", "exit", "3"], in: folder.url, exits: 3)
      // A Mac's temporary folder is behind a link.
      let resolved = folder.url.resolvingSymlinksInPath().path
      #expect(
        run.errors.replacing("/private/", with: "/")
          == "rewind: recording to \(resolved)/\(name)\n"
      )
    }
  }

  @Test("that fails is announced with the reason")
  func failed() throws {
    let path = folder.path("none/log.jsonl")
    let run = try app.run(path, "exit", "3", exits: 3)
    #expect(
      run.errors
        == "rewind: \(path) cannot be created: No such file or directory. This store is not recorded.\n"
    )
  }

  @Test(
    "is not announced in previews and test runs",
    arguments: ["XCODE_RUNNING_FOR_PREVIEWS", "XCTestBundlePath"]
  )
  func silent(variable: String) throws {
    let run = try app.run([folder.path("log"), "exit", "3"], environment: [variable: "1"])
    #expect(run.errors == "")
    #expect(FileManager.default.fileExists(atPath: folder.path("log")))
  }

  @Test("disturbs no app whose standard error is not read", arguments: [true, false])
  func unread(isClosed: Bool) throws {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends.dropFirst(isClosed ? 1 : 0) { close(end) } }
    if isClosed {
      close(ends[0])
    } else {
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      let byte: [UInt8] = [0]
      while write(ends[1], byte, 1) == 1 {}
      _ = fcntl(ends[1], F_SETFL, 0)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: app.path)
    process.arguments = [folder.path("log"), "exit", "3"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 3)
    #expect(try Timeline.open(SessionLog.open(folder.path("log"))).end == .crashed(action: 3))
  }
}
