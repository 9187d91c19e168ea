import Rewind
import RewindReplay

// The code of the page on several stores.

private struct Person: Codable {
  var name: String?
}

private enum PersonAction: Codable {
  case login(String)
}

extension Recording {
  /// Returns what passes on the action that middleware returns, as caused by the one that was just reduced.
  func returned<Action>() -> @Sendable (Action) -> Action {
    caused(by: reduced) { sent() }
  }
}

private func recordTwo(isDebugBuild: Bool) {
  let userStore = ReplayableStore(initial: Person(), actions: PersonAction.self) {
    (_: Person, action) in
    switch action {
    case .login(let name): Person(name: name)
    }
  }
  let cartStore = ReplayableStore(initial: [String](), actions: String.self) {
    (cart: [String], item) in cart + [item]
  }
  let recorder = Recorder(app: "bazaar", enabled: isDebugBuild)
  let users = userStore.record(by: recorder, name: "user")
  let carts = cartStore.record(by: recorder, name: "cart")
  _ = (users, carts)
}
