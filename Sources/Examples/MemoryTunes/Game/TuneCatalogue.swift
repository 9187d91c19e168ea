public import RewindStore

/// A music search service, which is asked for pictures and answers later.
public protocol TuneCatalogue: AnyObject {
  /// Asks for pictures of a category; `completion` is called later, with their addresses.
  func searchPictures(of category: TuneCategory, completion: @escaping ([String]) -> Void)
}

extension TuneCatalogue {
  /// The action creator that begins a game: it asks for pictures, returns the action that clears the
  /// board, and dispatches the cards when the answer comes.
  ///
  /// ```swift
  /// store.dispatch(catalogue.fetchTunes)
  /// ```
  public func fetchTunes(state: AppState, store: Store<AppState>) -> (any Action)? {
    searchPictures(of: state.categoriesState.currentCategorySelected) { cardImageUrls in
      store.dispatch(SetCardsAction(cardImageUrls: cardImageUrls))
    }
    return FetchTunesAction()
  }
}
