public import RewindStore

/// The appearance of the app.
public struct SettingsState: Codable, Equatable, Sendable {
  /// True if the title bar of every page is dark.
  public var titleTheme: Bool
  /// True if the text of the list is colored.
  public var textColor: Bool

  public init(titleTheme: Bool = false, textColor: Bool = false) {
    self.titleTheme = titleTheme
    self.textColor = textColor
  }
}

/// The person turns the dark title bar on or off.
public struct ChangeSetSwitch: Action, Codable, Equatable, Sendable {
  public let titleTheme: Bool

  public init(titleTheme: Bool) {
    self.titleTheme = titleTheme
  }
}

/// The person turns the colored text on or off.
public struct ChangeSetText: Action, Codable, Equatable, Sendable {
  public let textColor: Bool

  public init(textColor: Bool) {
    self.textColor = textColor
  }
}

/// Stores the settings.
public func settingsReducer(action: any Action, state: SettingsState?) -> SettingsState {
  var state = state ?? SettingsState()
  switch action {
  case let action as ChangeSetSwitch: state.titleTheme = action.titleTheme
  case let action as ChangeSetText: state.textColor = action.textColor
  case let action as Rehydrate: state = action.state.settings
  default: break
  }
  return state
}
