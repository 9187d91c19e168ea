import RewindJSON
import RewindText

extension SessionSigns {
  /// A sentence for each property that the session has, the same wherever they are told.
  package func lines(in timeline: Timeline) throws(SessionLogError) -> [String] {
    try warnings(in: timeline) + origin
  }

  /// The sentences without the one that every recent session has: in which time zone and locale it was made.
  package func warnings(in timeline: Timeline) throws(SessionLogError) -> [String] {
    var lines: [String] = []
    if let burst {
      lines.append("\(burst.words) came before the end\(try burst.beginning(in: timeline)).")
    }
    if let cycle { lines.append("Actions cause each other \(try cycle.words(in: timeline)).") }
    if overlapping > 0 {
      lines.append(
        "\(share(overlapping, of: timeline)) began before the last one ended: several threads dispatch, or a reducer does."
      )
    }
    if reflected > 0 {
      lines.append(
        "\(share(reflected, of: timeline)) can be replayed only by an app with decoders for them: `rewind decoders` writes these."
      )
    }
    return lines
  }

  private var origin: [String] {
    let parts = [
      timeZone.map { "in the time zone \($0)" }, locale.map { "with the locale \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? [] : ["Recorded \(parts.joined(separator: ", "))."]
  }

  private func share(_ count: Int, of timeline: Timeline) -> String {
    let all = timeline.actionCount
    if count < all { return "\(count) of \(all) actions" }
    return all == 1 ? "The action" : "All \(all) actions"
  }
}

extension DispatchBurst {
  /// The actions in words: `4,512 actions of type SetBalance without a pause`.
  package var words: String {
    "\(count) actions of type \(types.joined(separator: " and ")) without a pause"
  }

  /// Tells which action began it, to end a sentence; empty if the log does not show it.
  fileprivate func beginning(in timeline: Timeline) throws(SessionLogError) -> String {
    guard let origin, let action = try timeline.recordedAction(origin) else { return "" }
    let content = action.payload?.content(ofAction: action.type) ?? [:]
    let payload = content == [:] ? "" : " \(content.brief(60))"
    return ", begun by action \(origin), \(action.type)\(payload)"
  }
}
