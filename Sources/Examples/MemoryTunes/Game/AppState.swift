public import RewindStore

/// The whole state of the game: one part for each screen and one for the current screen.
public struct AppState: StateType, Codable, Equatable, Sendable {
  public var routingState: RoutingState
  public var menuState: MenuState
  public var categoriesState: CategoriesState
  public var gameState: GameState

  public init(
    routingState: RoutingState = RoutingState(),
    menuState: MenuState = MenuState(),
    categoriesState: CategoriesState = CategoriesState(),
    gameState: GameState = GameState()
  ) {
    self.routingState = routingState
    self.menuState = menuState
    self.categoriesState = categoriesState
    self.gameState = gameState
  }
}

/// The root reducer, which calls one reducer for each part of the state.
public func appReducer(action: any Action, state: AppState?) -> AppState {
  AppState(
    routingState: routingReducer(action: action, state: state?.routingState),
    menuState: menuReducer(action: action, state: state?.menuState),
    categoriesState: categoriesReducer(action: action, state: state?.categoriesState),
    gameState: gameReducer(action: action, state: state?.gameState)
  )
}
