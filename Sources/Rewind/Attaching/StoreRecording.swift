/// The recording of a store whose initial state and reducer are declared.
public final class StoreRecording<State, Action, Reducer>: Recording<State>, @unchecked Sendable {
  package let makeInitial: () -> State
  package let declared: ReducerShape<State, Action, Reducer>

  package init(
    by recorder: Recorder,
    name: String,
    reflecting reflected: [Any.Type],
    states: StateCoding<State>,
    initial: @escaping () -> State,
    reducer: ReducerShape<State, Action, Reducer>
  ) {
    makeInitial = initial
    declared = reducer
    super.init(recorder, recorder.begin(name, reflected), states: states)
    recorder.sendNotes(to: self)
  }

  /// The declared reducer, in the shape in which it was given; it records actions, states and inputs.
  public var reducer: Reducer { wrap(declared) }

  /// Makes the declared initial state, and records it with the inputs that it reads meanwhile.
  public func initialState() -> State {
    recordInitialState(make: makeInitial)
  }
}
