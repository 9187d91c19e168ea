public import RewindStore

/// The menu's lines.
public struct MenuState: StateType, Codable, Equatable, Sendable {
  public var menuTitles: [String]

  public init(menuTitles: [String] = ["New Game", "Choose Category"]) {
    self.menuTitles = menuTitles
  }
}

/// The menu never changes.
public func menuReducer(action: any Action, state: MenuState?) -> MenuState {
  state ?? MenuState()
}
