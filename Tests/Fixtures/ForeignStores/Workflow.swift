// workflow-swift: the part of its interface that an observer sees, and a tree of two workflows.
import Rewind
import RewindReplay

protocol Workflow<State> {
  associatedtype State
  associatedtype Output = Never

  func makeInitialState() -> State
}

protocol WorkflowAction<WorkflowType> {
  associatedtype WorkflowType: Workflow

  func apply(
    toState state: inout WorkflowType.State,
    context: ApplyContext<WorkflowType>
  ) -> WorkflowType.Output?
}

/// Reads properties of the workflow; only the runtime can make one.
struct ApplyContext<WorkflowType: Workflow> {
  fileprivate let workflow: WorkflowType

  subscript<Value>(workflowValue keyPath: KeyPath<WorkflowType, Value>) -> Value {
    workflow[keyPath: keyPath]
  }
}

struct WorkflowSession {
  struct Identifier: Hashable {
    let number: Int
  }

  let workflowType: Any.Type
  let renderKey: String
  let sessionID: Identifier
}

protocol WorkflowObserver {
  func sessionDidEnd(_ session: WorkflowSession)

  func workflowDidMakeInitialState<WorkflowType: Workflow>(
    _ workflow: WorkflowType,
    initialState: WorkflowType.State,
    session: WorkflowSession
  )

  func workflowWillApplyAction<Action: WorkflowAction>(
    _ action: Action,
    workflow: Action.WorkflowType,
    state: Action.WorkflowType.State,
    session: WorkflowSession
  ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)?
}

/// A node of the tree, as the runtime keeps it.
final class WorkflowNode<WorkflowType: Workflow> {
  private let workflow: WorkflowType
  private let session: WorkflowSession
  private let observer: any WorkflowObserver
  private(set) var state: WorkflowType.State

  init(_ workflow: WorkflowType, key: String, number: Int, _ observer: any WorkflowObserver) {
    (self.workflow, self.observer) = (workflow, observer)
    session = WorkflowSession(
      workflowType: WorkflowType.self,
      renderKey: key,
      sessionID: .init(number: number)
    )
    state = workflow.makeInitialState()
    observer.workflowDidMakeInitialState(workflow, initialState: state, session: session)
  }

  func send<Action: WorkflowAction>(_ action: Action) where Action.WorkflowType == WorkflowType {
    let done = observer.workflowWillApplyAction(
      action,
      workflow: workflow,
      state: state,
      session: session
    )
    let output = action.apply(toState: &state, context: ApplyContext(workflow: workflow))
    done?(state, output)
  }

  func end() { observer.sessionDidEnd(session) }
}

// MARK: - The observer

/// Records each session of a tree of workflows in a log of its own, named after the workflow.
final class RecordingObserver: WorkflowObserver {
  private let recorder: Recorder
  private var hooks: [WorkflowSession.Identifier: Any] = [:]

  init(_ recorder: Recorder) { self.recorder = recorder }

  func workflowDidMakeInitialState<WorkflowType: Workflow>(
    _ workflow: WorkflowType,
    initialState: WorkflowType.State,
    session: WorkflowSession
  ) {
    // The library's own, which it makes of a worker or a signal.
    guard !String(reflecting: WorkflowType.self).hasPrefix("Workflow") else { return }
    let recording = recorder.attach(WorkflowType.State.self, name: "\(WorkflowType.self)")
    hooks[session.sessionID] = recording.hooks
    recording.recordIfChanged(to: initialState)
  }

  func workflowWillApplyAction<Action: WorkflowAction>(
    _ action: Action,
    workflow: Action.WorkflowType,
    state: Action.WorkflowType.State,
    session: WorkflowSession
  ) -> ((Action.WorkflowType.State, Action.WorkflowType.Output?) -> Void)? {
    let hooks = hooks[session.sessionID] as? ReductionHooks<Action.WorkflowType.State>
    hooks?.willReduce(action, from: state)
    return { state, _ in hooks?.didReduce(to: state) }
  }

  func sessionDidEnd(_ session: WorkflowSession) { hooks[session.sessionID] = nil }
}

// MARK: - The app

struct CartWorkflow: Workflow {
  typealias State = Cart

  func makeInitialState() -> Cart { Cart() }

  enum Action: WorkflowAction, Codable {
    typealias WorkflowType = CartWorkflow
    case cart(CartAction)

    func apply(toState state: inout Cart, context: ApplyContext<CartWorkflow>) -> Never? {
      change(&state)
      return nil
    }

    /// The former body of `apply(toState:context:)`.
    func change(_ state: inout Cart) {
      switch self {
      case .cart(let action): applied(action, to: &state)
      }
    }
  }
}

struct SearchWorkflow: Workflow {
  func makeInitialState() -> [String] { [] }

  struct Typed: WorkflowAction, Codable {
    typealias WorkflowType = SearchWorkflow
    let letter: String

    func apply(
      toState state: inout [String],
      context: ApplyContext<SearchWorkflow>
    ) -> Never? {
      state.append(letter)
      return nil
    }
  }
}

let workflowCart = ReplayableStore(
  initial: CartWorkflow().makeInitialState(),
  actions: CartWorkflow.Action.self,
  reduce: .inPlace { cart, action in action.change(&cart) }
)

private func applied(_ action: CartAction, to cart: inout Cart) { apply(action, to: &cart) }
