import RewindInputs
public import RewindStore

/// A music search service, which delivers pictures asynchronously.
public protocol TuneCatalogue: AnyObject {
  /// Requests pictures of a category; `completion` is called later, with their addresses.
  func searchPictures(of category: TuneCategory, completion: @escaping ([String]) -> Void)
}

extension TuneCatalogue {
  /// The action creator that begins a game: it requests pictures, returns the action that clears the
  /// board, and dispatches the cards when they arrive.
  ///
  /// ```swift
  /// store.dispatch(catalogue.fetchTunes)
  /// ```
  public func fetchTunes(state: AppState, store: Store<AppState>) -> (any Action)? {
    searchPictures(
      of: state.categoriesState.currentCategorySelected,
      completion: Recorded.callback { cardImageUrls in
        store.dispatch(SetCardsAction(cardImageUrls: cardImageUrls))
      }
    )
    return FetchTunesAction()
  }
}
