import Foundation
import RewindDiagnosis
import RewindJSON
import RewindText
import RewindTimeline

/// The answer of `bisect EVENT`: the session of a crash event, its crash, and the commands that lead to a test.
struct CrashReportAnswer: AnswerPart {
  let report: CrashReport
  let timeline: Timeline
  let path: String
  let build: Arguments.Build
  let crash: CrashAnswer
  /// The package in the current folder; nil if there is none, or nothing to test.
  private let package: AppPackage?

  /// Searches the crash of a report's session.
  static func search(
    _ report: CrashReport,
    _ timeline: Timeline,
    path: String,
    by build: Arguments.Build,
    _ budget: SearchBudget
  ) throws -> CrashReportAnswer {
    let crash = try CrashAnswer.search(timeline, by: build.program, budget: budget, path: path)
    return CrashReportAnswer(
      report: report,
      timeline: timeline,
      path: path,
      build: build,
      crash: crash,
      package: crash.isFound ? AppPackage(in: FileManager.default.currentDirectoryPath) : nil
    )
  }

  private var signature: CrashSignature? {
    if case .found(let culprit) = crash { culprit.culprit.signature } else { nil }
  }

  private var agreement: CrashReport.Agreement {
    report.agreement(with: signature?.frames ?? [])
  }

  /// The log's name, to call other files after.
  private var name: String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  private var small: String { "\(name)-small.jsonl".shellPath }

  /// The command that makes the session short; nil if the crash was not reproduced.
  private var minimizing: String? {
    guard crash.isFound else { return nil }
    return "rewind minimize \(path.shellPath) \(build.program.words(with: ["-o \(small)"]))"
  }

  /// The command that writes a test.
  private var testing: String {
    // An app in another language has no test in Swift.
    guard build.program.isSwift else {
      return "rewind verify \(small) \(build.program.words(with: ["--expect no-crash"]))"
    }
    // The app's actions begin with the name of their type.
    let names = (signature?.type).flatMap { package?.names(ofActions: $0) }
    // SwiftPM leaves out a test beside Package.swift without a word.
    let tests = "Tests/\(names?.module ?? "")Tests"
    let folder = names?.module != nil && tests.isFolder ? "\(tests)/" : ""
    let flags = [
      "--store \(names?.store ?? "STORE")", "--import \(names?.module ?? "MODULE")",
      "-o \("\(folder)\(name.swiftTypeName(prefix: "Session"))Tests.swift".shellPath)",
    ]
    return "rewind test \(small) \(build.program.words(with: flags))"
  }

  var json: JSONValue {
    JSONValue(present: [
      "session": .string(report.session), "file": .string(path), "app": .string(build.program.name),
      "build": build.name.map { .string($0) }, "stack": .string(agreement.rawValue),
      "crash": crash.json,
      "next": JSONValue(minimizing.map { [$0, testing] } ?? []),
    ])
  }

  func lines(_ style: Style) throws -> [String] {
    let app = timeline.log.header.app.map { " of \($0.escapedForTerminal)" } ?? ""
    var lines = [
      "The session\(app), \(counted(timeline.actionCount, "action")): \(path.escapedForTerminal)",
      "The build\(build.name.map { " \($0.escapedForTerminal)" } ?? ""): \(build.program.name.escapedForTerminal)",
    ]
    let recorded = timeline.log.header.json["version"]?.string
    if let version = report.version, let recorded, version != recorded {
      lines.append(
        "The report says version \(version.escapedForTerminal), the log \(recorded.escapedForTerminal)."
      )
    }
    return lines + [""] + (try crash.lines(style)) + stackWords + next
  }

  /// The commands from the crash to a test; none if it was not reproduced.
  private var next: [String] {
    guard let minimizing else { return [] }
    let lines = ["", "From here to a test:", "  \(minimizing)", "  \(testing)"]
    return lines + names(in: lines)
  }

  /// Returns what the words in capitals stand for, if commands have any.
  private func names(in commands: [String]) -> [String] {
    let words = commands.joined(separator: " ").split(separator: " ")
    let module = "the module that has the store."
    switch (words.contains("STORE"), words.contains("MODULE")) {
    case (true, true):
      return ["STORE stands for the app's ReplayableStore, MODULE for \(module)"]
    case (true, false): return ["STORE stands for the app's ReplayableStore."]
    case (false, true): return ["MODULE stands for \(module)"]
    case (false, false): return []
    }
  }

  private var stackWords: [String] {
    let functions = (signature?.frames ?? []).prefix(3).map(\.escapedForTerminal)
      .joined(separator: " < ")
    switch agreement {
    case .agrees:
      return ["", "The report's stack agrees with the replay's: both are in \(functions)."]
    case .differs:
      let caller = report.first(of: signature?.frames ?? [])?.escapedForTerminal
      return [
        "",
        "The report's stack does not have the function in which the replay dies (\(functions)): "
          + (caller.map {
            "it has \($0), so it may be the same crash of an optimized build, or another one."
          } ?? "it may be another crash."),
      ]
    // Without a crash there is nothing to compare.
    case .unknown where signature == nil: return []
    case .unknown where report.stack.isEmpty:
      return ["", "The report has no stack to compare with."]
    case .unknown where report.isWithoutFunctions:
      return [
        "",
        "The report's stack has no functions to compare, only addresses: symbolicate it with that build's symbols.",
      ]
    case .unknown: return ["", "The replay shows no function to compare the report's stack with."]
    }
  }
}
