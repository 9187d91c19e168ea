import RewindInputs
public import RewindStore

/// A service that delivers entries asynchronously.
public protocol HomeService: AnyObject {
  /// Requests the next entries.
  ///
  /// - Parameters:
  ///   - seq: The number of the last known entry; `nil` requests the newest.
  ///   - completion: Called later, with the entries or the error.
  func load(after seq: Int?, completion: @escaping (Result<[HomeItem], any Error>) -> Void)
}

extension HomeService {
  /// Returns the thunk that requests the list: it dispatches the request, sends it, and dispatches the
  /// response.
  ///
  /// A failed request results in an empty list, and more entries are requested by the number of the
  /// last entry. So after a failed first load there is no last entry, and requesting more stops the
  /// program, here and not in a reducer.
  public func fetchHomeList(
    isLoadMore: Bool = false,
    isRefreshing: Bool = false,
    isLoading: Bool = false
  ) -> Thunk<AppState> {
    Thunk { dispatch, getState in
      dispatch(
        FetchHomeList(isLoadMore: isLoadMore, isRefreshing: isRefreshing, isLoading: isLoading)
      )
      var seq: Int?
      if isLoadMore, let homeList = getState()?.home.homeList {
        seq = homeList[homeList.count - 1].seq
      }
      self.load(
        after: seq,
        completion: Recorded.callback { result in
          switch result {
          case .success(let homeList): dispatch(ReceiveHomeList(homeList: homeList))
          case .failure: dispatch(ReceiveHomeList(homeList: []))
          }
        }
      )
    }
  }
}
