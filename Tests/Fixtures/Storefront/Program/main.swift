// Replays the shop's sessions, and records one: storefront record FILE, which dies in its last action.
import Foundation
import RewindReplay
import StorefrontApp
import StorefrontBasket
import StorefrontCheckout

let storefront = ReplayableStore(
  initial: StorefrontState(),
  actions: StorefrontAction.self,
  reduce: storefrontReducer
)
storefront.answerReplayRequest()

guard CommandLine.arguments.count == 3, CommandLine.arguments[1] == "record" else {
  print("Usage: storefront record FILE")
  exit(2)
}
let recording = storefront.record(app: "storefront", to: .file(CommandLine.arguments[2]))
var state = recording.initialState()
let actions: [StorefrontAction] = [
  .basket(.add(price: 40)), .logIn("ada"), .checkout(.chooseInstallments(3)),
  .basket(.add(price: 20)), .checkout(.pay), .basket(.remove(at: 0)),
  .checkout(.chooseInstallments(0)), .logIn("grace"), .checkout(.pay),
]
for action in actions { recording.reducer(&state, action) }
