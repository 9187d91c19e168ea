public import RewindStore

/// A service that is asked for entries and answers later.
public protocol HomeService: AnyObject {
  /// Asks for the next entries.
  ///
  /// - Parameters:
  ///   - seq: The number of the last entry that is known; `nil` asks for the newest.
  ///   - completion: Called later, with the entries or with what stood in their way.
  func load(after seq: Int?, completion: @escaping (Result<[HomeItem], any Error>) -> Void)
}

extension HomeService {
  /// The thunk that asks for the list: it says so, asks, and hands on the answer when it comes.
  ///
  /// A request that fails is answered with an empty list, and more is asked for by the number of the
  /// last entry. So after a failed first load there is no last entry, and asking for more stops the
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
      self.load(after: seq) { result in
        switch result {
        case .success(let homeList): dispatch(ReceiveHomeList(homeList: homeList))
        case .failure: dispatch(ReceiveHomeList(homeList: []))
        }
      }
    }
  }
}
