import RewindJSON
import RewindText
import RewindTimeline

extension SessionSigns {
  /// A line for each property that the session has.
  func lines(in timeline: Timeline) throws -> [String] {
    var lines: [String] = []
    if let burst {
      lines.append("\(burst.words) came before the end\(try burst.origin(in: timeline)).")
    }
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
    if timeZone != nil || locale != nil {
      let places = [
        timeZone.map { "in the time zone \($0)" }, locale.map { "with the locale \($0)" },
      ]
      lines.append(
        "Recorded \(places.compactMap(\.self).joined(separator: ", ")).".escapedForTerminal
      )
    }
    return lines
  }

  private func share(_ count: Int, of timeline: Timeline) -> String {
    let all = timeline.actionCount
    if count < all { return "\(count) of \(all) actions" }
    return all == 1 ? "The action" : "All \(all) actions"
  }
}

extension DispatchBurst {
  /// Tells which action began it, to end a sentence; empty if the log does not show it.
  fileprivate func origin(in timeline: Timeline) throws -> String {
    guard let origin, let action = try timeline.recordedAction(origin) else { return "" }
    return ", begun by action \(origin), \(action.brief(.plain, width: 60))"
  }

  /// The burst for scripts.
  var json: JSONValue {
    [
      "first": JSONValue(first), "count": JSONValue(count),
      "types": .array(types.map { .string($0) }), "origin": JSONValue(origin),
    ]
  }
}
