import Foundation
import Rewind
import RewindTestSupport
import Testing

// MARK: - Stand-ins

// What the reporters' documentation says of their interfaces, as far as it is used here; the real ones are not
// linked.

// Sentry's SDK: https://docs.sentry.io/platforms/apple/enriching-events/attachments/

private enum SentrySDK {
  final class Options {
    var dsn: String?
    var onCrashedLastRun: ((Event) -> Void)?
    var initialScope: (Scope) -> Scope = { $0 }
  }

  nonisolated(unsafe) static var sent: [(message: String, scope: Scope)] = []
  nonisolated(unsafe) static var scope = Scope()
  nonisolated(unsafe) static var crashedLastRun = true

  static func start(configureOptions: (Options) -> Void) {
    let options = Options()
    configureOptions(options)
    scope = options.initialScope(Scope())
    if crashedLastRun { options.onCrashedLastRun?(Event()) }
  }

  static func capture(message: String, block: (Scope) -> Void) {
    let scope = Scope()
    block(scope)
    sent.append((message, scope))
  }
}

private final class Event {
  var tags: [String: String]? = [:]
}

private final class Scope {
  var tags: [String: String] = [:]
  var attachments: [Attachment] = []
  func setTag(value: String, key: String) { tags[key] = value }
  func addAttachment(_ attachment: Attachment) { attachments.append(attachment) }
}

private struct Attachment {
  let path: String
  let filename: String
}

// Firebase Crashlytics: https://firebase.google.com/docs/crashlytics/customize-crash-reports

private final class Crashlytics {
  nonisolated(unsafe) private static let shared = Crashlytics()
  var keys: [String: String] = [:]
  static func crashlytics() -> Crashlytics { shared }
  func setCustomValue(_ value: Any?, forKey key: String) { keys[key] = value as? String }
  func didCrashDuringPreviousExecution() -> Bool { true }
}

// Bugsnag: https://docs.bugsnag.com/platforms/ios/customizing-error-reports/

private enum Bugsnag {
  struct LastRunInfo {
    let crashed: Bool
  }

  nonisolated(unsafe) static var metadata: [String: String] = [:]
  static let lastRunInfo: LastRunInfo? = LastRunInfo(crashed: true)
  static func addMetadata(_ metadata: Any?, key: String, section: String) {
    self.metadata["\(section).\(key)"] = metadata as? String
  }
}

/// The app's own way to send a file; it calls back once it has arrived.
private final class Uploads {
  private(set) var queue: [(file: URL, session: String)] = []
  var isOnline = false

  func send(_ file: URL, ofSession session: String, whenSent done: @escaping () -> Void) {
    queue.append((file, session))
    if isOnline { done() }
  }
}

// MARK: - Samples

@Suite("The samples for crash reporters", .serialized)
struct CrashReporterTests {
  /// A folder in which the last session ended inside an action, in so many segments.
  private func withCrash(_ body: (SessionFolder, _ id: String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let sessions = SessionFolder(folder: folder.url)
      var id = ""
      for segment in [1, 2] {
        var log = SessionFile(app: "shop", ["segment": .init(segment), "version": "1.2"], start: 0)
        log.add(1, "Tap", state: nil)
        id = "00000000-0000-0000-0000-000000000001"
        let suffix = segment == 1 ? "" : ".\(segment)"
        let name = "20261120T080000000Z-0a1b2c3d.main\(suffix).jsonl"
        try Data(log.bytes).write(to: sessions.folder.appending(path: name))
      }
      try body(sessions, id)
    }
  }

  private func recorder() -> Recorder {
    Recorder(app: "shop", to: .memory(MemoryLog()))
  }

  @Test("tag Sentry's events, and attach the log of a crash to an event of the next launch")
  func sentry() throws {
    try withCrash { sessions, id in
      let (dsn, hasAgreed, recorder) = ("https://key@example.org/1", true, recorder())
      SentrySDK.sent = []
      let last = sessions.previous
      SentrySDK.start { options in
        options.dsn = dsn
        options.initialScope = { scope in
          scope.setTag(value: recorder.session.uuidString.lowercased(), key: "rewind.session")
          return scope
        }
        options.onCrashedLastRun = { _ in
          guard hasAgreed, let last, let session = last.header?.session else { return }
          SentrySDK.capture(message: "The session of a crash") { scope in
            scope.setTag(value: session, key: "rewind.session")
            for file in last.newestFiles(upTo: 1_000_000) {
              scope.addAttachment(Attachment(path: file.path, filename: file.lastPathComponent))
            }
          }
        }
      }
      #expect(SentrySDK.scope.tags["rewind.session"] == recorder.session.uuidString.lowercased())
      #expect(SentrySDK.sent.count == 1)
      let scope = try #require(SentrySDK.sent.first?.scope)
      #expect(scope.tags == ["rewind.session": id])
      // The last segment only.
      #expect(scope.attachments.map(\.filename) == ["20261120T080000000Z-0a1b2c3d.main.2.jsonl"])
    }
  }

  @Test("tag Crashlytics' events, and send the log themselves, until it has arrived")
  func crashlytics() throws {
    try withCrash { sessions, id in
      let (uploads, hasAgreed, recorder) = (Uploads(), true, recorder())
      let defaults = try #require(UserDefaults(suiteName: "rewind-\(UUID())"))
      func launch() {
        Crashlytics.crashlytics()
          .setCustomValue(recorder.session.uuidString.lowercased(), forKey: "rewind_session")
        if hasAgreed, Crashlytics.crashlytics().didCrashDuringPreviousExecution() {
          for crashed in sessions.all where crashed.name > defaults.string(forKey: "sent") ?? "" {
            guard case .crashed = crashed.end, let session = crashed.header?.session else {
              continue
            }
            for file in crashed.newestFiles(upTo: 1_000_000) {
              uploads.send(file, ofSession: session) { defaults.set(crashed.name, forKey: "sent") }
            }
          }
        }
      }
      launch()
      launch()
      #expect(uploads.queue.map(\.session) == [id, id])
      uploads.isOnline = true
      launch()
      launch()
      #expect(uploads.queue.count == 3)
      #expect(
        Crashlytics.crashlytics().keys["rewind_session"] == recorder.session.uuidString.lowercased()
      )
    }
  }

  @Test("tag Bugsnag's events")
  func bugsnag() throws {
    try withCrash { sessions, id in
      let (uploads, hasAgreed, recorder) = (Uploads(), true, recorder())
      Bugsnag.addMetadata(
        recorder.session.uuidString.lowercased(),
        key: "session",
        section: "rewind"
      )
      if hasAgreed, Bugsnag.lastRunInfo?.crashed == true, let last = sessions.previous,
        let session = last.header?.session
      {
        for file in last.newestFiles(upTo: 1_000_000) {
          uploads.send(file, ofSession: session) {}
        }
      }
      #expect(Bugsnag.metadata["rewind.session"] == recorder.session.uuidString.lowercased())
      #expect(uploads.queue.map(\.session) == [id])
    }
  }

  @Test("send no more than the limit of bytes")
  func limit() throws {
    try withCrash { sessions, _ in
      let last = try #require(sessions.previous)
      #expect(last.files.count == 2)
      #expect(last.newestFiles(upTo: 10) == [])
      #expect(last.newestFiles(upTo: 1_000_000).count == 1)
    }
  }
}
