package import HomeListExample

/// The pages; the current one is not part of the state.
package enum Page: Sendable {
  case home
  case settings
}

/// A page as lines of text.
package struct Screen {
  package let lines: [String]

  package init(_ page: Page, of state: AppState) {
    switch page {
    case .home:
      lines = [Self.titleBar("HOME", state.settings), ""] + Self.home(state)
    case .settings:
      lines = [Self.titleBar("SETTINGS", state.settings), ""] + Self.settings(state.settings)
    }
  }

  /// Every page reads the theme of its title bar.
  private static func titleBar(_ title: String, _ settings: SettingsState) -> String {
    settings.titleTheme ? "### \(title) ###" : "=== \(title) ==="
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

  private static func settings(_ settings: SettingsState) -> [String] {
    [
      "  dark title bar  \(settings.titleTheme ? "on" : "off")",
      "  colored text   \(settings.textColor ? "on" : "off")",
    ]
  }
}
