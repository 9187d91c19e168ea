import RewindJSON
import RewindText
import RewindTimeline

extension SessionTimes {
  /// The types that a table shows, and those that grew a slice.
  private static let (typesShown, growthShown) = (10, 2)

  /// The findings for scripts.
  var records: [JSONValue] {
    let slow = slow.map { slow -> JSONValue in
      [
        "kind": "slow", "type": .string(slow.type),
        "in": slow.isInSubscribers ? "subscribers" : "reducer", "median": JSONValue(slow.median),
        "count": JSONValue(slow.count),
      ]
    }
    let growing = growing.map { growth -> JSONValue in
      [
        "kind": "grows", "type": .string(growth.type),
        "path": .string(growth.pointer.description), "of": growth.isCount ? "elements" : "bytes",
        "correlation": JSONValue((growth.correlation * 1_000).rounded() / 1_000),
        "points": JSONValue(growth.points), "from": growth.smallest.json,
        "to": growth.largest.json,
      ]
    }
    let hangs = hangs.map { hang -> JSONValue in
      [
        "kind": "hang", "seconds": JSONValue(hang.seconds), "index": JSONValue(hang.index),
        "type": .string(hang.type),
      ]
    }
    let slices = slices.map { slice -> JSONValue in
      [
        "kind": "slice", "slice": .string(slice.name), "start": JSONValue(slice.start),
        "middle": JSONValue(slice.middle), "end": JSONValue(slice.end),
        "steady": .bool(slice.growsSteadily),
        "grownBy": .object(JSONObject(slice.growth.map { ($0.type, JSONValue($0.bytes)) })),
      ]
    }
    return slow + growing + hangs + slices
  }

  /// The tables and findings for people.
  func lines(_ shared: SharedType, _ style: Style) -> [String] {
    let findings = findings(shared, style)
    return table(took, "took in the reducer", shared, style)
      + table(held, "held, with subscribers", shared, style)
      + (findings.isEmpty ? [] : [""] + findings) + sliceTable(shared, style)
  }

  private func findings(_ shared: SharedType, _ style: Style) -> [String] {
    func name(_ type: String) -> String { shared.short(type).escapedForTerminal }
    var lines = hangs.line(shared).map { [style.red($0)] } ?? []
    if let framesLost { lines.append("\(counted(framesLost, "frame")) lost") }
    lines += slow.map {
      let place = $0.isInSubscribers ? "in subscribers and views" : "in its reducer"
      return
        "\(style.yellow("slow")): \(name($0.type)): \($0.median.duration) \(place), the median of \($0.count)"
    }
    lines += growing.map { growth in
      let pointer = growth.pointer.description.escapedForTerminal
      let ends = [growth.smallest, growth.largest].map { end in
        let size = growth.isCount ? "\(end.size)" : byteSize(end.size)
        return "\(end.seconds.duration) with \(size)"
      }
      return
        "\(style.yellow("grows")): \(name(growth.type)): \(ends[0]) in \(pointer.isEmpty ? "the state" : pointer), \(ends[1]) (\(growth.points) actions, rank correlation \(growth.correlation.fixed(2)))"
    }
    if isDebug, !took.isEmpty {
      lines.append("These are times of a debug build; without optimization they are longer.")
    }
    lines += slices.filter(\.growsSteadily).map {
      let by = $0.growth.first.map { " by \(name($0.type))" } ?? ""
      return
        "\(style.yellow("grows")): /\($0.name.escapedForTerminal): \(byteSize($0.start)) to \(byteSize($0.end)), all along\(by)"
    }
    return lines
  }

  private func table(
    _ spreads: [String: Spread],
    _ title: String,
    _ shared: SharedType,
    _ style: Style
  ) -> [String] {
    guard !spreads.isEmpty else { return [] }
    let rows = spreads.sorted { ($1.value.longest, $0.key) < ($0.value.longest, $1.key) }
    let shown = rows.prefix(Self.typesShown)
    let names = shown.map { shared.short($0.key).escapedForTerminal }
    let width = max(title.count, names.map(\.columns).max() ?? 0)
    let header = title.padded(to: width) + "   count     median        99 %     longest  at"
    var lines = ["", style.dim(header)]
    for (name, (_, spread)) in zip(names, shown) {
      let times = [spread.median, spread.percentile99, spread.longest]
        .map { $0.duration.rightAligned(to: 12) }.joined()
      lines.append(
        style.bold(name) + String.spaces(width - name.columns)
          + "\(spread.count)".rightAligned(to: 8) + times.dropFirst() + "  \(spread.index)"
      )
    }
    if rows.count > shown.count {
      lines.append(style.dim("… \(counted(rows.count - shown.count, "more type"))"))
    }
    return lines
  }

  /// The sizes of the state, if it has at least doubled and grown by 4 kB.
  private func sliceTable(_ shared: SharedType, _ style: Style) -> [String] {
    let (start, end) = (slices.reduce(0) { $0 + $1.start }, slices.reduce(0) { $0 + $1.end })
    guard end >= 2 * start, end - start >= 4_096 else { return [] }
    let shown = slices.prefix(Self.typesShown)
    let names = shown.map { "/\($0.name)".escapedForTerminal }
    let width = max(14, names.map(\.columns).max() ?? 0)
    var lines = [
      "",
      style.dim("bytes by slice".padded(to: width) + "     start    middle       end  grown by"),
    ]
    for (name, slice) in zip(names, shown) {
      let sizes = [slice.start, slice.middle, slice.end]
        .map { byteSize($0).rightAligned(to: 10) }.joined()
      let types = slice.growth.prefix(Self.growthShown).map {
        "\(shared.short($0.type).escapedForTerminal) \(byteSize($0.bytes))"
      }
      lines.append(
        style.bold(name) + String.spaces(width - name.columns) + sizes + "  "
          + types.joined(separator: ", ")
      )
    }
    return lines
  }
}

extension [SessionTimes.Hang] {
  /// One line about the hangs; nil if there were none.
  func line(_ shared: SharedType) -> String? {
    guard !isEmpty else { return nil }
    let shown = prefix(3).map {
      "\(shared.short($0.type).escapedForTerminal) \($0.seconds.duration) at \($0.index)"
    }
    let more = count > shown.count ? " and \(count - shown.count) more" : ""
    return "\(counted(count, "hang")) of 250 ms or longer: "
      + shown.joined(separator: ", ") + more
  }
}

extension SessionTimes.Spread {
  var json: JSONValue {
    [
      "count": JSONValue(count), "median": JSONValue(median), "p99": JSONValue(percentile99),
      "longest": JSONValue(longest), "index": JSONValue(index),
    ]
  }
}

extension SessionTimes.Growth.End {
  fileprivate var json: JSONValue { ["size": JSONValue(size), "seconds": JSONValue(seconds)] }
}
