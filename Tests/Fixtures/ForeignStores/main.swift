// Apps that are built on other libraries' stores, each recorded in its own way, for the tests of what a
// foreign store gives and takes.
//
//     foreign-stores KIND LOG [COUNT]     plays so many actions, all of them until it dies if COUNT is missing
//     foreign-stores KIND LOG requests    asks a service twice, which answers in the other order
//     foreign-stores stamps LOG WHAT      reads WHAT from outside
//     foreign-stores shelf LOG WHAT       changes the state from outside, or reads from there, or does neither
//     foreign-stores bindings LOG         sets fifty properties
//     foreign-stores KIND                 only answers the `rewind` tool
import Foundation
import Rewind
import RewindReplay

let arguments = CommandLine.arguments.filter { !$0.hasPrefix("-") }
let kind = arguments.count > 1 ? arguments[1] : ""

switch kind {
case "swift-rex": rexCart.answerReplayRequest()
case "mobius", "mobius-logger": mobiusCart.answerReplayRequest()
case "reactor-kit": CartReactor.store.answerReplayRequest()
case "workflow": workflowCart.answerReplayRequest()
case "fluxor": fluxorCart.answerReplayRequest()
case "katana": katanaCart.answerReplayRequest()
case "actomaton": actomatonCart.answerReplayRequest()
case "model": modelCart.answerReplayRequest()
case "stamps": stamps.answerReplayRequest()
case "shelf": shelf.answerReplayRequest()
case "bindings": form.answerReplayRequest()
case "observable":
  #if canImport(Observation)
  if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) { observedCart.answerReplayRequest() }
  #endif
default: fatalError("\(kind) is not a kind of store.")
}

guard arguments.count > 2 else { fatalError("Missing LOG.") }
let destination = Recorder.Destination.file(arguments[2])
let actions = arguments.count > 3 ? Array(played.prefix(Int(arguments[3]) ?? 0)) : played

if arguments.last == "requests" {
  switch kind {
  case "swift-rex":
    let store = makeRexStore(destination)
    for action in requests { store.dispatch(action, from: .here()) }
    // On a thread of the service's own, from where the store comes back to the main thread.
    Thread.detachNewThread { Discounts.shared.answer() }
    while store.state.discount != 1 { await Task.yield() }
  case "actomaton":
    let store = makeActomaton(destination)
    for (index, action) in requests.enumerated() {
      await store.send(action)
      while Discounts.shared.count <= index { await Task.yield() }
    }
    for request in [2, 1] {
      Discounts.shared.answerLast()
      while await store.state.discount != request { await Task.yield() }
    }
  case "mobius", "mobius-logger":
    let loop = kind == "mobius" ? makeLoop(destination) : makeLoggedLoop(destination)
    for event in requests { loop.dispatchEvent(event) }
    Discounts.shared.answer()
  default:
    let run = makeReactor(destination)
    for item in ["apple", "pear"] { run.send(.add([item])) }
    Discounts.shared.answer()
  }
  exit(0)
}

switch kind {
case "swift-rex":
  let store = makeRexStore(destination)
  for action in actions { store.dispatch(action, from: .here()) }
case "fluxor":
  let store = makeFluxorStore(destination)
  for action in actions { store.dispatch(action: fluxorAction(action)) }
case "katana":
  let store = makeKatanaStore(destination)
  for action in actions { store.dispatch(katanaUpdater(action)) }
case "actomaton":
  let store = makeActomaton(destination)
  for action in actions { await store.send(action) }
case "mobius":
  let loop = makeLoop(destination)
  for event in actions { loop.dispatchEvent(event) }
case "mobius-logger":
  let loop = makeLoggedLoop(destination)
  for event in actions { loop.dispatchEvent(event) }
case "reactor-kit":
  let run = makeReactor(destination)
  run.send(.add(["apple", "pear"]))
  run.send(.buy(percent: 10))
  run.send(.add([]))
  run.send(.add(["fig"]))
  if actions.count == played.count { run.send(.buy(percent: 150)) }
case "workflow":
  let observer = RecordingObserver(Recorder(app: "cart", to: destination))
  let cart = WorkflowNode(CartWorkflow(), key: "", number: 1, observer)
  let searches = (2...3).map { WorkflowNode(SearchWorkflow(), key: "\($0)", number: $0, observer) }
  for action in actions {
    searches[0].send(SearchWorkflow.Typed(letter: "a"))
    cart.send(CartWorkflow.Action.cart(action))
  }
  for search in searches { search.end() }
case "stamps":
  stamp(arguments[3], destination)
case "shelf":
  fill(arguments[3], destination)
case "bindings":
  fillForm(destination)
case "model":
  let model = CartModel(recording: modelCart.record(app: "cart", to: destination))
  play(on: model, actions)
default:
  #if canImport(Observation)
  if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) {
    let model = ObservedCart(recording: observedCart.record(app: "cart", to: destination))
    for action in actions {
      switch action {
      case .add(let item): model.add(item)
      case .coupon(let percent): model.use(coupon: percent)
      case .checkOut: model.checkOut()
      }
    }
    if actions.count < played.count { model.cart.items = [] }
    model.add("nut")
  }
  #endif
}

func play(on model: CartModel, _ actions: [CartAction]) {
  guard model.addAll(["melon", "nut"]) == 2 else { fatalError("addAll is wrong.") }
  model.move(from: 0, to: 1)
  try? model.order("date", count: nil)
  try? model.order("date", count: 3)
  for action in actions {
    switch action {
    case .add(let item): model.add(item)
    case .coupon(let percent): model.use(coupon: percent)
    case .checkOut: model.checkOut()
    }
  }
}
