/// What a reducer asks to be done outside.
public struct Effect<Action>: Sendable {
  let operations: [@Sendable (Send<Action>) async -> Void]

  public static var none: Self { Effect(operations: []) }

  public static func run(_ operation: @escaping @Sendable (Send<Action>) async -> Void) -> Self {
    Effect(operations: [operation])
  }

  public func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> Effect<Other> {
    Effect<Other>(
      operations: operations.map { operation in
        { send in await operation(Send { send(transform($0)) }) }
      }
    )
  }
}

/// What an effect sends actions with.
@MainActor
public struct Send<Action>: Sendable {
  let send: @MainActor @Sendable (Action) -> Void

  public func callAsFunction(_ action: Action) { send(action) }
}

public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  associatedtype Body

  func reduce(into state: inout State, action: Action) -> Effect<Action>

  var body: Body { get }
}

extension Reducer {
  /// What version 1.25 calls a reducer by; before, it was `reduce(into:action:)`, which is deprecated since.
  // swift-format-ignore: NoLeadingUnderscores
  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(into: &state, action: action)
  }
}

extension Reducer where Body == Never {
  public var body: Body { fatalError("This reducer has no body.") }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }
}

public struct Reduce<State, Action>: Reducer {
  private let run: (inout State, Action) -> Effect<Action>

  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    run = reduce
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }

  public typealias Body = Never
}

@MainActor
public final class Store<State, Action> {
  public private(set) var state: State
  private let reducer: any Reducer<State, Action>
  private let dependencies: DependencyValues
  private var buffered: [Action] = []
  private var isSending = false

  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    reducer: () -> R,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) {
    var dependencies = DependencyValues.current
    prepare(&dependencies)
    self.dependencies = dependencies
    state = DependencyValues.$current.withValue(dependencies) { initialState() }
    self.reducer = reducer()
  }

  public func send(_ action: Action) {
    buffered.append(action)
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while !buffered.isEmpty { reduce(buffered.removeFirst()) }
  }

  private func reduce(_ action: Action) {
    var next = state
    let effect = DependencyValues.$current.withValue(dependencies) {
      reducer.reduce(into: &next, action: action)
    }
    state = next
    // Outside of the reducer, and of what it has bound.
    for operation in effect.operations {
      Task { await operation(Send { [weak self] in self?.send($0) }) }
    }
  }
}
