/// What a reducer asks to be done outside.
public struct Effect<Action>: Sendable {
  public static var none: Self { Effect() }
}

public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  associatedtype Body

  func reduce(into state: inout State, action: Action) -> Effect<Action>

  var body: Body { get }
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
    var next = state
    _ = DependencyValues.$current.withValue(dependencies) {
      reducer.reduce(into: &next, action: action)
    }
    state = next
  }
}
