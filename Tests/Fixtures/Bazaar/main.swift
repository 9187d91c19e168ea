// An app with three stores in one session, whose actions have effects in each other.
//
//   bazaar LOG         a customer shops, logs out, and picks what is no longer offered: the cart's reducer dies
//   bazaar LOG whole   the same without the last pick
//   bazaar LOG typed   what is typed: login, fetch QUERY, answer, pick N, logout; each is acknowledged
//
//   bazaar LOG driven  the same as typed, with a time machine for each store, which `rewind live` drives
//   bazaar LOG cleared  the cart's offers are emptied without an action, and then the cart's reducer dies
//
// With "few" as the last word, states are not recorded.
// Logging out starts a search without a query, whose answer empties the offers of the cart.
import Foundation
import Rewind
import RewindLive
import RewindReplay

users.answerReplayRequest(ofStore: "user")
searches.answerReplayRequest(ofStore: "search")
carts.answerReplayRequest(ofStore: "cart")

let recorder = Recorder(
  app: "bazaar",
  to: .file(CommandLine.arguments[1]),
  options: Recorder.Options(states: CommandLine.arguments.last == "few" ? .none : .patches)
)
let userLog = users.record(by: recorder, name: "user")
let searchLog = searches.record(by: recorder, name: "search")
let cartLog = carts.record(by: recorder, name: "cart")
let user = Store(userLog, userLog.initialState(), userLog.reducer)
let search = Store(searchLog, searchLog.initialState(), searchLog.reducer)
let cart = Store(cartLog, cartLog.initialState(), cartLog.reducer)
nonisolated(unsafe) let (shownSearch, shownCart) = (search, cart)

let service = Service()
user.effects = { action, _ in
  if case .logout = action { search.dispatch(.fetch(query: "")) }
}
search.effects = { action, search in
  guard case .fetch(let query) = action else { return }
  let goods = ["apple", "apricot", "banana"].filter { $0.hasPrefix(query) }
  let offers = query.isEmpty ? [] : goods
  service.answer(
    Recorded.callback {
      shownSearch.dispatch(.finished)
      shownCart.dispatch(.offered(offers))
    }
  )
}

@MainActor
func perform(_ line: String) {
  let words = line.split(separator: " ").map(String.init)
  switch words.first {
  case "login": user.dispatch(.login("ann"))
  case "logout": user.dispatch(.logout)
  case "fetch": search.dispatch(.fetch(query: words.last ?? ""))
  case "answer": service.deliver()
  case "clear": cart.set("closing time", Cart(items: cart.state.items))
  default: cart.dispatch(.pick(words.last.flatMap { Int($0) } ?? 0))
  }
}

let script = ["login", "fetch ap", "answer", "pick 1", "logout", "answer", "pick 0"]
switch CommandLine.arguments.dropFirst(2).first {
case "typed":
  while let line = readLine() {
    perform(line)
    print("done")
    fflush(nil)
  }
case "driven":
  let machines = (
    user.machine(userLog, users), search.machine(searchLog, searches), cart.machine(cartLog, carts)
  )
  Thread.detachNewThread {
    while let line = readLine() {
      DispatchQueue.main.sync { MainActor.assumeIsolated { perform(line) } }
      print("done")
      fflush(nil)
    }
    DispatchQueue.main.sync {
      recorder.close()
      exit(0)
    }
  }
  withExtendedLifetime(machines) { dispatchMain() }
case "cleared":
  for line in script.prefix(4) + ["clear", "logout", "login", "pick 0"] { perform(line) }
case let mode:
  for line in mode == "whole" ? script.dropLast() : script[...] { perform(line) }
}
recorder.close()
