import ExampleFront
package import HomeListExample
package import RewindReplay

/// A page as lines of text.
package struct Screen {
  package let lines: [String]

  /// Draws the page with the list.
  package init(_ state: AppState) {
    lines = Self.titleBar("HOME", state.settings) + Self.home(state)
  }

  /// Draws the page with the settings.
  package init(settings state: AppState) {
    lines =
      Self.titleBar("SETTINGS", state.settings) + [
        "  dark title bar  \(state.settings.titleTheme ? "on" : "off")",
        "  colored text   \(state.settings.textColor ? "on" : "off")",
      ]
  }

  /// Every page reads the theme of its title bar.
  private static func titleBar(_ title: String, _ settings: SettingsState) -> [String] {
    [settings.titleTheme ? "### \(title) ###" : "=== \(title) ===", ""]
  }

  private static func home(_ state: AppState) -> [String] {
    let home = state.home
    if home.isLoading { return ["  loading"] }
    if home.homeList.isEmpty { return ["  Nothing here. Type refresh to ask again."] }
    return (home.isRefreshing ? ["  refreshing"] : [])
      + home.homeList.map { item in
        let mark = state.settings.textColor ? "*" : " "
        return " \(mark)\(item.seq < 10 ? " " : "")\(item.seq)  \(item.title)"
      }
  }
}

extension Screen {
  /// The page for `rewind`: its lines, or a picture with a row for each.
  package var drawn: DrawnScreen {
    guard Picture.isWanted else { return .lines(lines) }
    var picture = Picture(360, by: 60 + 28 * lines.count)
    for (row, line) in lines.enumerated() where !line.isEmpty {
      if row > 0 { picture.box(12, 20 + 28 * row, 336, 24, "#ffffff") }
      picture.text(line, 20, 37 + 28 * row, size: row == 0 ? 20 : 14)
    }
    return picture.drawn
  }
}
