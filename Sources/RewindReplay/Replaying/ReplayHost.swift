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
/// decoded states and actions (see `ReplayHost+Reencoding.swift`).
struct ReplayHost<State, Action> {
  let store: ReplayedStore<State, Action>
  /// Draws a state; nil in an app that has no screens.
  var screen: (@MainActor (State) throws -> DrawnScreen)?

  /// Answers a session from standard input on standard output, and exits.
  func answer() -> Never {
    let output = ReplayOutput.takeStandardOutput()
    do {
      var request = try HostRequest(HostRequest.firstLine)
      // Before the rest is read: reading a long session takes longer than the tool waits for a greeting.
      greet(request, output)
      try request.readLines()
      if request.locates { CrashLocator.install() }
      // States are encoded as the recorder of the session would encode them.
      for name in request.header.reflected { ReflectedTypes.insert(named: name) }
      try respond(to: request, output)
    } catch let error as UndecodableSession {
      output.finish("undecodable", at: 0, [("undecodable", error.json)])
    } catch let error as UndecodableState {
      output.finish("undecodable", at: error.index, [("state", .string(error.why))])
    } catch {
      output.finish("refused", at: 0, [("why", .string("\(error)"))])
    }
    exit(0)
  }

  private func respond(to request: HostRequest, _ output: ReplayOutput) throws {
    if request.reduces {
      try replay(request, output)
    } else {
      reencode(request, output)
    }
  }

  private func greet(_ request: HostRequest, _ output: ReplayOutput) {
    let acknowledgement: [(String, JSONValue)] = request.reduces ? [] : [("reduce", false)]
    let build = ProgramBuild.current.map { [("build", JSONValue.string($0))] } ?? []
    output.write(
      [
        ("rewind", 1), ("replay", 1), ("session", .string(request.header.session)),
        ("actions", .array(store.actions.names.map { .string($0) })),
        ("state", store.decodeState == nil ? "opaque" : "decodable"),
        ("locates", .bool(CrashLocator.isPossible)),
      ] + build + acknowledgement + (screen == nil ? [] : [("screens", true)])
    )
  }

  private func replay(_ request: HostRequest, _ output: ReplayOutput) throws {
    let actions = try store.decode(request.steps)
    var run = run(of: request, output)
    run.onInput = { output.write($1, index: $0) }
    run.meter = request.times ? ReductionMeter() : nil
    var index = request.start?.index ?? 0
    var state = try startingState(request.start, request, run)
    var history = StateHistory(store.states.writer, Redactor([]))
    func write(_ state: State) {
      history = output.write(history.advanced(to: state), after: index)
    }
    if request.states == .all { write(state) }
    draw(state, after: index, request, output)
    var restart: JSONValue?
    for entry in request.script {
      switch entry {
      case .state(let recorded):
        restart = recorded.state
        guard request.screens.contains(recorded.index) else { break }
        draw(
          try decoded(recorded.state, at: recorded.index),
          after: recorded.index,
          request,
          output
        )
      case .step(let number):
        let step = request.steps[number]
        index = step.action.index
        if let recorded = restart {
          state = try decoded(recorded, at: index)
          history = StateHistory(store.states.writer, Redactor([]))
          restart = nil
        }
        let allowed = request.asksAllowed ? store.allows?(state, actions[number]) : nil
        output.write(step.action, isWhole: request.states == .all, allowed: allowed)
        state = run.reduce(step, actions[number], on: state)
        if let meter = run.meter { output.write(meter.cost, ofAction: index) }
        if request.states == .all { write(state) }
        // After the state line: a crash here is outside the reducer.
        store.check?(state)
        draw(state, after: index, request, output)
      }
    }
    if request.states == .last { write(state) }
    output.finish("closed", at: index)
  }
}

// MARK: - Parts of every replay

extension ReplayHost {
  /// Draws the screen of a state, if the request asks for it; an error is told in its place.
  private func draw(
    _ state: State,
    after index: Int,
    _ request: HostRequest,
    _ output: ReplayOutput
  ) {
    guard let screen, request.screens.contains(index) else { return }
    // The program answers in `main`, on the main thread, and does nothing else meanwhile.
    nonisolated(unsafe) let state = state
    let drawn = MainActor.assumeIsolated { Result { try screen(state) } }
    let json: JSONValue
    switch drawn {
    case .success(let screen): json = screen.json
    case .failure(let error): json = ["error": .string("\(error)")]
    }
    output.write([("after", JSONValue(index)), ("screen", json)])
  }

  /// Returns the run of a request; it ends the process at an input that nothing can give.
  func run(of request: HostRequest, _ output: ReplayOutput) -> ReplayRun<State, Action> {
    var run = ReplayRun(store, header: request.header)
    run.onUnresolved = { index, name in
      output.finish("unresolved", at: index, [("input", .string(name))])
      exit(0)
    }
    return run
  }

  /// Returns the given state, or the app's own initial one: an app that cannot decode its states can only
  /// begin with that.
  func startingState(
    _ start: (index: Int, state: JSONValue)?,
    _ request: HostRequest,
    _ run: ReplayRun<State, Action>
  ) throws(UndecodableState) -> State {
    if let start, store.decodeState != nil || start.index > 0 {
      return try decoded(start.state, at: 0)
    }
    return run.initialState(request.initialInputs)
  }

  private func decoded(_ state: JSONValue, at index: Int) throws(UndecodableState) -> State {
    do {
      return try store.decoded(state)
    } catch {
      throw UndecodableState(index: index, why: "\(error)")
    }
  }
}

/// A state of a request that the app cannot decode; it ends the answer.
struct UndecodableState: Error {
  let index: Int
  let why: String
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
  /// The tool shows a state as the app draws it, if the app says how:
  ///
  /// ```swift
  /// cart.answerReplayRequest(screen: { cart in .text(render(cart)) })
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the store whose sessions it answers for; nil for all stores.
  ///   - screen: Draws a state, from that alone; an app that runs never calls it.
  public func answerReplayRequest(
    ofStore name: String? = nil,
    screen: (@MainActor (_ state: State) throws -> DrawnScreen)? = nil
  ) {
    guard CommandLine.arguments.dropFirst().contains(LaunchContext.replayArgument) else { return }
    let asked = (try? JSONValue(parsing: HostRequest.firstLine))?["store"]?.string
    if let name, let asked, asked != name { return }
    ReplayHost(store: replayed, screen: screen).answer()
  }
}
