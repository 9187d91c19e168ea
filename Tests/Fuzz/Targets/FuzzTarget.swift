/// What coverage-guided fuzzing feeds with bytes.
///
/// Each target takes any bytes whatever and stops the process where a promise is broken; so both a
/// fuzzer and a test over the seeds can run it.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// The bytes are a JSON document.
  case json
  /// The bytes are two JSON documents, each on a line: a value, and a patch or a second value.
  case patch
  /// The bytes are a session log, with its checksums or with wrong ones.
  case session

  public func run(_ bytes: [UInt8]) {
    switch self {
    case .json: fuzzJSON(bytes)
    case .patch: fuzzPatch(bytes)
    case .session: fuzzSession(bytes)
    }
  }
}

/// Stops the process where a promise is broken.
///
/// In optimized builds a failed `precondition` would print nothing.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) {
  if !holds { fatalError("A promise is broken: \(words()).") }
}
