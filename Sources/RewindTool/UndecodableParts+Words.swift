import RewindDiagnosis

extension UndecodableParts {
  /// What cannot be made again, a line each, and what helps.
  var lines: [String] {
    description.split(separator: "\n").map { String($0).escapedForTerminal } + [help]
  }

  private var help: String {
    switch self {
    case .actions:
      "For a Swift app, `rewind decoders FILE` writes what makes recorded actions again."
    case .state: "`rewind check FILE --app P` tells what of the session the app can still replay."
    }
  }
}

extension CommandError {
  /// The app cannot make a session's actions, or the state that it starts from.
  init(_ session: UndecodableParts) {
    self.init(
      "The app cannot replay this session:\n" + session.lines.joined(separator: "\n")
    )
  }
}
