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
  /// The recorded session's id; made-up values depend on it.
  let session: String
  let started: Date
  /// Called with each input, and the action's index.
  var onInput: (Int, ReplayInputs.Input) -> Void = { _, _ in }
  /// Called with an input that the recording does not have and that cannot be made up.
  package var onUnresolved: (Int, String) -> Void = { _, _ in }
  /// Measures the reductions; nil where nobody asks.
  var meter: ReductionMeter?

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
      recorded,
      of: (session, action?.index ?? 0),
      date: action?.time.map(started.addingTimeInterval) ?? started,
      onInput: onInput,
      onUnresolved: onUnresolved
    )
    defer { inputs.close() }
    guard let meter else { return Recorded.with(source: inputs, reduce) }
    return Recorded.with(source: inputs) { meter.measure(reduce) }
  }
}

extension ReplayedStore {
  /// Decodes the actions of some steps.
  ///
  /// - Throws: ``UndecodableSession`` with every type that cannot be decoded, not only the first.
  package func decode(_ steps: some Sequence<ReplayStep>) throws(UndecodableSession) -> [Action] {
    var undecodable: [(index: Int, error: UndecodableAction)] = []
    // Actions of one type often follow each other.
    var (type, decoder): (String?, ActionDecoders<Action>.Decoder?)
    let decoded = steps.compactMap { step -> Action? in
      if step.action.type != type || step.action.ownName != nil {
        (type, decoder) = (step.action.type, actions.decoder(of: step.action))
      }
      do throws(UndecodableAction) {
        return try actions.action(step.action, by: decoder)
      } catch {
        undecodable.append((step.action.index, error))
        return nil
      }
    }
    if let session = UndecodableSession(undecodable) { throw session }
    return decoded
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

  /// Counts the actions by type, with the reason of the first; nil if there are none.
  init?(_ actions: [(index: Int, error: UndecodableAction)]) {
    var failures: [String: Failure] = [:]
    for (index, error) in actions {
      let first = Failure(type: error.type, index: index, count: 0, why: error.why)
      failures[error.type, default: first].count += 1
    }
    guard !failures.isEmpty else { return nil }
    self.failures = failures.values.sorted { $0.index < $1.index }
  }

  public var description: String {
    failures.map {
      let times = $0.count == 1 ? "once, at \($0.index)" : "\($0.count) times, first at \($0.index)"
      return "\($0.type) (\(times)): \($0.why)"
    }
    .joined(separator: "\n")
  }
}
