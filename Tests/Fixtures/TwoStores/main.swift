// An app with two stores in one session, each of which answers for its own log.
//
//   two-stores LOG    records both, the second one beside the first
import Foundation
import Rewind
import RewindReplay

struct Cart: Codable {
  var items: [String] = []
}

enum CartAction: Codable {
  case add(String)
  case remove(Int)
}

struct Settings: Codable {
  var theme = "light"
}

enum SettingsAction: Codable {
  case choose(theme: String)
}

let cart = ReplayableStore(initial: Cart(), actions: CartAction.self) { (cart: Cart, action) in
  var cart = cart
  switch action {
  case .add(let item): cart.items.append(item)
  case .remove(let index): cart.items.remove(at: index)
  }
  return cart
}
let settings = ReplayableStore(initial: Settings(), actions: SettingsAction.self) {
  (settings: Settings, action) in
  switch action {
  case .choose(let theme): Settings(theme: theme)
  }
}
settings.answerReplayRequest(ofStore: "settings")
cart.answerReplayRequest(ofStore: "cart")

let recorder = Recorder(app: "two-stores", to: .file(CommandLine.arguments[1]))
let carts = cart.record(by: recorder, name: "cart")
let themes = settings.record(by: recorder, name: "settings")
var (items, theme) = (carts.initialState(), themes.initialState())
items = carts.reducer(items, .add("milk"))
theme = themes.reducer(theme, .choose(theme: "dark"))
items = carts.reducer(items, .remove(0))
recorder.close()
