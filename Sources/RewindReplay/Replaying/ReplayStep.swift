import Foundation
import RewindCoding
import RewindInputs
package import RewindJSON
package import RewindSession

/// A recorded action with its inputs.
package struct ReplayStep {
  package let action: RecordedAction
  package var inputs: [(name: String, value: JSONValue)]

  package init(action: RecordedAction, inputs: [(name: String, value: JSONValue)] = []) {
    self.action = action
    self.inputs = inputs
  }
}

/// Runs an app's reducers as they ran in a recording.
package struct ReplayRun<State, Action> {
  let store: ReplayedStore<State, Action>
  /// The recorded session's id, which determines made-up values.
  let session: String
  let started: Date
  private let lock = NSLock()
  /// Called with each input, and the action's index.
  var onInput: (Int, ReplayInputs.Input) -> Void = { _, _ in }
  /// Called with an input that the recording does not have and that cannot be made up.
  package var onUnresolved: (Int, String) -> Void = { _, _ in }

  package init(_ store: ReplayedStore<State, Action>, header: SessionHeader) {
    self.store = store
    session = header.session
    let seconds = header.started.flatMap(DateText.secondsSince2001)
    started =
      seconds.map(Date.init(timeIntervalSinceReferenceDate:)) ?? Date(timeIntervalSince1970: 0)
  }

  /// Makes the initial state with its recorded inputs.
  package func initialState(_ inputs: [(name: String, value: JSONValue)]) -> State {
    run(nil, inputs) { store.initial() }
  }

  /// Reduces one action.
  package func reduce(_ step: ReplayStep, _ action: Action, on state: State) -> State {
    run(step.action, step.inputs) { store.state(after: action, on: state) }
  }

  private func run(
    _ action: RecordedAction?,
    _ recorded: [(name: String, value: JSONValue)],
    _ reduce: () -> State
  ) -> State {
    let inputs = ReplayInputs(
      ReplayInputs.Reduction(session: session, started: started, action: action),
      recorded: recorded,
      lock: lock,
      onInput: onInput,
      onUnresolved: onUnresolved
    )
    defer { inputs.close() }
    return Recorded.$source.withValue(inputs, operation: reduce)
  }
}

extension ReplayedStore {
  /// Decodes the actions of some steps.
  ///
  /// - Throws: ``UndecodableSession`` with every type that cannot be decoded, not only the first.
  package func decode(_ steps: some Sequence<ReplayStep>) throws(UndecodableSession) -> [Action] {
    var undecodable = UndecodableTally()
    var reader = ActionDecoders.Reader(actions)
    var decoded: [Action] = []
    decoded.reserveCapacity(steps.underestimatedCount)
    for step in steps {
      do throws(UndecodableAction) {
        decoded.append(try reader.action(step.action))
      } catch {
        undecodable.add(error, at: step.action.index)
      }
    }
    if let session = undecodable.session { throw session }
    return decoded
  }
}

/// Actions that cannot be decoded, counted by type in order of occurrence.
struct UndecodableTally {
  private var failures: [String: UndecodableSession.Failure] = [:]

  /// Counts an action; the reason is stored for the first of its type.
  mutating func add(_ action: UndecodableAction, at index: Int) {
    let first = UndecodableSession.Failure(
      type: action.type,
      index: index,
      count: 0,
      why: action.why
    )
    failures[action.type, default: first].count += 1
  }

  /// All failures; nil if there are none.
  var session: UndecodableSession? {
    guard !failures.isEmpty else { return nil }
    return UndecodableSession(failures: failures.values.sorted { $0.index < $1.index })
  }
}

/// The actions of a session that the program cannot decode.
public struct UndecodableSession: Error, Hashable, CustomStringConvertible {
  /// The actions of one type.
  public struct Failure: Hashable, Sendable {
    public let type: String
    /// The first action of the type.
    public let index: Int
    /// The number of actions of the type.
    public var count: Int
    /// The reason why the first cannot be decoded.
    public let why: String
  }

  /// The failures in the order in which the types first occur.
  public let failures: [Failure]

  public var description: String {
    failures.map { "\($0.type) (\($0.count) times, first at \($0.index)): \($0.why)" }
      .joined(separator: "\n")
  }
}
