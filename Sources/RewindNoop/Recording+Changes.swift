#if canImport(Combine)
public import Combine
#endif

#if canImport(Observation)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Recording {
  @MainActor
  public func recordChanges(of state: @escaping @MainActor @Sendable () -> State?) {}
}
#endif

#if canImport(Combine)
extension Recording {
  public func recordChanges<States: Publisher>(of states: States) -> AnyCancellable
  where States.Output == State, States.Failure == Never {
    AnyCancellable {}
  }
}
#endif
