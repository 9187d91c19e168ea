import Foundation
import RewindJSON
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The app's answer to the `rewind` tool: runs the app's reducers over a session in this process.
///
/// A Swift trap cannot be caught, so the tool starts the app as a child process and lets it crash:
///
/// ```swift
/// ReplayHost(game).runIfRequested()   // first thing in main
/// ```
///
/// The contract is session in, session out. Standard input is a session whose header says what is
/// asked (`"states"`: `all`, `last` or `none`), with a state to start from where the tool has one,
/// actions and inputs; a state line among the actions means that the replay goes on from that state.
/// The answer on standard output begins with a header that lists the actions the app can make,
/// followed by each action line before it is reduced, each draw as it is made, and each state after,
/// so that whatever kills the process, the answer so far says how far it got.
public struct ReplayHost<State, Action> {
  private let store: ReplayableStore<State, Action>

  public init(_ store: ReplayableStore<State, Action>) {
    self.store = store
  }

  /// The argument with which the tool starts an app.
  public static var argument: String { "--rewind-replay" }

  /// Answers and exits if the program was started with ``argument``; otherwise returns.
  public func runIfRequested() {
    guard CommandLine.arguments.dropFirst().contains(Self.argument) else { return }
    run()
  }

  /// Reads a session from standard input, answers on standard output, and exits.
  public func run() -> Never {
    let output = ReplayOutput()
    do {
      let request = try ReplayRequest(FileHandle.standardInput.readToEnd() ?? Data())
      answer(request, output)
    } catch {
      output.finish("refused", at: 0, [("why", .string("\(error)"))])
    }
    exit(0)
  }

  private func answer(_ request: ReplayRequest, _ output: ReplayOutput) {
    output.write([
      ("rewind", 1), ("replay", 1), ("session", .string(request.header.session)),
      ("actions", .array(store.actions.names.map { .string($0) })),
      ("state", store.decodeState == nil ? "opaque" : "decodable"),
    ])
    let actions: [Action]
    do throws(UndecodableSession) {
      actions = try store.decode(request.steps)
    } catch {
      return output.finish("undecodable", at: 0, [("undecodable", error.json)])
    }
    var run = ReplayRun(store, header: request.header)
    run.onDraw = { output.write($1, index: $0) }
    run.onUnresolved = { index, name in
      output.finish("unresolved", at: index, [("input", .string(name))])
      exit(0)
    }
    let start: (index: Int, state: State)
    do {
      start = try startingState(request, run)
    } catch {
      return output.finish(
        "undecodable",
        at: 0,
        [("state", .string("\(error)"))]
      )
    }
    replay(request, actions, from: start, run, output)
  }

  private func startingState(
    _ request: ReplayRequest,
    _ run: ReplayRun<State, Action>
  ) throws -> (index: Int, state: State) {
    // An app that cannot decode its states begins with its own initial one, and nowhere else.
    if let start = request.start, store.decodeState != nil || start.index > 0 {
      return (start.index, try store.decoded(start.state))
    }
    return (0, run.initialState(request.initialInputs))
  }

  private func replay(
    _ request: ReplayRequest,
    _ actions: [Action],
    from start: (index: Int, state: State),
    _ run: ReplayRun<State, Action>,
    _ output: ReplayOutput
  ) {
    var history = StateHistory(store.states, Redactor([]))
    var state = start.state
    if request.states == .all {
      history = output.write(history.advanced(to: state), after: start.index)
    }
    var index = start.index
    for (number, (step, action)) in zip(request.steps, actions).enumerated() {
      index = step.action.index
      if let restart = request.restarts[number] {
        do {
          state = try store.decoded(restart)
        } catch {
          return output.finish("undecodable", at: index, [("state", .string("\(error)"))])
        }
        history = StateHistory(store.states, Redactor([]))
      }
      output.write(step.action, isWhole: request.states == .all)
      state = run.reduce(step, action, on: state)
      if request.states == .all {
        history = output.write(history.advanced(to: state), after: index)
      }
    }
    if request.states == .last { _ = output.write(history.advanced(to: state), after: index) }
    output.finish("closed", at: index, [])
  }
}

