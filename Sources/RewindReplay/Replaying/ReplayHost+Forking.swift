import Foundation
import RewindJSON

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
  func fork(_ request: HostRequest, trying trial: ReplayStep, _ output: ReplayOutput) throws {
    let actions = try store.decode(request.steps)
    let tried = try store.decode([trial])[0]
    let run = run(of: request, output)
    // Made where it is needed: a recorded state that only children need is decoded in them.
    var state = { run throws(UndecodableState) in try startingState(request.start, request, run) }
    for entry in request.script {
      switch entry {
      case .state(let recorded):
        state = { run throws(UndecodableState) in try startingState(recorded, request, run) }
      case .step(let number):
        let step = request.steps[number]
        let before = try state(run)
        output.write(step.action, isWhole: false)
        let next = run.reduce(step, actions[number], on: before)
        store.check?(next)
        state = { _ in next }
      case .fork(let number):
        let ending = HostFork.run {
          attempt(number, run, output) { run throws(UndecodableState) in
            run.reduce(trial, tried, on: try state(run))
          }
        }
        guard let ending else {
          throw HostRequest.Refusal(description: "It has more than one thread.")
        }
        output.write([("forked", JSONValue(number)), ending])
        // The end of a child's output to standard error, so that the tool can attribute it: U+001E is the
        // record separator, which does not occur in ordinary text.
        ReplayOutput(2).write("\u{1E}fork \(number)")
      }
    }
    output.finish("closed", at: request.steps.last?.action.index ?? 0)
  }

  /// Tries the action in a child.
  private func attempt(
    _ number: Int,
    _ run: ReplayRun<State, Action>,
    _ output: ReplayOutput,
    _ reduce: (ReplayRun<State, Action>) throws(UndecodableState) -> State
  ) {
    var run = run
    run.onUnresolved = { _, name in
      output.write([("unresolved", JSONValue(number)), ("input", .string(name))])
      _exit(0)
    }
    do throws(UndecodableState) {
      let next = try reduce(run)
      store.check?(next)
      output.write([("survived", JSONValue(number))])
    } catch {
      output.write([("undecodable", JSONValue(number)), ("why", .string(error.why))])
    }
  }
}
