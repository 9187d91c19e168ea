import RewindJSON

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ReplayHost {
  /// Tries one action on many states, each in a fork of this process.
  ///
  /// ```
  /// request   header "fork":{action}   action 1   {"fork":7}   action 2   {"fork":8} …
  /// host                               reduces        │        reduces        │
  /// children                                          └ tries, dies           └ tries, {"survived":8}
  /// answer    header                   action 1   {"forked":7,"signal":4}   action 2   {"forked":8,"exit":0} …
  /// ```
  ///
  /// Starting a program takes ten times as long as forking a running one; and the forks have the exact
  /// state that the actions led to, with everything that its recorded form leaves out.
  func fork(_ request: HostRequest, trying trial: ReplayStep, _ output: ReplayOutput) {
    let (actions, tried): ([Action], Action)
    do throws(UndecodableSession) {
      actions = try store.decode(request.steps)
      tried = try store.decode(CollectionOfOne(trial))[0]
    } catch {
      return output.finish("undecodable", at: 0, [("undecodable", error.json)])
    }
    var run = ReplayRun(store, header: request.header)
    run.onUnresolved = { index, name in
      output.finish("unresolved", at: index, [("input", .string(name))])
      exit(0)
    }
    var place = HostPlace<State>.start
    for entry in request.script {
      switch entry {
      case .state(let index, let state):
        place = .recorded(index, state)
      case .step(let number):
        let step = request.steps[number]
        guard let state = state(at: place, request, run, output) else { return }
        output.write(step.action, isWhole: false)
        let next = run.reduce(step, actions[number], on: state)
        store.check?(next)
        place = .reduced(next)
      case .fork(let number):
        let ending = HostFork.run { attempt(trial, tried, number, on: place, request, run, output) }
        guard let ending else {
          return output.finish("refused", at: 0, [("why", "It has more than one thread.")])
        }
        output.write([("forked", JSONValue(number)), ending.member])
        output.markErrors(number)
      }
    }
    output.finish("closed", at: request.steps.last?.action.index ?? 0, [])
  }

  /// Decodes the state to continue from; nil if it cannot be decoded, which ends the answer.
  private func state(
    at place: HostPlace<State>,
    _ request: HostRequest,
    _ run: ReplayRun<State, Action>,
    _ output: ReplayOutput
  ) -> State? {
    do {
      return try state(at: place, request, run)
    } catch {
      output.finish("undecodable", at: 0, [("state", .string("\(error)"))])
      return nil
    }
  }

  private func state(
    at place: HostPlace<State>,
    _ request: HostRequest,
    _ run: ReplayRun<State, Action>
  ) throws -> State {
    switch place {
    case .start: run.initialState(request.initialInputs)
    case .reduced(let state): state
    case .recorded(let index, let state):
      // As in a plain replay: an app that cannot decode its states makes its own initial one.
      index == 0 && store.decodeState == nil
        ? run.initialState(request.initialInputs) : try store.decoded(state)
    }
  }

  /// Tries the action in a fork of the process.
  private func attempt(
    _ step: ReplayStep,
    _ action: Action,
    _ number: Int,
    on place: HostPlace<State>,
    _ request: HostRequest,
    _ run: ReplayRun<State, Action>,
    _ output: ReplayOutput
  ) {
    var run = run
    run.onUnresolved = { _, name in
      output.write([("unresolved", JSONValue(number)), ("input", .string(name))])
      _exit(0)
    }
    let state: State
    do {
      state = try self.state(at: place, request, run)
    } catch {
      return output.write([("undecodable", JSONValue(number)), ("why", .string("\(error)"))])
    }
    let next = run.reduce(step, action, on: state)
    store.check?(next)
    output.write([("survived", JSONValue(number))])
  }
}

/// A state of a request on which an action can be tried.
private enum HostPlace<State> {
  /// The app's own initial state.
  case start
  /// A state of the recording, not decoded yet.
  case recorded(Int, JSONValue)
  /// The result of an action.
  case reduced(State)
}

extension HostFork.Ending {
  fileprivate var member: (String, JSONValue) {
    switch self {
    case .exited(let status): ("exit", JSONValue(Int(status)))
    case .signalled(let signal): ("signal", JSONValue(Int(signal)))
    }
  }
}

extension ReplayOutput {
  /// Marks the end of a child's output to standard error, so that the tool can attribute it.
  ///
  /// U+001E is the record separator, which does not occur in ordinary text.
  fileprivate func markErrors(_ number: Int) {
    let mark = Array("\u{1E}fork \(number)\n".utf8)
    _ = mark.withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
  }
}

private let systemWrite: @Sendable (CInt, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
