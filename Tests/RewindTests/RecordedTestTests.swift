import Foundation
import Rewind
import RewindLog
import RewindTestSupport
import RewindTesting
import RewindTimeline
import Testing
import XCTest

@Suite("A test whose stores are recorded")
struct RecordedTestTests {
  private let folder = TemporaryFolder()

  /// Makes a recorder as an app does, and dispatches to its store.
  private func play(_ amount: Int, in folder: TemporaryFolder, enabled: Bool = true) -> Recorder {
    let recorder = Recorder(
      app: "counter",
      to: .folder(SessionFolder(folder: folder.url)),
      enabled: enabled
    )
    let recording = recorder.attach(Counter.self)
    _ = recording.record(Add(amount: amount), from: Counter()) { Counter(count: amount) }
    return recorder
  }

  #if compiler(>=6.2)
  @Test("records them into memory, wherever they would write", .recorded)
  func memory() throws {
    let recorder = play(1, in: folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    #expect(recorder.files.isEmpty)
    let texts = try #require(TestRecordings.ofTask).texts
    #expect(texts.count == 1 && texts[0].contains(#""payload":{"amount":1}"#))
    // Its own log is the test's as well, and a recorder that is off stays off.
    let log = MemoryLog()
    let own = Recorder(app: "counter", to: .memory(log)).attach(Counter.self)
    _ = own.record(Add(amount: 2), from: Counter()) { Counter(count: 2) }
    _ = play(3, in: folder, enabled: false)
    #expect(TestRecordings.ofTask?.texts == texts + [log.text])
  }

  @Test("is apart from those beside it", .recorded, arguments: 1...8)
  func parallel(amount: Int) async throws {
    let folder = TemporaryFolder(url: URL(fileURLWithPath: "/nowhere"))
    let recorders = await withTaskGroup(of: Recorder.self) { group in
      for _ in 0..<4 { group.addTask { play(amount, in: folder) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(recorders.allSatisfy { $0.failure == nil })
    let texts = try #require(TestRecordings.ofTask).texts
    #expect(texts.count == 4)
    #expect(texts.allSatisfy { $0.contains(#""payload":{"amount":\#(amount)}"#) })
  }
  #endif

  #if os(Linux)
  /// Runs tests of this bundle in a process in which they fail; returns what it prints.
  private func failing(
    _ arguments: [String],
    fails: Bool = true,
    in folder: TemporaryFolder
  ) throws -> String {
    let run = try Program("rewindPackageTests.xctest").run(
      arguments,
      environment: fails
        ? ["REWIND_FAILS": "1", "TMPDIR": folder.url.path] : ["TMPDIR": folder.url.path]
    )
    #expect(run.exit == .status(fails ? 1 : 0))
    return run.output + run.errors
  }

  @Test("has their logs attached if it fails, in either library", .process)
  func attached() throws {
    try TemporaryFolder.with { folder in
      let words = ["--testing-library", "swift-testing", "--attachments-path", folder.url.path]
      let examples = words + ["--filter", "RecordedExamples/"]
      _ = try failing(examples, fails: false, in: folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
      let said = try failing(examples, in: folder)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      // The test that passes attaches nothing.
      let names = ["adds-counter-", "throws-counter-"]
      #expect(files.count == 2 && zip(files, names).allSatisfy { $0.hasPrefix($1) }, "\(files)")
      #expect(said.contains("To look closer: rewind ATTACHMENTS/\(files[0])"))
      // It passed before.
      let line = try #require(
        said.firstMatch(of: #/since it passed: rewind compare (\S+adds\S+) (\S+)/#)
      )
      #expect(line.2 == "ATTACHMENTS/\(files[0])")
      let compared = try Program("rewind").run("compare", String(line.1), folder.path(files[0]))
      #expect(compared.output.contains("~ /count  1 → 2"), "\(compared)")
      let timelines = try files.map { try Timeline.open(SessionLog.open(folder.path($0))) }
      #expect(timelines.map(\.lastIndex) == [1, 2])
    }
    _ = try failing(["RewindTests.ObservedCase"], in: folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasSuffix(".jsonl") }
    #expect(files.count == 1 && files[0].hasPrefix("ObservedCase_testFails-counter-"), "\(files)")
  }
  #endif
}

private let fails = ProcessInfo.processInfo.environment["REWIND_FAILS"] != nil

/// A store of an app, which records to the app's folder; where tests are to fail, it counts wrong.
private struct CounterStore {
  private let recording = Recorder(app: "counter").attach(Counter.self)
  private(set) var state = Counter()

  mutating func add(_ amount: Int) {
    let old = state
    state = recording.record(Add(amount: amount), from: old) {
      Counter(count: old.count + (fails ? 2 : 1) * amount)
    }
  }
}

#if compiler(>=6.2)
@Suite("Recorded examples")
struct RecordedExamples {
  @Test("counts what is added", .recorded)
  func adds() {
    var store = CounterStore()
    store.add(1)
    #expect(store.state.count == 1)
  }

  @Test(.recorded)
  func `throws`() throws {
    var store = CounterStore()
    store.add(1)
    store.add(2)
    if fails { throw CocoaError(.userCancelled) }
  }

  @Test(.recorded)
  func passes() {
    var store = CounterStore()
    store.add(3)
  }
}
#endif

final class RecordedTests: NSObject, XCTestObservation {
  func testCaseWillStart(_ testCase: XCTestCase) { RecordedTest.begin() }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let logs = RecordedTest.end(of: testCase.name)
    guard testCase.testRun?.hasSucceeded == false else { return }
    for (name, log) in logs {
      let file = FileManager.default.temporaryDirectory.appending(path: name)
      try? Data(log.utf8).write(to: file)
      print("To look closer: rewind \(file.path)")
    }
  }
}

final class ObservedCase: XCTestCase {
  override class func setUp() {
    XCTestObservationCenter.shared.addTestObserver(RecordedTests())
  }

  func testFails() {
    var store = CounterStore()
    store.add(1)
    XCTAssertEqual(store.state.count, 1)
  }

  func testPasses() {
    var store = CounterStore()
    store.add(1)
  }
}
