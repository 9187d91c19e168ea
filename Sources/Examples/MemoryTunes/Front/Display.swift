import MemoryTunesExample
import RewindStore

/// Draws states: the last one after each command, and every won game, since the board is cleared immediately.
final class Display: StoreSubscriber {
  private let write: (String) -> Void
  private var state = AppState()
  private var hasChanged = false

  init(write: @escaping (String) -> Void) {
    self.write = write
  }

  func newState(state: AppState) {
    self.state = state
    hasChanged = true
    if state.gameState.gameFinished {
      draw()
      write("All pairs found. The next game begins.")
    }
  }

  func draw() {
    hasChanged = false
    for line in Screen(state).lines { write(line) }
  }

  func drawIfChanged() {
    if hasChanged { draw() }
  }
}
