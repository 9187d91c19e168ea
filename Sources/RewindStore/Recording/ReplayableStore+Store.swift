#if REWIND_NOOP
public import RewindNoop
#else
public import RewindReplay
#endif

extension ReplayableStore
where
  Action == any RewindStore.Action,
  Reducer == @Sendable (_ action: any RewindStore.Action, _ state: State?) -> State
{
  /// Makes a store for a reducer of this package's kind; the reducer makes the initial state.
  public init(
    reducer: @escaping (_ action: any RewindStore.Action, _ state: State?) -> State,
    actions: ActionDecoders<any RewindStore.Action>
  ) {
    self.init(initial: reducer(ReSwiftInit(), nil), actions: actions, reduce: .reSwift(reducer))
  }
}
