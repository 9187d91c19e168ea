/// The strip in the title; it stands for the whole session.
extension Stepper {
  /// The fewest columns of a useful strip, and the most that it can fill.
  private static let (least, most) = (12, 60)

  /// Returns the strip, with the current step, the culprit and the crash, the mark, and the matches of a search.
  ///
  /// ```
  ///   ───*──────*───!┃──×
  /// ```
  ///
  /// - Parameter room: The columns that it may take.
  /// - Returns: The strip after two spaces; empty if there is no room, or only one step.
  func strip(_ room: Int) -> String {
    let width = min(room - 2, Self.most)
    guard width >= Self.least, session.lastIndex > session.firstIndex else { return "" }
    var cells = [Character](repeating: "─", count: width)
    func put(_ sign: Character, at index: Int) {
      guard (session.firstIndex...session.lastIndex).contains(index) else { return }
      let span = session.lastIndex - session.firstIndex
      cells[(index - session.firstIndex) * (width - 1) / span] = sign
    }
    for match in matches?.found ?? [] { put("*", at: match) }
    if let mark { put("•", at: mark.index) }
    if case .crashed(let fatal) = session.timeline.end { put("×", at: fatal) }
    if let culprit = session.culprit { put("!", at: culprit.index) }
    put("┃", at: index)
    return "  " + String(cells)
  }
}
