import RewindDiagnosis

extension UndecodableParts {
  /// The parts that cannot be decoded, one per line, and a remedy.
  var lines: [String] {
    description.split(separator: "\n").map { String($0).escapedForTerminal } + [help]
  }

  private var help: String {
    switch self {
    case .actions:
      "For a Swift app, `rewind decoders FILE` writes decoders for recorded actions."
    case .state: "`rewind check FILE --app P` shows what the app can still replay."
    }
  }
}

extension CommandError {
  /// Makes the error for a session whose actions or first state the app cannot decode.
  init(_ session: UndecodableParts) {
    self.init(
      "The app cannot replay this session:\n" + session.lines.joined(separator: "\n")
    )
  }
}
