public import RewindStore

/// Everything that the app knows.
public struct AppState: Codable, Equatable, Sendable {
  public var home: HomeState
  public var settings: SettingsState

  public init(home: HomeState = HomeState(), settings: SettingsState = SettingsState()) {
    self.home = home
    self.settings = settings
  }
}

/// The root reducer: each part of the state has a reducer of its own.
public var appReducer: Reducer<AppState> {
  combineReducers(
    AppState(),
    .slice(\.home, homeReducer),
    .slice(\.settings, settingsReducer)
  )
}
