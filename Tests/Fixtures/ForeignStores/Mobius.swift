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

typealias Consumer<Value> = (Value) -> Void

/// What takes values from one who has connected to it.
final class Connection<Value> {
  private let acceptClosure: (Value) -> Void
  private let disposeClosure: () -> Void

  init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
    (self.acceptClosure, self.disposeClosure) = (acceptClosure, disposeClosure)
  }

  func accept(_ value: Value) { acceptClosure(value) }

  func dispose() { disposeClosure() }
}

/// An effect handler takes effects, and gives events then or later.
protocol Connectable<Input, Output> {
  associatedtype Input
  associatedtype Output

  func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input>
}

enum Mobius {
  static func loop<Model, Event, Effect>(
    update: @escaping (Model, Event) -> Next<Model, Effect>,
    effectHandler: some Connectable<Effect, Event>
  ) -> Builder<Model, Event, Effect> {
    Builder(update: update, effectHandler: effectHandler)
  }

  struct Builder<Model, Event, Effect> {
    let update: (Model, Event) -> Next<Model, Effect>
    let effectHandler: any Connectable<Effect, Event>
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
  private var effects: Connection<Effect>?
  /// Events that wait for the one that is being processed.
  private var waiting: [Event] = []
  private var isProcessing = false

  init(builder: Mobius.Builder<Model, Event, Effect>, model: Model) {
    (self.builder, latestModel) = (builder, model)
    effects = builder.effectHandler.connect { [unowned self] in dispatchEvent($0) }
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
    for effect in next.effects { effects?.accept(effect) }
  }
}

// MARK: - The adapter

/// Hands each effect to an effect handler as one of the event that has just been reduced.
struct RecordedEffects<Handler: Connectable, Model>: Connectable {
  let handler: Handler
  let recording: Recording<Model>

  func connect(_ consumer: @escaping Consumer<Handler.Output>) -> Connection<Handler.Input> {
    let connection = handler.connect(consumer)
    return Connection(
      acceptClosure: { effect in
        recording.caused(by: recording.reduced) { connection.accept(effect) }
      },
      disposeClosure: connection.dispose
    )
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

struct CartEffects: Connectable {
  func connect(_ consumer: @escaping Consumer<CartAction>) -> Connection<CartEffect> {
    Connection(
      acceptClosure: { effect in
        guard case .askForDiscount = effect else { return }
        let send = Recorded.callback(consumer)
        Discounts.shared.ask { send(.coupon(percent: $0)) }
      },
      disposeClosure: {}
    )
  }
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
    effectHandler: RecordedEffects(handler: CartEffects(), recording: recording)
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
  return Mobius.loop(
    update: update,
    effectHandler: RecordedEffects(handler: CartEffects(), recording: recording)
  )
  .withLogger(RecordingLogger(hooks: recording.hooks))
  .start(from: Cart())
}
