import ExampleFront
import Foundation
import MemoryTunesExample
import MemoryTunesFront
import RewindInputs
import RewindStore

/// Stands in for a recorder: deals the cards as they come, and keeps what is drawn.
final class Inputs: InputSource, @unchecked Sendable {
  private let lock = NSLock()
  private var names: [String] = []
  private let performsEffects: Bool

  init(performsEffects: Bool = true) {
    self.performsEffects = performsEffects
  }

  let isOpen = true
  var drawn: [String] { lock.withLock { names } }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    lock.withLock { names.append(name) }
    if name == "shuffle", let inOrder = [Int]() as? Value { return inOrder }
    return try live()
  }

  func effect(_ name: String, perform: () -> Void) {
    lock.withLock { names.append("effect: \(name)") }
    if performsEffects { perform() }
  }
}

/// What becomes of a script that is played through the library.
///
/// The cards are dealt in the order of the catalogue: 0 and 8 are a pair, 1 and 9, and so on.
final class Played {
  /// What was printed after the first screen.
  private(set) var output: [String] = []
  private(set) var actions: [String] = []
  private(set) var notes: [String] = []
  private(set) var states: [AppState] = []
  let inputs: Inputs
  let preferences: InMemoryPreferences

  var state: AppState? { states.last }
  var game: GameState? { states.last?.gameState }

  init(
    _ script: String...,
    preferences: InMemoryPreferences = InMemoryPreferences(),
    inputs: Inputs = Inputs(),
    reducer: @escaping Reducer<AppState> = appReducer
  ) {
    self.inputs = inputs
    self.preferences = preferences
    PlayerPreferences.$current.withValue(preferences) {
      Recorded.with(source: inputs) {
        play(script, reducer: reducer)
      }
    }
  }

  private func play(_ script: [String], reducer: @escaping Reducer<AppState>) {
    let catalogue = OfflineCatalogue()
    let recording: Middleware<AppState> = { _, getState in
      { next in
        { action in
          self.actions.append("\(type(of: action))")
          next(action)
          if let state = getState() { self.states.append(state) }
        }
      }
    }
    let game = Game(catalogue: catalogue, reducer: reducer, middleware: [recording])
    let front = MemoryTunesProgram.front(of: game, catalogue)
    front.onNote = { self.notes.append($0) }
    front.write = { self.output.append($0) }
    front.run(script)
  }
}

func flip(_ card: Int) -> String { #"FlipCardAction {"cardIndexToFlip":\#(card)}"# }

func choose(_ category: Int) -> String { #"ChangeCategoryAction {"categoryIndex":\#(category)}"# }

func go(_ screen: String) -> String { #"RoutingAction {"destination":"\#(screen)"}"# }
