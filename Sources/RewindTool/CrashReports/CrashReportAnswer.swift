import Foundation
import RewindDiagnosis
import RewindJSON
import RewindTimeline

/// The answer of `from-report`: the session of a crash event, its crash, and the commands that lead to a test.
struct CrashReportAnswer: AnswerPart {
  let report: CrashReport
  let timeline: Timeline
  let path: String
  let program: ReplayProgram
  /// The version or commit by which the program was chosen; nil if the user named it.
  let build: String?
  let crash: CrashAnswer

  private var signature: CrashSignature? {
    if case .found(let culprit) = crash { culprit.culprit.signature } else { nil }
  }

  private var agreement: CrashReport.Agreement {
    report.agreement(with: signature?.frames ?? [])
  }

  /// The commands from the crash to a test; none if it was not reproduced.
  private var next: [String] {
    guard crash.isFound else { return [] }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let (small, app) = ("\(name)-small.jsonl".shellPath, program.words())
    let type = name.split { !$0.isLetter && !$0.isNumber }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return [
      "rewind minimize \(path.shellPath) \(app) -o \(small)",
      "rewind test \(small) \(app) -o \("\(type)Tests.swift".shellPath)",
    ]
  }

  /// The part of the state in which the fatal action is reduced, going by its name: `checkout` for
  /// `AppAction.checkout.pay`; nil if the state has nothing that is called so.
  private var feature: String? {
    guard case .found(let found) = crash,
      let type = try? timeline.action(found.culprit.fatal).type,
      let state = try? timeline.state(before: found.culprit.fatal)
    else { return nil }
    var path = Pointer.root
    for name in type.split(separator: ".").dropFirst().dropLast() {
      guard state[path.appending(String(name))]?.object != nil else { break }
      path = path.appending(String(name))
    }
    return path == .root ? nil : path.tokens.joined(separator: "/")
  }

  var json: JSONValue {
    JSONValue(present: [
      "session": .string(report.session), "file": .string(path), "app": .string(program.name),
      "build": build.map { .string($0) }, "stack": .string(agreement.rawValue), "crash": crash.json,
      "next": JSONValue(next), "feature": feature.map { .string($0) },
    ])
  }

  func lines(_ style: Style) throws -> [String] {
    let app = timeline.log.header.app.map { " of \($0.escapedForTerminal)" } ?? ""
    var lines = [
      "The session\(app), \(counted(timeline.actionCount, "action")): \(path.escapedForTerminal)",
      "The build\(build.map { " \($0.escapedForTerminal)" } ?? ""): \(program.name.escapedForTerminal)",
    ]
    let recorded = timeline.log.header.json["version"]?.string
    if let version = report.version, let recorded, version != recorded {
      lines.append(
        "The report says version \(version.escapedForTerminal), the log \(recorded.escapedForTerminal)."
      )
    }
    lines += [""] + (try crash.lines(style)) + ["", stackWords]
    if !next.isEmpty { lines += ["", "From here to a test:"] + next.map { "  \($0)" } }
    if let feature {
      lines.append(
        "For a test of the store of \(feature.escapedForTerminal) alone, add to the last one: "
          + "--feature \(feature.shellWord) --import MODULE"
      )
    }
    return lines
  }

  private var stackWords: String {
    let functions = (signature?.frames ?? []).prefix(3).map(\.escapedForTerminal)
      .joined(separator: " < ")
    switch agreement {
    case .agrees: return "The report's stack agrees with the replay's: both are in \(functions)."
    case .differs:
      return
        "The report's stack does not have the function in which the replay dies (\(functions)): it may be another crash."
    case .unknown:
      return report.stack.isEmpty
        ? "The report has no stack to compare with."
        : "The replay shows no function to compare the report's stack with."
    }
  }
}
