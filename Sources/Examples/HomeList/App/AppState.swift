public import RewindStore

/// The whole state of the app.
public struct AppState: Codable, Equatable, Sendable {
  public var home: HomeState
  public var settings: SettingsState

  public init(home: HomeState = HomeState(), settings: SettingsState = SettingsState()) {
    self.home = home
    self.settings = settings
  }
}

/// The root reducer, which calls one reducer for each part of the state.
public var appReducer: Reducer<AppState> {
  combineReducers(
    AppState(),
    .slice(\.home, homeReducer),
    .slice(\.settings, settingsReducer)
  )
}
