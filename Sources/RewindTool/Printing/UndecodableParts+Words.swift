import RewindDiagnosis
import RewindSession

extension UndecodableParts {
  /// Returns the parts that cannot be decoded, one per line, and a remedy; `other` is the log's app, if the program
  /// seems to be another one.
  func lines(in header: SessionHeader, of other: OtherApp?) -> [String] {
    statements.map(\.escapedForTerminal) + [other?.sentence ?? help(header)]
  }

  private func help(_ header: SessionHeader) -> String {
    if header.json["redacted"] != nil,
      ["redacted", "object is empty"].contains(where: description.contains)
    {
      return """
        The header lists rules of redaction: the type may not accept the text that replaces a secret.
        """
    }
    if let store = header.store, store != "main" {
      return """
        The log is of the store \(store.escapedForTerminal): an app with several stores calls \
        answerReplayRequest(ofStore: "…") on each.
        """
    }
    return switch self {
    case .actions:
      "For a Swift app, `rewind decoders FILE` writes decoders for recorded actions."
    case .state: "`rewind check FILE --app P` shows what the app can still replay."
    }
  }
}
