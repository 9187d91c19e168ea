import RewindCoding

extension ExpressionNode {
  /// Returns the node as a date if it is compared with one: a recorded date is a text.
  func asDate(besides other: ExpressionNode) -> ExpressionNode {
    if case .date = other { .date(self) } else { self }
  }
}

extension String {
  /// The seconds since 2001 of a date as it is recorded, or as a person types it: `2026-11-28`, `2026-11-28 09:12`,
  /// `2026-11-28T09:12:03.5+01:00`; UTC without a zone, nil for anything else.
  var secondsSince2001: Double? {
    let form =
      #/(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(?:Z|([+-])(\d\d):?(\d\d))?)?/#
    guard let match = wholeMatch(of: form)?.output,
      let seconds = DateText.secondsSince2001(
        "\(match.1)T\(match.2 ?? "00:00")\(match.3 ?? ":00")Z"
      )
    else { return nil }
    let minutes = [match.5, match.6].reduce(0) { $0 * 60 + ($1.flatMap { Double($0) } ?? 0) }
    return seconds + (match.4 == "-" ? minutes : -minutes) * 60
  }
}
