/// The way in which a program comes to a state of the session, to have an action tried on it.
enum StateMeans {
  /// It decodes the recorded state.
  case decoding
  /// It runs the actions up to there, so that it has also what the recorded form leaves out.
  case rerunning

  var other: StateMeans { self == .decoding ? .rerunning : .decoding }
}
