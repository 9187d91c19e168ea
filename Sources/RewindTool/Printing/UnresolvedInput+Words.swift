import RewindDiagnosis
import RewindJSON

extension UnresolvedInput {
  /// The end of the replay, in sentences.
  var lines: [String] {
    [
      "\(description.escapedForTerminal) The replay ends there, so it is unresolved: neither a crash nor survival was "
        + "seen.",
      "Either the app has changed since, or something read this input without recording it.",
    ]
  }

  /// The same for scripts.
  var json: JSONValue {
    ["result": "unresolved", "input": .string(name), "index": JSONValue(action)]
  }
}
