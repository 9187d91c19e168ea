// An app that attaches its store as the documentation says, built without the recorder.
import Foundation
import RewindNoop

enum CartAction: Codable {
  case add(Int)
  case clear
}

struct CartState: Codable {
  var items: [Int] = []
}

func cartReducer(_ state: inout CartState, _ action: CartAction) {
  switch action {
  case .add(let item): state.items.append(item + (Recorded.date() > .distantPast ? 0 : 1))
  case .clear: state.items = []
  }
}

final class CartStore {
  private(set) var state: CartState
  private let reducer: (inout CartState, CartAction) -> Void

  init(state: CartState, reducer: @escaping (inout CartState, CartAction) -> Void) {
    (self.state, self.reducer) = (state, reducer)
  }

  func dispatch(_ action: CartAction) { reducer(&state, action) }
}

let cart = ReplayableStore(initial: CartState(), actions: CartAction.self, reduce: cartReducer)

let isDebugBuild = true

cart.answerReplayRequest()
let recording = cart.record(app: "cart", enabled: isDebugBuild)
let store = CartStore(state: recording.initialState(), reducer: recording.reducer)

for item in 1...3 { store.dispatch(.add(item)) }

/// The other ways to attach, and what an app asks of past sessions.
func others() {
  struct ScrollAction {}
  struct Credentials {}
  let options = Recorder.Options(
    redactions: [
      .key("password"), .pointer("/session/token"),
      .text("mail", pseudonyms: true) { $0.contains("@") }, .type(Credentials.self),
    ],
    version: "2.1",
    valueLimit: 1_000_000
  ) { action in !(action is ScrollAction) }
  precondition(options.version == "2.1")
  let hasAgreed = true
  let sessions = SessionFolder.standard
  var offers = 0
  func offerToSend(_ files: [URL], because reason: String) { offers += 1 }
  do {
    let recorder = Recorder(
      app: "shop",
      to: .folder(sessions, keeping: .days(14)),
      enabled: hasAgreed
    )
    recorder.note(.background)
  }
  let recorder = Recorder(
    app: "shop",
    to: .folder(sessions, keeping: .init(sessions: 20, bytes: 200_000_000)),
    options: .init(segments: .init(bytes: 10_000_000, keeping: 5))
  )
  if let last = sessions.previous, case .crashed(let action) = last.end {
    offerToSend(last.files, because: "The app crashed in action \(action).")
  }
  let shop = recorder.attach(CartState.self, name: "shop")
  let wrapped = shop.wrap(.inPlace(cartReducer))
  var state = CartState()
  wrapped(&state, .add(1))
  shop.record(CartAction.add(2), on: &state) { cartReducer(&$0, .add(2)) }
  state = shop.record(CartAction.clear, from: state) { CartState(items: [7]) }
  shop.call(1, of: state, method: "add(_:)") { state.items.append(8) }
  shop.hooks.willReduce(CartAction.clear, from: state)
  shop.hooks.didReduce(to: state)
  shop.caused(by: shop.cause) { shop.note("done") }
  precondition(state.items == [7, 8] && offers == 0 && recorder.files.isEmpty)
}

others()
print(store.state.items)
