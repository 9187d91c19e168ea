public import Foundation
public import RewindStore

/// What the app remembers from one start to the next: not what it was just doing.
public struct PersistedState: Codable, Equatable, Sendable {
  public let homeList: [HomeItem]
  public let settings: SettingsState

  public init(homeList: [HomeItem] = [], settings: SettingsState = SettingsState()) {
    self.homeList = homeList
    self.settings = settings
  }

  /// What is to be remembered of a state.
  public init(_ state: AppState) {
    self.init(homeList: state.home.homeList, settings: state.settings)
  }
}

/// What was remembered has been found, and takes the place of what the reducers begin with.
public struct Rehydrate: Action, Codable, Equatable, Sendable {
  public let state: PersistedState

  public init(state: PersistedState) {
    self.state = state
  }
}

/// A place where a state is stored away.
public protocol StateStorage: AnyObject {
  /// What was written last; `nil` if nothing was.
  func read() throws -> Data?

  /// Writes it, in the place of what was there.
  func write(_ data: Data) throws
}

/// Makes the enhancer that restores what is remembered, by an action, and then remembers every
/// change.
///
/// - Parameters:
///   - storage: Where it is kept.
///   - onFailure: Told of each failure to read or to write. The app goes on without.
/// - Returns: An enhancer, to be the outermost, so that the restoring action passes all middleware.
public func persisting(
  in storage: any StateStorage,
  onFailure: @escaping (any Error) -> Void
) -> StoreEnhancer<AppState> {
  { create in
    { reducer, preloadedState in
      let store = create(reducer, preloadedState)
      do {
        if let data = try storage.read() {
          let state = try JSONDecoder().decode(PersistedState.self, from: data)
          store.dispatch(Rehydrate(state: state))
        }
      } catch {
        onFailure(error)
      }
      store.remember(in: storage, onFailure: onFailure)
      return store
    }
  }
}

extension Store<AppState> {
  fileprivate func remember(
    in storage: any StateStorage,
    onFailure: @escaping (any Error) -> Void
  ) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var remembered = PersistedState(getState())
    subscribe { [unowned self] in
      let state = PersistedState(getState())
      guard state != remembered else { return }
      remembered = state
      do {
        try storage.write(try encoder.encode(state))
      } catch {
        onFailure(error)
      }
    }
  }
}
