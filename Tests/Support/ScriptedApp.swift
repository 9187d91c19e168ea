import Foundation
package import RewindDiagnosis
public import RewindJSON
import RewindSession

/// An app whose reducer is a function on JSON, and which replays within this process.
///
/// ```swift
/// let app = ScriptedApp(initial: ["count": 0], actions: ["Add"]) { run, action in
///   guard run.state["count"] != 3 else { throw Death.trap("add(_:)") }
///   …
/// }
/// let program = app.program
/// ```
///
/// `ScriptContractTests` shows that it answers as a process does.
public struct ScriptedApp: Sendable {
  public typealias Action = (type: String, payload: JSONValue)

  /// The death of an app, as a value.
  public struct Death: Error {
    let ending: ReplayScript.Ending

    /// A failed check of Swift in a function.
    public static func trap(_ function: String, line: Int = 1, message: String = "") -> Death {
      Death(
        ending: ReplayScript.Ending(
          .signalled(4),
          errorText: message,
          frames: [function],
          source: "app.swift:\(line)"
        )
      )
    }

    /// A signal that is no failed check.
    public static func signal(_ number: Int32, in function: String = "", line: Int = 1) -> Death {
      let frames = function.isEmpty ? [] : [function]
      return Death(
        ending: ReplayScript.Ending(
          .signalled(number),
          frames: frames,
          source: frames.isEmpty ? nil : "app.swift:\(line)"
        )
      )
    }

    public static func exit(_ status: Int32) -> Death {
      Death(ending: ReplayScript.Ending(.exited(status)))
    }

    /// No progress.
    public static let hang = Death(ending: ReplayScript.Ending(.timedOut))
    /// More memory than it may use.
    public static let hoarding = Death(ending: ReplayScript.Ending(.outgrew))
  }

  /// The app while it answers one request.
  public struct Run {
    public var state: JSONValue
    /// The part of the state that no log has; it is lost when a recorded state is decoded.
    public var hidden: [String: JSONValue] = [:]
    /// The part of the process that no state has; it lasts until the process ends.
    public var memory: [String: JSONValue] = [:]
    /// The arguments of the program.
    public let arguments: [String]
    fileprivate var inputs: [(name: String, value: JSONValue)] = []
    fileprivate var answer: (String) -> Bool
    fileprivate var index = 0

    /// Reads the recorded input of this name.
    public mutating func read(_ name: String) throws -> JSONValue {
      guard let number = inputs.firstIndex(where: { $0.name == name }) else {
        throw Unresolved(name: name)
      }
      let value = inputs.remove(at: number).value
      let line: JSONValue = [
        "index": JSONValue(index), "input": ["name": .string(name), "value": value],
      ]
      _ = answer(line.text)
      return value
    }
  }

  private struct Unresolved: Error {
    let name: String
  }

  private let initial: JSONValue
  private let actions: Set<String>
  private let decode: @Sendable (JSONValue) throws -> Bool
  private let reduce: @Sendable (inout Run, Action) throws -> Void

  /// - Parameters:
  ///   - initial: The state that the app begins with.
  ///   - actions: The types of action that it knows.
  ///   - decode: Returns false for a state that it cannot decode, or throws a ``Death``.
  ///   - reduce: Makes the state after an action, or throws a ``Death``.
  public init(
    initial: JSONValue,
    actions: Set<String>,
    decode: @escaping @Sendable (JSONValue) throws -> Bool = { _ in true },
    reduce: @escaping @Sendable (inout Run, Action) throws -> Void
  ) {
    (self.initial, self.actions, self.reduce) = (initial, actions, reduce)
    self.decode = decode
  }

  /// The number of requests that an app was asked.
  public final class Counter: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var asked = 0

    public init() {}

    public var count: Int { lock.withLock { asked } }

    fileprivate func increment() { lock.withLock { asked += 1 } }
  }

  /// The app as a program that is asked for replays.
  package func program(
    _ name: String = "scripted",
    _ arguments: [String] = [],
    counting counter: Counter? = nil
  ) -> ReplayProgram {
    let script = ReplayScript { request, arguments, respond in
      counter?.increment()
      return try answer(request, arguments, respond)
    }
    return ReplayProgram(script, named: name, arguments: arguments)
  }

  /// Lets a command in this process name the app: `--app NAME`.
  ///
  /// - Returns: The name.
  public func registered(as name: String) -> String {
    ReplayScript { try answer($0, $1, $2) }.register(as: name)
    return name
  }

  private func answer(
    _ request: [SessionLine],
    _ arguments: [String],
    _ respond: (String) -> Bool
  ) throws -> ReplayScript.Ending {
    try withoutActuallyEscaping(respond) { respond in
      var run = Run(state: initial, arguments: arguments, answer: respond)
      do {
        try replay(request, &run)
        return ReplayScript.Ending(.exited(0))
      } catch let death as Death {
        return death.ending
      } catch let unresolved as Unresolved {
        _ = respond(#"{"end":"unresolved","input":\#(JSONValue.string(unresolved.name).text)}"#)
        return ReplayScript.Ending(.exited(0))
      }
    }
  }

  private func replay(_ request: [SessionLine], _ run: inout Run) throws {
    guard case .header(let header)? = request.first else { return }
    let states = header.json["states"]?.string ?? "all"
    let types = JSONValue.array(actions.sorted().map { .string($0) }).text
    guard run.answer(#"{"rewind":1,"replay":1,"locates":true,"actions":\#(types)}"#) else { return }
    let lost = request.compactMap { line -> RecordedAction? in
      guard case .action(let action) = line, !actions.contains(action.type) else { return nil }
      return action
    }
    guard lost.isEmpty else {
      let parts = Dictionary(grouping: lost, by: \.type).sorted { $0.key < $1.key }
        .map { type, actions -> JSONValue in
          [
            "type": .string(type), "index": JSONValue(actions[0].index),
            "count": JSONValue(actions.count), "why": "no such action",
          ]
        }
      let end: JSONValue = ["end": "undecodable", "undecodable": .array(parts)]
      _ = run.answer(end.text)
      return
    }
    var hasBegun = false
    func tell(_ run: Run) -> Bool {
      run.answer(#"{"after":\#(run.index),"state":\#(run.state.text)}"#)
    }
    for (number, line) in request.enumerated() {
      switch line {
      case .state(let given):
        guard try decode(given.state ?? .null) else {
          _ = run.answer(#"{"end":"undecodable","state":"it is damaged"}"#)
          return
        }
        (run.index, run.state, run.hidden) = (given.after, given.state ?? .null, [:])
      case .action(let action):
        if !hasBegun, states == "all", !tell(run) { return }
        (hasBegun, run.index) = (true, action.index)
        run.inputs = request[(number + 1)...].lazy.compactMap { line in
          guard case .input(let input) = line, input.index == action.index else { return nil }
          return (input.name, input.value)
        }
        let begun: JSONValue = [
          "index": JSONValue(action.index), "action": ["type": .string(action.type)],
        ]
        guard run.answer(begun.text) else { return }
        try reduce(&run, (action.type, action.payload ?? .null))
        if states == "all", !tell(run) { return }
      default:
        break
      }
    }
    if !hasBegun, states == "all", !tell(run) { return }
    if states == "last", !tell(run) { return }
    _ = run.answer(#"{"end":"closed","index":\#(run.index)}"#)
  }
}
