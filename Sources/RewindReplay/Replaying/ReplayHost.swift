import Foundation
import Rewind
import RewindCoding
import RewindJSON

/// The app's side of the `rewind` tool: runs the app's reducers over a session in this process.
///
/// A Swift trap cannot be caught, so the tool starts the app as a child process and lets it crash.
///
/// Its input and output are sessions. Standard input is a session whose header has the request
/// (`"states"`: `all`, `last` or `none`), with a state to start from if the tool has one, actions and
/// inputs; after a state line among the actions, the replay continues from that state. The answer on
/// standard output begins with a header that lists the actions the app can decode, followed by each
/// action line before it is reduced, each input as it is read, and each state after, so that whatever
/// kills the process, the answer shows how far it got. A header with `"reduce":false` requests only
/// decoded states and actions (see `ReplayHost+Reencoding.swift`); one with an action as its `"fork"`
/// requests trying that action in children of the host, one for each line `{"fork":N}` (see
/// `ReplayHost+Forking.swift`).
struct ReplayHost<State, Action> {
  let store: ReplayedStore<State, Action>

  /// Answers a session from standard input on standard output, and exits.
  func answer(_ input: Result<HostInput, any Error>) -> Never {
    let output = ReplayOutput.takeStandardOutput()
    do {
      let input = try input.get()
      var request = try HostRequest(input.header)
      // Before the rest is read: reading a long session takes longer than the tool waits for a greeting.
      greet(request, output)
      try request.add(input.rest())
      if request.locates { CrashLocator.install() }
      // States are encoded as the recorder of the session would encode them.
      for name in request.header.reflected { ReflectedTypes.insert(named: name) }
      ReflectedForm.using(request.header.form) { respond(to: request, output) }
    } catch {
      output.finish("refused", at: 0, [("why", .string("\(error)"))])
    }
    exit(0)
  }

  private func respond(to request: HostRequest, _ output: ReplayOutput) {
    if !request.reduces {
      reencode(request, output)
    } else if let trial = request.trial {
      fork(request, trying: trial, output)
    } else {
      answer(request, output)
    }
  }

  private func greet(_ request: HostRequest, _ output: ReplayOutput) {
    let acknowledgement: [(String, JSONValue)] = request.reduces ? [] : [("reduce", false)]
    output.write(
      [
        ("rewind", 1), ("replay", 1), ("session", .string(request.header.session)),
        ("actions", .array(store.actions.names.map { .string($0) })),
        ("state", store.decodeState == nil ? "opaque" : "decodable"),
        ("forks", .bool(HostFork.isPossible)), ("locates", .bool(CrashLocator.isPossible)),
      ] + acknowledgement
    )
  }

  private func answer(_ request: HostRequest, _ output: ReplayOutput) {
    let actions: [Action]
    do throws(UndecodableSession) {
      actions = try store.decode(request.steps)
    } catch {
      return output.finish("undecodable", at: 0, [("undecodable", error.json)])
    }
    var run = ReplayRun(store, header: request.header)
    run.onInput = { output.write($1, index: $0) }
    run.onUnresolved = { index, name in
      output.finish("unresolved", at: index, [("input", .string(name))])
      exit(0)
    }
    let start: (index: Int, state: State)
    do {
      start = try startingState(request, run)
    } catch {
      return output.finish("undecodable", at: 0, [("state", .string("\(error)"))])
    }
    replay(request, actions, from: start, run, output)
  }

  func startingState(
    _ request: HostRequest,
    _ run: ReplayRun<State, Action>
  ) throws -> (index: Int, state: State) {
    // An app that cannot decode its states can only begin with its own initial one.
    if let start = request.start, store.decodeState != nil || start.index > 0 {
      return (start.index, try store.decoded(start.state))
    }
    return (0, run.initialState(request.initialInputs))
  }

  private func replay(
    _ request: HostRequest,
    _ actions: [Action],
    from start: (index: Int, state: State),
    _ run: ReplayRun<State, Action>,
    _ output: ReplayOutput
  ) {
    var history = StateHistory(store.states.writer, Redactor([]))
    var state = start.state
    if request.states == .all {
      history = output.write(history.advanced(to: state), after: start.index)
    }
    var index = start.index
    for number in request.steps.indices {
      let step = request.steps[number]
      index = step.action.index
      if let restart = request.restarts[number] {
        do {
          state = try store.decoded(restart.state)
        } catch {
          return output.finish("undecodable", at: index, [("state", .string("\(error)"))])
        }
        history = StateHistory(store.states.writer, Redactor([]))
      }
      output.write(step.action, isWhole: request.states == .all)
      state = run.reduce(step, actions[number], on: state)
      if request.states == .all {
        history = output.write(history.advanced(to: state), after: index)
      }
      // After the state line: a crash here is outside the reducer.
      store.check?(state)
    }
    if request.states == .last { _ = output.write(history.advanced(to: state), after: index) }
    output.finish("closed", at: index, [])
  }
}

extension ReplayableStore {
  /// Answers the `rewind` tool and exits, if the tool has started the program; otherwise returns.
  ///
  /// Call it first thing in `main`, before the app touches its files. An app with several stores calls it
  /// for each of them, with the name under which the store is recorded:
  ///
  /// ```swift
  /// cart.answerReplayRequest(ofStore: "cart")
  /// settings.answerReplayRequest(ofStore: "settings")
  /// ```
  ///
  /// - Parameter name: The name of the store whose sessions it answers for; nil for all stores.
  public func answerReplayRequest(ofStore name: String? = nil) {
    guard CommandLine.arguments.dropFirst().contains(LaunchContext.replayArgument) else { return }
    let input = HostInput.begun
    if let name, let asked = (try? input.get())?.store, asked != name { return }
    ReplayHost(store: replayed).answer(input)
  }
}
