// The shop after a fix: nobody pays in no installments.
import RewindReplay
import StorefrontApp

func mendedReducer(state: inout StorefrontState, action: StorefrontAction) {
  if case .checkout(.chooseInstallments(0)) = action { return }
  storefrontReducer(state: &state, action: action)
}

ReplayableStore(
  initial: StorefrontState(),
  actions: StorefrontAction.self,
  reduce: mendedReducer
)
.answerReplayRequest()
