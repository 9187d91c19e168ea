/// What a reducer takes from outside, in a form that can be recorded and replayed.
///
/// Reducers should be pure, and real ones read the clock, deal cards and look into the user defaults.
/// A replay that ran them again would get other values. So they ask here instead:
///
/// ```swift
/// case is NewGameAction:
///   state.started = Recorded.date()
///   state.cards = Recorded.shuffled(deck)
/// ```
///
/// Without a recorder, as in a released app, each of these functions gives its live value. While a
/// recorder is attached the value is live too and is written to the session log. In a replay it comes
/// from the log. No reducer has to change its signature: the recorder is found through a task-local
/// value, for as long as the dispatch lasts. Work that a reducer starts and that goes on after the
/// dispatch gets live values, which are not recorded.
public enum Recorded {
  /// The recorder or the replay of the dispatch under way.
  @TaskLocal package static var source: (any InputSource)?

  /// Where randomness comes from while a source makes up a value; `nil` is the system's generator.
  ///
  /// Each random draw begins with a copy of it.
  @TaskLocal package static var generator: (any RandomNumberGenerator & Sendable)?

  static func draw<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    guard let source, source.isOpen else { return try live() }
    return try source.draw(name) {
      try $source.withValue(DrawUnderWay(around: source), operation: live)
    }
  }
}

/// What a draw draws itself is part of its value: it is not recorded, and no replay asks for it.
private struct DrawUnderWay: InputSource {
  private let outer: any InputSource

  init(around outer: any InputSource) {
    self.outer = outer
  }

  var isOpen: Bool { true }

  func draw<Value: Codable>(_ name: String, live: () throws -> Value) rethrows -> Value {
    try live()
  }

  func effect(_ name: String, perform: () -> Void) {
    outer.effect(name, perform: perform)
  }
}
