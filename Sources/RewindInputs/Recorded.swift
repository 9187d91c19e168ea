/// The inputs of a reducer, in a form that can be recorded and replayed.
///
/// Reducers should be pure, but real ones read the clock, deal cards and read user defaults. Without
/// help, a replay would see different values. So reducers read such inputs through `Recorded`:
///
/// ```swift
/// case is NewGameAction:
///   state.started = Recorded.date()
///   state.cards = Recorded.shuffled(deck)
/// ```
///
/// Without a recorder, as in a released app, each of these functions returns the live value. While a
/// recorder is attached, the live value is also written to the session log. In a replay it comes from
/// the log. Reducers keep their signatures: the recorder is a task-local value, for the duration of the
/// dispatch. Work that a reducer starts and that continues after the dispatch gets live values; they
/// are not recorded.
public enum Recorded {
  /// The surroundings of the current code; nil outside of all dispatches.
  @TaskLocal package static var scope: (any RecordedScope)?

  /// The recorder or the replay of the dispatch under way.
  package static var source: (any InputSource)? { scope?.source }

  /// The mark of the action that is being reduced, and is open as long as its reducer runs; the cause of an action
  /// is another matter: ``mark`` spans the whole dispatch.
  package static var reducing: (any CauseMark)? { scope?.reducing }

  /// Runs `body` with a source for its inputs.
  package static func with<Result>(
    source: any InputSource,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = scope
    let inner = BoundScope(source: source, reducing: outer?.reducing, mark: outer?.mark)
    return try $scope.withValue(inner, operation: body)
  }

  /// The random generator for made-up values; `nil` for the system's generator.
  ///
  /// Each random input begins with a copy of it.
  @TaskLocal package static var generator: (any RandomNumberGenerator & Sendable)?

  static func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    guard let source, source.isOpen else { return try live() }
    return try source.read(name) {
      try with(source: NestedInput(around: source), live)
    }
  }
}

/// Inputs that are read within another input are part of its value: they are neither recorded nor replayed.
private struct NestedInput: InputSource {
  private let outer: any InputSource

  init(around outer: any InputSource) {
    self.outer = outer
  }

  var isOpen: Bool { true }

  func read<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    try live()
  }

  func effect(_ name: String, perform: () -> Void) {
    outer.effect(name, perform: perform)
  }
}
