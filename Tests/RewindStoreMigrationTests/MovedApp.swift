// A small game as it would be written for ReSwift 6, with the names and the shapes of its day:
// bare protocol types, a global store, the marker of version 5. Only the import has changed.
import RewindStore

// MARK: State

enum RoutingDestination: String {
  case menu, categories, game
}

struct RoutingState: StateType {
  var navigationState: RoutingDestination = .menu
}

struct GameState: StateType, Equatable {
  var pictures: [String] = []
  var showLoading = false
}

struct AppState: StateType {
  let routingState: RoutingState
  let gameState: GameState
}

// MARK: Actions

struct RoutingAction: Action {
  let destination: RoutingDestination
}

struct FetchTunesAction: Action {}

struct SetCardsAction: Action {
  let cardImageUrls: [String]
}

// MARK: Reducers

func appReducer(action: Action, state: AppState?) -> AppState {
  AppState(
    routingState: routingReducer(action: action, state: state?.routingState),
    gameState: gameReducer(action: action, state: state?.gameState)
  )
}

func routingReducer(action: Action, state: RoutingState?) -> RoutingState {
  var state = state ?? RoutingState()
  switch action {
  case let routingAction as RoutingAction:
    state.navigationState = routingAction.destination
  default: break
  }
  return state
}

func gameReducer(action: Action, state: GameState?) -> GameState {
  var state = state ?? GameState()
  switch action {
  case _ as FetchTunesAction:
    state = GameState(pictures: [], showLoading: true)
  case let setCardsAction as SetCardsAction:
    state.pictures = setCardsAction.cardImageUrls
    state.showLoading = false
  default: break
  }
  return state
}

// MARK: Middleware, action creator, store

var log: [String] = []

let loggingMiddleware: Middleware<AppState> = { dispatch, getState in
  { next in
    { action in
      log.append(
        "\(type(of: action)) from \(getState()?.routingState.navigationState.rawValue ?? "-")"
      )
      return next(action)
    }
  }
}

/// Stands for the search service: keeps the question until the answer comes.
var answerFromService: (([String]) -> Void)?

func fetchTunes(state: AppState, store: Store<AppState>) -> Action? {
  answerFromService = { store.dispatch(SetCardsAction(cardImageUrls: $0)) }
  return FetchTunesAction()
}

let store = Store<AppState>(
  reducer: appReducer,
  state: nil,
  middleware: [loggingMiddleware, createThunkMiddleware()]
)

// MARK: Subscribers

class GameViewController: StoreSubscriber {
  var drawn: [String] = []

  func viewWillAppear() {
    store.subscribe(self) {
      $0.select {
        $0.gameState
      }
    }
  }

  func viewWillDisappear() {
    store.unsubscribe(self)
  }

  func newState(state: GameState) {
    drawn.append(state.showLoading ? "loading" : state.pictures.joined(separator: " "))
  }
}

class AppRouter: StoreSubscriber {
  var route: [RoutingDestination] = []

  init() {
    store.subscribe(self) { $0.select { $0.routingState } }
  }

  func newState(state: RoutingState) {
    route.append(state.navigationState)
  }
}

/// A screen of an app that keeps its views on the main actor.
@MainActor
final class MenuScreen: @preconcurrency StoreSubscriber {
  typealias StoreSubscriberStateType = AppState
  var title = ""

  func newState(state: AppState) {
    title = state.routingState.navigationState.rawValue
  }
}
