/// The way in which a program reaches a state of the session to try an action on it.
enum StateSource {
  /// It decodes the recorded state.
  case decoding
  /// It runs the actions up to there, so that the state also has the parts that the recorded form leaves out.
  case rerunning

  var other: StateSource { self == .decoding ? .rerunning : .decoding }
}
