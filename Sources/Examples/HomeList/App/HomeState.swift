public import RewindStore

/// The list of the home page, and what is being asked for.
public struct HomeState: Codable, Equatable, Sendable {
  /// Whether the next answer goes below the list instead of in its place.
  public var isLoadMore: Bool
  /// Whether the list is being asked for again, while the old one is shown.
  public var isRefreshing: Bool
  /// Whether there is nothing to show until the answer comes.
  public var isLoading: Bool
  public var homeList: [HomeItem]

  public init(
    isLoadMore: Bool = false,
    isRefreshing: Bool = false,
    isLoading: Bool = true,
    homeList: [HomeItem] = []
  ) {
    self.isLoadMore = isLoadMore
    self.isRefreshing = isRefreshing
    self.isLoading = isLoading
    self.homeList = homeList
  }
}

/// The list, or more of it, is being asked for.
public struct FetchHomeList: Action, Codable, Equatable, Sendable {
  public let isLoadMore: Bool
  public let isRefreshing: Bool
  public let isLoading: Bool

  public init(isLoadMore: Bool = false, isRefreshing: Bool = false, isLoading: Bool = false) {
    self.isLoadMore = isLoadMore
    self.isRefreshing = isRefreshing
    self.isLoading = isLoading
  }
}

/// An answer has come; it is empty when the request failed.
public struct ReceiveHomeList: Action, Codable, Equatable, Sendable {
  public let homeList: [HomeItem]

  public init(homeList: [HomeItem]) {
    self.homeList = homeList
  }
}

/// The list is cleared, as when another person logs in.
public struct ResetState: Action, Codable, Equatable, Sendable {
  public init() {}
}

/// Follows the list from request to answer.
public func homeReducer(action: any Action, state: HomeState?) -> HomeState {
  var state = state ?? HomeState()
  switch action {
  case let action as FetchHomeList:
    state.isLoadMore = action.isLoadMore
    state.isRefreshing = action.isRefreshing
    state.isLoading = action.isLoading
  case let action as ReceiveHomeList:
    state.homeList = (state.isLoadMore ? state.homeList : []) + action.homeList
    state.isRefreshing = false
    state.isLoading = false
  case is ResetState:
    state.homeList = []
    state.isLoading = true
  case let action as Rehydrate:
    state.homeList = action.state.homeList
  default:
    break
  }
  return state
}