/// What the tool asks, read from standard input.
private struct ReplayRequest {
  enum States: String {
    case all
    case last
    case none
  }

  let header: SessionHeader
  let states: States
  private(set) var start: (index: Int, state: JSONValue)?
  private(set) var initialInputs: [(name: String, value: JSONValue)] = []
  private(set) var steps: [ReplayStep] = []
  /// States to go on from, by the number of steps before.
  private(set) var restarts: [Int: JSONValue] = [:]

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  init(_ data: Data) throws {
    let lines = data.split(separator: 0x0A)
    guard let first = lines.first,
      case .header(let header) = try SessionLine(JSONValue(parsing: first))
    else {
      throw Refusal(description: "The first line of standard input is no header of a session.")
    }
    self.header = header
    states = header.json["states"]?.string.flatMap(States.init) ?? .all
    for line in lines.dropFirst() { try add(SessionLine(JSONValue(parsing: line))) }
  }

  private mutating func add(_ line: SessionLine) throws {
    switch line {
    case .state(let state):
      guard let whole = state.state else {
        throw Refusal(description: "The state to start from must be whole.")
      }
      if steps.isEmpty {
        start = (state.after, whole)
      } else {
        restarts[steps.count] = whole
      }
    case .action(let action):
      steps.append(ReplayStep(action: action))
    case .input(let input) where steps.isEmpty:
      initialInputs.append((input.name, input.value))
    case .input(let input):
      steps[steps.count - 1].inputs.append((input.name, input.value))
    default:
      break
    }
  }
}

/// The answer, on a descriptor of its own: reducers print, and what they print goes to standard
/// error.
private final class ReplayOutput {
  private let descriptor: CInt

  init() {
    fflush(nil)
    descriptor = dup(1)
    dup2(2, 1)
  }

  func write(_ members: [(String, JSONValue)]) {
    var line: [UInt8] = []
    JSONValue.object(JSONObject(members)).write(to: &line)
    write(&line)
  }

  /// Writes an action line; what nobody compares is left out of it.
  func write(_ action: RecordedAction, isWhole: Bool) {
    let content = isWhole ? action.action : ["type": .string(action.type)]
    write([("index", JSONValue(action.index)), ("action", content)])
  }

  func write(_ draw: ReplayInputs.Draw, index: Int) {
    var members: [(String, JSONValue)] = [
      ("index", JSONValue(index)),
      ("input", ["name": .string(draw.name), "value": draw.value]),
    ]
    if draw.isMadeUp { members.append(("made", true)) }
    write(members)
  }

  func write<State>(
    _ step: StateHistory<State>.Step,
    after index: Int
  ) -> StateHistory<State> {
    var line = Array(#"{"after":\#(index),"#.utf8)
    if let patch = step.patch {
      line.append(contentsOf: #""patch":"#.utf8)
      line.append(contentsOf: patch)
    } else {
      line.append(contentsOf: #""state":"#.utf8)
      line.append(contentsOf: step.state)
    }
    line.append(UInt8(ascii: "}"))
    write(&line)
    return step.history
  }

  func finish(_ end: String, at index: Int, _ members: [(String, JSONValue)]) {
    write([("end", .string(end)), ("index", JSONValue(index))] + members)
  }

  private func write(_ line: inout [UInt8]) {
    line.append(UInt8(ascii: "\n"))
    line.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(
          descriptor,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0 && errno == EINTR { continue }
        // Nobody reads the answer any more: there is nothing left to do.
        guard count > 0 else { exit(0) }
        rest = rest.dropFirst(count)
      }
    }
  }
}

extension ReplayableStore {
  /// A recorded state, made again.
  fileprivate func decoded(_ state: JSONValue) throws -> State {
    guard let decodeState else { throw ReplayError.opaqueState("\(State.self)") }
    return try decodeState(state)
  }
}

private let systemWrite: @Sendable (CInt, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }

extension UndecodableSession {
  var json: JSONValue {
    .array(
      failures.map {
        [
          "type": .string($0.type), "index": JSONValue($0.index), "count": JSONValue($0.count),
          "why": .string($0.why),
        ]
      }
    )
  }
}
