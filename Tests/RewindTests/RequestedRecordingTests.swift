import Foundation
import Rewind
import RewindJSON
import RewindLog
import RewindSession
import RewindStore
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A recording that a UI test asks for", .process)
struct RequestedRecordingTests {
  private let folder = TemporaryFolder()

  private func recorder(
    _ environment: [String: String],
    to destination: Recorder.Destination,
    enabled: Bool = true
  ) -> Recorder {
    Recorder(
      app: "counter",
      to: destination,
      enabled: enabled,
      requested: RequestedRecording(environment: environment),
      clock: .live
    )
  }

  private func play(_ recorder: Recorder, _ count: Int = 1) {
    let recording = recorder.attach(Counter.self)
    for _ in 0..<count {
      _ = recording.record(Add(amount: 1), from: Counter()) { Counter(count: 1) }
    }
    recorder.close()
  }

  @Test("goes to the file that the environment names, under the name that it gives")
  func file() throws {
    let environment = [
      "REWIND_RECORD": folder.path("run/log.jsonl"), "REWIND_APP_NAME": "counter-ui",
    ]
    try folder.makeFolder("run")
    let sessions = SessionFolder(folder: folder.url.appending(path: "sessions"))
    play(recorder(environment, to: .folder(sessions)))
    play(recorder(environment, to: .file(folder.path("own.jsonl"))))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("run")).sorted()
    // Nothing is overwritten.
    #expect(files == ["log-2.jsonl", "log.jsonl"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["run"])
    let timeline = try Timeline.open(SessionLog.open(folder.path("run/log.jsonl")))
    #expect(timeline.log.header.app == "counter-ui" && timeline.lastIndex == 1)
  }

  @Test("is not made by a recorder that is not enabled, and changes none in memory")
  func disabled() throws {
    let environment = ["REWIND_RECORD": folder.path("log.jsonl")]
    play(recorder(environment, to: .file(folder.path("own.jsonl")), enabled: false))
    let memory = MemoryLog()
    play(recorder(environment, to: .memory(memory)))
    #expect(memory.actions.count == 1)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files == [])
    #expect(RequestedRecording(environment: ["REWIND_RECORD": ""]) == nil)
    #expect(RequestedRecording(environment: ["REWIND_NOTES": "/tmp/x"]) == nil)
  }

  @Test("has the lines that the test appends as notes, before the actions that follow them")
  func notes() throws {
    let notes = folder.path("notes.txt")
    let recorder = recorder(
      ["REWIND_RECORD": folder.path("log.jsonl"), "REWIND_NOTES": notes],
      to: .file("unused.jsonl")
    )
    let recording = recorder.attach(Counter.self)
    var written = ""
    func write(_ text: String) throws {
      written += text
      try written.write(toFile: notes, atomically: false, encoding: .utf8)
    }
    func act() {
      _ = recording.record(Add(amount: 1), from: Counter()) { Counter(count: 1) }
    }
    act()
    try write("opens the cart\n")
    act()
    // A line counts once it is whole.
    try write("pays\nwaits")
    act()
    try write(" for the receipt\n")
    act()
    // The file may be written anew.
    written = ""
    try write("sees it\n")
    recorder.close()
    let timeline = try Timeline.open(SessionLog.open(folder.path("log.jsonl")))
    let texts = (0..<timeline.log.lineCount).compactMap { line -> String? in
      guard case .note(let note) = try? timeline.log.line(line) else { return nil }
      return "\(note.index) \(note.text)"
    }
    #expect(texts == ["1 opens the cart", "2 pays", "3 waits for the receipt", "4 sees it"])
  }

  @Test("says once, to the app and in the log, that its notes cannot be read")
  func unreadableNotes() throws {
    final class Warnings: @unchecked Sendable {
      var all: [Recorder.Warning] = []
    }
    let late = folder.path("late.txt")
    let absent = folder.path("no/folder/notes.txt")
    for (number, notes) in [folder.url.path, absent, late].enumerated() {
      let (log, warnings) = (folder.path("\(number).jsonl"), Warnings())
      let recorder = Recorder(
        app: "counter",
        requested: RequestedRecording(environment: ["REWIND_RECORD": log, "REWIND_NOTES": notes]),
        clock: .live,
        onWarning: { warnings.all.append($0) }
      )
      play(recorder, 3)
      let error = SystemError(code: number == 0 ? EISDIR : ENOENT)
      // A file that is not there yet may appear.
      let expected: [Recorder.Warning] =
        notes == late ? [] : [.cannotReadNotes(path: notes, error)]
      #expect(warnings.all == expected)
      let timeline = try Timeline.open(SessionLog.open(log))
      let texts = (0..<timeline.log.lineCount).compactMap { line -> String? in
        guard case .note(let note) = try? timeline.log.line(line) else { return nil }
        return note.text
      }
      #expect(texts == expected.map(\.description))
    }
  }
}

// MARK: - The recipe for UI tests

/// What the recipe uses of XCTest, which is only on Apple's systems.
private final class XCUIApplication {
  var launchEnvironment: [String: String] = [:]
  func launch() {}
}

private final class XCTAttachment {
  enum Lifetime { case deleteOnSuccess }
  let file: URL
  var lifetime = Lifetime.deleteOnSuccess
  init(contentsOfFile file: URL) { self.file = file }
}

private class XCTestCase {
  private(set) var attachments: [XCTAttachment] = []
  func add(_ attachment: XCTAttachment) { attachments.append(attachment) }
  func addTeardownBlock(_ block: @escaping () -> Void) { block() }
}

private final class CheckoutUITests: XCTestCase {
  let app = XCUIApplication()
  let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID())")

  func launch() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let log = folder.appending(path: "checkout.jsonl")
    app.launchEnvironment["REWIND_RECORD"] = log.path
    app.launchEnvironment["REWIND_NOTES"] = folder.appending(path: "notes.txt").path
    app.launch()
    addTeardownBlock {
      let attachment = XCTAttachment(contentsOfFile: log)
      attachment.lifetime = .deleteOnSuccess
      self.add(attachment)
    }
  }

  func step(_ text: String) throws {
    let notes = folder.appending(path: "notes.txt")
    if !FileManager.default.fileExists(atPath: notes.path) { try Data().write(to: notes) }
    let file = try FileHandle(forWritingTo: notes)
    try file.seekToEnd()
    try file.write(contentsOf: Data("\(text)\n".utf8))
    try file.close()
  }
}

@Suite("The recipe for UI tests", .process)
struct UITestRecipeTests {
  @Test("names the file, notes the steps, and attaches the log")
  func recipe() throws {
    let test = CheckoutUITests()
    try test.launch()
    defer { try? FileManager.default.removeItem(at: test.folder) }
    try test.step("opens the cart")
    try test.step("pays")
    #expect(test.attachments.map(\.file.lastPathComponent) == ["checkout.jsonl"])
    let notes = try String(contentsOf: test.folder.appending(path: "notes.txt"), encoding: .utf8)
    #expect(notes == "opens the cart\npays\n")
  }
}
