public import Foundation
public import RewindStore

/// The part of the state that the app stores between launches.
public struct PersistedState: Codable, Equatable, Sendable {
  public let homeList: [HomeItem]
  public let settings: SettingsState

  public init(homeList: [HomeItem] = [], settings: SettingsState = SettingsState()) {
    self.homeList = homeList
    self.settings = settings
  }

  /// Selects the part of a state to store.
  public init(_ state: AppState) {
    self.init(homeList: state.home.homeList, settings: state.settings)
  }
}

/// The stored state has been read, and replaces the initial one.
public struct Rehydrate: Action, Codable, Equatable, Sendable {
  public let state: PersistedState

  public init(state: PersistedState) {
    self.state = state
  }
}

/// A storage for states.
public protocol StateStorage: AnyObject {
  /// Returns the last written data; `nil` if there is none.
  func read() throws -> Data?

  /// Writes the data, replacing the previous ones.
  func write(_ data: Data) throws
}

/// Makes the enhancer that restores the stored state, with an action, and then stores every change.
///
/// - Parameters:
///   - storage: The storage.
///   - onFailure: Called with each failure to read or to write. The app continues without it.
/// - Returns: An enhancer, which should be the outermost, so that the restoring action passes all middleware.
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
