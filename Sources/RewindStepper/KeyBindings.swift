import RewindText

/// The keys and their descriptions for the help.
package enum KeyBindings {
  private static let keys: [(keys: String, action: String)] = [
    ("↑ ↓  k j", "a row up, down"),
    ("← →  h l", "an action back, forth; in the state: close, open"),
    ("space b", "an action forth, back, in every pane"),
    ("PgUp PgDn", "a page up, down; also ctrl-b ctrl-f, half ctrl-u ctrl-d"),
    ("g G", "the first row, the last"),
    ("tab", "the next pane: actions, change, state"),
    ("enter", "open or close a value; from a change, go to it in the state"),
    ("v", "view the selected value in full"),
    ("", ""),
    ("[ ]", "the previous, next action of this type"),
    ("{ }", "the previous, next change of the selected value"),
    ("/ n N", "search for a word or an expression; next, previous"),
    ("f", "filter the actions by one; esc takes the filter away"),
    (":", "go to a position: 12, end-1, 50%, 12.5s, note:NAME"),
    ("", ""),
    ("p", "pin the selected value, and again to let it go"),
    ("u", "show unchanged values, or fold them again"),
    ("x X", "skip this action and see what comes then (--app); return"),
    ("F", "follow a session that is being written, or stop"),
    ("? q", "this help; quit"),
  ]

  /// The column where the descriptions begin.
  static let column = 13

  package static var lines: [String] {
    keys.map { $0.keys.isEmpty ? "" : "  " + $0.keys.filled(to: column - 2) + $0.action }
  }
}
