public import RewindStore

/// The list of the home page, and the pending request.
public struct HomeState: Codable, Equatable, Sendable {
  /// True if the next response is appended to the list instead of replacing it.
  public var isLoadMore: Bool
  /// True while the list is being requested again, and the old one is shown.
  public var isRefreshing: Bool
  /// True while there is nothing to show until the response arrives.
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

/// The list, or more of it, is requested.
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

/// A response has arrived; it is empty if the request failed.
public struct ReceiveHomeList: Action, Codable, Equatable, Sendable {
  public let homeList: [HomeItem]

  public init(homeList: [HomeItem]) {
    self.homeList = homeList
  }
}

/// The list is cleared, as when another user logs in.
public struct ResetState: Action, Codable, Equatable, Sendable {
  public init() {}
}

/// Tracks the list from request to response.
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
