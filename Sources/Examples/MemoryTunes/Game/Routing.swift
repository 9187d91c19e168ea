public import RewindStore

/// The screens.
public enum RoutingDestination: String, Codable, Sendable {
  case menu
  case categories
  case game
}

/// The current screen.
public struct RoutingState: StateType, Codable, Equatable, Sendable {
  public var navigationState: RoutingDestination

  public init(navigationState: RoutingDestination = .menu) {
    self.navigationState = navigationState
  }
}

/// The player goes to another screen.
public struct RoutingAction: Action, Codable, Equatable, Sendable {
  public let destination: RoutingDestination

  public init(destination: RoutingDestination) {
    self.destination = destination
  }
}

/// Changes the current screen.
public func routingReducer(action: any Action, state: RoutingState?) -> RoutingState {
  var state = state ?? RoutingState()
  if let action = action as? RoutingAction {
    state.navigationState = action.destination
  }
  return state
}
