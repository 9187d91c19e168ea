import Foundation
import Rewind
import RewindJSON
import RewindSession

#if compiler(>=6.2) && canImport(Testing)
public import Testing

/// A trait of a test whose stores are recorded; if the test has an issue, their logs are attached to it.
///
/// ```swift
/// @Test("a paid order empties the cart", .recorded)
/// func paid() async { … }
/// ```
///
/// Whatever destination the app's recorders have, within the test they record into memory. A recorder belongs to the
/// test if it is made in it: a store that lives for the whole process is not recorded. Parallel tests, and the cases of
/// one test, are apart. A test that passes attaches nothing, and leaves its logs beside the test bundle, in
/// `rewind-passed`: when it fails, its issue names the command that compares with them. One that ends the process
/// cannot attach anything.
///
/// `swift test --attachments-path DIR` keeps what is attached, and Xcode shows it in the report.
public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let recordings = TestRecordings()
    let issues = IssueCount()
    let passed = testCase.flatMap { PassedRecordings(of: test, $0) }
    let noticing: IssueHandlingTrait = .compactMapIssues { issue in
      issues.add()
      var issue = issue
      let names = recordings.named(for: test.name).map(\.name)
      if !names.isEmpty {
        let commands = names.map { "rewind ATTACHMENTS/\($0)" }
        issue.comments.append("To look closer: \(commands.joined(separator: "; "))")
      }
      let compared = zip(passed?.paths ?? [], names).map {
        "rewind compare \($0) ATTACHMENTS/\($1)"
      }
      if !compared.isEmpty {
        issue.comments.append(
          "What is different since it passed: \(compared.joined(separator: "; "))"
        )
      }
      return issue
    }
    defer {
      if issues.any {
        for (name, text) in recordings.named(for: test.name) {
          Attachment.record(Array(text.utf8), named: name)
        }
      } else {
        passed?.replace(by: recordings.texts)
      }
    }
    try await TestRecordings.$ofTask.withValue(recordings) {
      do {
        try await noticing.provideScope(for: test, testCase: testCase, performing: function)
      } catch {
        issues.add()
        throw error
      }
    }
  }
}

extension Trait where Self == RecordedTrait {
  /// Records the stores that are attached within the test, and attaches their logs to it if it has an issue.
  public static var recorded: Self { Self() }
}

/// The logs of a test from when it passed last, in a folder beside the test bundle.
private struct PassedRecordings {
  private let folder: URL
  private let name: String

  /// Finds those of a test without arguments; nil for others, and where the bundle is nowhere.
  init?(of test: Test, _ testCase: Test.Case) {
    guard !testCase.isParameterized, let bundle = Self.bundle else { return nil }
    folder = bundle.deletingLastPathComponent().appending(path: "rewind-passed")
    // Without its place in the file, which another test above it changes.
    name =
      "\(test.id)".split(separator: "/").filter { !$0.contains(".swift:") }
      .joined(separator: "/").asFileName
  }

  /// Where SwiftPM and Xcode say which bundle's tests run.
  private static var bundle: URL? {
    let (process, option) = (ProcessInfo.processInfo, "--test-bundle-path")
    let named = process.arguments.drop { $0 != option }.dropFirst().first
    let path = process.environment["XCTestBundlePath"] ?? named ?? process.arguments[0]
    return path.contains(".xctest") ? URL(fileURLWithPath: path) : nil
  }

  private func file(_ number: Int) -> URL { folder.appending(path: "\(name)-\(number).jsonl") }

  /// The files, in the order in which the recorders were made.
  var paths: [String] {
    (1...).lazy.map { file($0).path }.prefix { FileManager.default.fileExists(atPath: $0) }.map(
      \.self
    )
  }

  /// Replaces them; where that cannot be done, there is nothing to compare with.
  func replace(by logs: [String]) {
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
    guard !logs.isEmpty else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, log) in logs.enumerated() {
      try? Data(log.utf8).write(to: file(index + 1), options: .atomic)
    }
  }
}

/// The number of a test's issues, which come from any thread.
private final class IssueCount: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var count = 0

  var any: Bool { lock.withLock { count > 0 } }
  func add() { lock.withLock { count += 1 } }
}
#endif

/// The recordings of a test that is no test of Swift Testing, as of XCTest.
///
/// Between ``begin()`` and ``end(of:)``, all recorders of the process record into memory. XCTest runs the tests of a
/// process one after another; an observer of it calls both.
public enum RecordedTest {
  /// Begins the recordings of a test; those of the test before it are gone.
  public static func begin() { TestRecordings.shared = TestRecordings() }

  /// Ends them.
  ///
  /// - Parameter test: The test's name.
  /// - Returns: The logs, each with the name of a file for it.
  public static func end(of test: String) -> [(name: String, log: String)] {
    defer { TestRecordings.shared = nil }
    return TestRecordings.shared?.named(for: test).map { ($0.name, $0.text) } ?? []
  }
}

extension TestRecordings {
  /// Returns the logs with the names of their files.
  package func named(for test: String) -> [(name: String, text: String)] {
    texts.compactMap { text in
      guard let line = text.split(separator: "\n").first,
        case .object(let json)? = try? JSONValue(parsing: Array(line.utf8)),
        let header = try? SessionHeader(json)
      else { return nil }
      return (header.attachmentName(of: test), text)
    }
  }
}
