import RewindText

/// The keys and their descriptions for the help.
package enum KeyHelp {
  private static let keys: [(keys: String, action: String)] = [
    ("↑ ↓  k j", "a row up, down; PgUp PgDn a page, ctrl-u ctrl-d half a page"),
    ("← →  h l", "an action back, forward; in the state: close, open"),
    ("space b", "an action forward, back, in every pane"),
    ("g G  tab", "the first row, the last; the next pane"),
    ("enter", "open or close a value; from a change, go to it in the state"),
    ("[ ]  { }", "previous, next action of this type; change of the selected value"),
    ("/ n N", "search for a word, a \"text\" or an expression; next, previous"),
    ("f s  esc", "filter the actions by one; one store's; show all again"),
    (":", "go to a position: 12, end-1, 50%, 12.5s, note:NAME"),
    ("", ""),
    ("B c", "find the action to blame for the crash (--app); go there and back"),
    ("x X", "skip this action and see what comes then (--app); return"),
    ("", ""),
    ("V", "the app's screen instead of the state, drawn from it (--app)"),
    ("v y Y", "view the selected value in full; copy it; copy its pointer"),
    ("u F", "show or fold unchanged values; follow a growing session"),
    ("i ? q", "what is special about this session; this help; quit"),
  ]

  /// The column where the descriptions begin.
  static let column = 13

  package static var lines: [String] {
    keys.map { $0.keys.isEmpty ? "" : "  " + $0.keys.padded(to: column - 2) + $0.action }
  }
}
