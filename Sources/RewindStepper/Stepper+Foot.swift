import RewindText

/// The hints in the last line: the keys that are useful now.
extension Stepper {
  /// Returns the hints that fit, none of them cut.
  func hints(_ width: Int) -> ScreenLine {
    var line = ScreenLine()
    for (keys, action) in usefulKeys {
      guard line.columns + 3 + keys.columns + action.columns <= width else { continue }
      line.append(line.columns == 0 ? " " : "  ", width: width)
      line.append(keys, .plain, width: width)
      line.append(" \(action)", .dim, width: width)
    }
    return line
  }

  /// The keys of the current mode, the most useful ones first.
  private var usefulKeys: [(keys: String, action: String)] {
    if case .comparing = mode {
      return [
        ("esc", "back"), ("space b", "forward, back"), ("↑ ↓", "rows"), ("y", "copy"),
        ("Y", "copy pointer"),
      ]
    }
    var keys = [("?", "help"), ("tab", "pane")]
    if filter != nil { keys.append(("esc", "all actions")) }
    if wanted != nil { keys.append(("n N", "next, previous")) }
    return keys + situation + paneKeys + [("q", "quit")]
  }

  /// The keys that this session and this action make useful.
  private var situation: [(keys: String, action: String)] {
    var keys: [(keys: String, action: String)] = []
    if !origins.isEmpty { keys += [("X", "return"), ("D", "compare with recorded")] }
    if session.culprit != nil {
      keys.append(("c", index == session.culprit?.index ? "fatal action" : "culprit"))
    } else if canReplay, case .crashed = session.timeline.end {
      keys.append(("B", "find the culprit"))
    }
    if let mark, !isMarked(index, mark) { keys.append(("d", "compare with \(mark.index)")) }
    return keys
  }

  private var paneKeys: [(keys: String, action: String)] {
    switch focus {
    case .actions:
      [
        ("/", "search"), ("space b", "forward, back"), ("d", "before | after"), ("f", "filter"),
        ("[ ]", "same type"), ("m", "mark"), ("x", "skip"),
      ].filter { $0.0 != "x" || canReplay }.filter { $0.0 != "d" || usualLeft == .before }
    case .change:
      [
        ("enter", "show in state"), ("v", "view"), ("{ }", "its changes"), ("p", "pin"),
        ("y", "copy"), ("/", "search"), ("space b", "forward, back"),
      ]
    case .state:
      [
        ("← →", "close, open"), ("v", "view"), ("{ }", "its changes"), ("p", "pin"),
        ("u", folding.foldsUnchanged ? "unfold" : "fold"), ("y", "copy"), ("/", "search"),
        ("space b", "forward, back"),
      ]
    }
  }
}
