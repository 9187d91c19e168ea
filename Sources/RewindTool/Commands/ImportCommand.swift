import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindReports
import RewindSession
import RewindText
import RewindTimeline

extension Command {
  static let importing = Command(
    name: "import",
    operands: [.session],
    summary: "Converts a file from Redux DevTools to a session log",
    required: [.output],
    flags: Flag.writing() + Flag.replaying + [.json],
    isForAgents: false,
    details: """
      Takes what Redux DevTools exports: its lifted state, which has every state, or the actions
      alone, as {"payload","preloadedState"} or as a list. Every command accepts the log. If the
      file has no states, the app that --app names computes them: a program around the store's
      reducer, as `rewind help redux` names one for Node. Without it, the log has the actions, and
      `rewind edit OUT --app APP -o NEW` has the app compute the states later. The actions are in
      the order in which Redux DevTools plays them, whatever their ids; skipped ones become notes;
      an action that threw is the last one, and the log is that of a crash. What a log has no place
      for, such as stack traces, is counted and reported.
      """,
    examples: """
      import state.json -o session.jsonl
        a session that Redux DevTools exported
      import state.json -o session.jsonl --app node -- redux-host.mjs ./reducer.js
        the same with actions only: the app's reducer makes the states
      """
  ) { arguments, terminal in
    let path = arguments.operands[0]
    let output = try arguments.outputPath()
    let bytes = try ReadableFile.contents(of: path, upTo: sizeLimit)
    let file: DevToolsFile
    do {
      file = try DevToolsFile(bytes)
    } catch {
      throw CommandError("\(path) \(error)")
    }
    let imported = DevToolsImport(file, app: appName(path), id: sessionId(bytes))
    for difference in imported.differences {
      terminal.warn("rewind: \(path): \(difference)".escapedForTerminal)
    }
    let log = try SessionLog.open(bytes: imported.text.bytes, name: output)
    var timeline = try Timeline.open(log)
    let wantsStates = !imported.hasStates && arguments.app != nil
    if wantsStates {
      let progress = Progress()
      progress.show("computing the states")
      let completion = try StateBackfill.run(
        timeline,
        by: arguments.program(),
        endingAtCrash: true
      )
      timeline = completion.timeline
      let leftOut = imported.actions - timeline.actionCount
      if leftOut > 0 {
        let rest = leftOut == 1 ? "one after it is" : "\(leftOut) after it are"
        terminal.warn(
          "rewind: The app dies in action \(timeline.lastIndex); the \(rest) left out."
        )
      }
      try completion.text.write(to: output)
    } else {
      try imported.text.write(to: output)
    }
    let hasStates = imported.hasStates || wantsStates
    let json: JSONValue = [
      "file": .string(output), "form": .string(file.isLifted ? "lifted" : "actions"),
      "actions": JSONValue(timeline.actionCount), "states": .bool(hasStates),
      "end": .string(timeline.end.name),
    ]
    let actions = counted(timeline.actionCount, "action")
    let form = file.isLifted ? "the lifted state of Redux DevTools" : "a list of actions"
    let words = "\(output): \(actions), from \(form); \(timeline.end.words)."
    let missing =
      "The file has no states. `rewind edit \(output.shellPath) --app APP -o OUT` has the app compute them."
    try terminal.show(PlainAnswer(json: json, statements: [words] + (hasStates ? [] : [missing])))
    return .success
  }

  /// The maximum size of a file: the largest that JSON is read from.
  private static let sizeLimit = 2_000_000_000

  /// Returns a name for the app: that of the file.
  private static func appName(_ path: String) -> String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return path == "-" || name.isEmpty ? "redux" : name
  }

  /// Returns an id for the session, which is the same for the same file.
  private static func sessionId(_ bytes: [UInt8]) -> String {
    let checksum = bytes.withUnsafeBytes { Checksum().continued(over: $0) }
    let start = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    return SHA256.hash("\(checksum.value) \(bytes.count) \(start)").prefix(16)
      .map { String(format: "%02x", $0) }.joined()
  }
}
