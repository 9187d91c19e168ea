import MemoryTunesExample
import MemoryTunesFront
import RewindReplay
import RewindStore
import StorefrontCheckout

// The stores of two features, of which `rewind test --feature` has written tests: mended, unless the environment
// says that their bugs are still there.

/// The checkout of the shop, `InstallmentsCheckoutTests`.
let checkoutUnderTest = ReplayableStore(
  initial: CheckoutState(),
  actions: CheckoutAction.self
) { (state: inout CheckoutState, action: CheckoutAction) in
  if isMended, case .pay = action, state.installments == 0 { return }
  checkoutReducer(state: &state, action: action)
}

/// The board of the game, `TapGameStateTests`.
let boardUnderTest = ReplayableStore(
  reducer: { (action: any Action, state: GameState?) in
    if isMended, let state, let flip = action as? FlipCardAction,
      !state.memoryCards.indices.contains(flip.cardIndexToFlip)
    {
      return state
    }
    return gameReducer(action: action, state: state)
  },
  actions: memoryTunes.replayed.actions
)
