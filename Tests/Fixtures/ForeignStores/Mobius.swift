// Mobius.swift: its types as it publishes them, and an app of its kind.
import Rewind
import RewindReplay

struct Next<Model, Effect> {
  let model: Model?
  let effects: [Effect]

  static func next(_ model: Model, effects: [Effect] = []) -> Next {
    Next(model: model, effects: effects)
  }

  static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }

  static var noChange: Next { Next(model: nil, effects: []) }
}

struct First<Model, Effect> {
  let model: Model
  let effects: [Effect]
}

protocol MobiusLogger<Model, Event, Effect> {
  associatedtype Model
  associatedtype Event
  associatedtype Effect

  func willInitiate(model: Model)
  func didInitiate(model: Model, first: First<Model, Effect>)
  func willUpdate(model: Model, event: Event)
  func didUpdate(model: Model, event: Event, next: Next<Model, Effect>)
}

extension MobiusLogger {
  func willInitiate(model: Model) {}
  func didInitiate(model: Model, first: First<Model, Effect>) {}
  func willUpdate(model: Model, event: Event) {}
  func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {}
}

enum Mobius {
  static func loop<Model, Event, Effect>(
    update: @escaping (Model, Event) -> Next<Model, Effect>,
    effectHandler: @escaping (Effect) -> Void
  ) -> Builder<Model, Event, Effect> {
    Builder(update: update, effectHandler: effectHandler)
  }

  struct Builder<Model, Event, Effect> {
    let update: (Model, Event) -> Next<Model, Effect>
    let effectHandler: (Effect) -> Void
    var logger: (any MobiusLogger<Model, Event, Effect>)?

    func withLogger(_ logger: some MobiusLogger<Model, Event, Effect>) -> Builder {
      Builder(update: update, effectHandler: effectHandler, logger: logger)
    }

    func start(from model: Model) -> MobiusLoop<Model, Event, Effect> {
      MobiusLoop(builder: self, model: model)
    }
  }
}

final class MobiusLoop<Model, Event, Effect> {
  private let builder: Mobius.Builder<Model, Event, Effect>
  private(set) var latestModel: Model

  init(builder: Mobius.Builder<Model, Event, Effect>, model: Model) {
    (self.builder, latestModel) = (builder, model)
  }

  func dispatchEvent(_ event: Event) {
    builder.logger?.willUpdate(model: latestModel, event: event)
    let next = builder.update(latestModel, event)
    builder.logger?.didUpdate(model: latestModel, event: event, next: next)
    latestModel = next.model ?? latestModel
    for effect in next.effects { builder.effectHandler(effect) }
  }
}

// MARK: - The app

enum CartEffect {
  case save
}

/// An update function as apps have it: an event may leave the model as it is.
func update(_ cart: Cart, _ event: CartAction) -> Next<Cart, CartEffect> {
  if case .add(let item) = event, cart.items.contains(item) { return .dispatchEffects([.save]) }
  var next = cart
  apply(event, to: &next)
  return .next(next, effects: [.save])
}

func handle(_ effect: CartEffect) {}

let mobiusCart = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .update(update, model: \.model)
)

func makeLoop(
  _ destination: Recorder.Destination
) -> MobiusLoop<Cart, CartAction, CartEffect> {
  let recording = mobiusCart.record(app: "cart", to: destination)
  return Mobius.loop(update: recording.reducer, effectHandler: handle)
    .start(from: recording.initialState())
}

/// The other way in, for loops whose update function cannot be reached.
struct RecordingLogger<Model, Event, Effect>: MobiusLogger {
  let hooks: ReductionHooks<Model>

  func willUpdate(model: Model, event: Event) { hooks.willReduce(event, from: model) }

  func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
    hooks.didReduce(to: next.model ?? model)
  }
}

func makeLoggedLoop(
  _ destination: Recorder.Destination
) -> MobiusLoop<Cart, CartAction, CartEffect> {
  let hooks = mobiusCart.record(app: "cart", to: destination).hooks
  return Mobius.loop(update: update, effectHandler: handle)
    .withLogger(RecordingLogger(hooks: hooks))
    .start(from: Cart())
}
