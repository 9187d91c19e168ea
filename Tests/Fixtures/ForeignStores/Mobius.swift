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

/// Handles an effect, and dispatches events then or later.
typealias EffectHandler<Effect, Event> = (
  _ effect: Effect, _ dispatch: @escaping (Event) -> Void
) -> Void

enum Mobius {
  static func loop<Model, Event, Effect>(
    update: @escaping (Model, Event) -> Next<Model, Effect>,
    effectHandler: @escaping EffectHandler<Effect, Event>
  ) -> Builder<Model, Event, Effect> {
    Builder(update: update, effectHandler: effectHandler)
  }

  struct Builder<Model, Event, Effect> {
    let update: (Model, Event) -> Next<Model, Effect>
    let effectHandler: EffectHandler<Effect, Event>
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
  /// Events that wait for the one that is being processed.
  private var waiting: [Event] = []
  private var isProcessing = false

  init(builder: Mobius.Builder<Model, Event, Effect>, model: Model) {
    (self.builder, latestModel) = (builder, model)
  }

  func dispatchEvent(_ event: Event) {
    waiting.append(event)
    guard !isProcessing else { return }
    isProcessing = true
    while !waiting.isEmpty { process(waiting.removeFirst()) }
    isProcessing = false
  }

  private func process(_ event: Event) {
    builder.logger?.willUpdate(model: latestModel, event: event)
    let next = builder.update(latestModel, event)
    builder.logger?.didUpdate(model: latestModel, event: event, next: next)
    latestModel = next.model ?? latestModel
    for effect in next.effects { builder.effectHandler(effect) { self.dispatchEvent($0) } }
  }
}

// MARK: - The adapter

/// Returns an effect handler whose events have the event as their cause that the effect is of.
func recorded<Model, Effect, Event>(
  _ handle: @escaping EffectHandler<Effect, Event>,
  by recording: Recording<Model>
) -> EffectHandler<Effect, Event> {
  { effect, dispatch in
    recording.caused(by: recording.reduced) { handle(effect, Recorded.callback(dispatch)) }
  }
}

// MARK: - The app

enum CartEffect {
  case save
  case askForDiscount
}

/// An update function as apps have it: an event may leave the model as it is.
func update(_ cart: Cart, _ event: CartAction) -> Next<Cart, CartEffect> {
  if case .add(let item) = event, cart.items.contains(item) { return .dispatchEffects([.save]) }
  var next = cart
  apply(event, to: &next)
  if case .add = event { return .next(next, effects: [.save, .askForDiscount]) }
  return .next(next, effects: [.save])
}

func handle(_ effect: CartEffect, _ dispatch: @escaping (CartAction) -> Void) {
  guard case .askForDiscount = effect else { return }
  Discounts.shared.ask { dispatch(.coupon(percent: $0)) }
}

let mobiusCart = ReplayableStore(
  initial: Cart(),
  actions: CartAction.self,
  reduce: .update(update, model: \.model)
)

func makeLoop(
  _ destination: Recorder.Destination
) -> MobiusLoop<Cart, CartAction, CartEffect> {
  let recording = mobiusCart.record(app: "cart", to: destination)
  return Mobius.loop(
    update: recording.reducer,
    effectHandler: recorded(handle, by: recording)
  )
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
  let recording = mobiusCart.record(app: "cart", to: destination)
  return Mobius.loop(update: update, effectHandler: recorded(handle, by: recording))
    .withLogger(RecordingLogger(hooks: recording.hooks))
    .start(from: Cart())
}
