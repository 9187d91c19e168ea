/// The culprit of a crash, and the way to it.
extension Stepper {
  /// The answer of a search for the action to blame.
  package struct Culprit: Hashable, Sendable {
    /// The action to blame.
    package let index: Int
    /// The action that crashes.
    package let fatal: Int
    /// The answer in a sentence.
    package let sentence: String

    package init(index: Int, fatal: Int, sentence: String) {
      (self.index, self.fatal, self.sentence) = (index, fatal, sentence)
    }
  }

  /// Shows the answer of a search in the session where it began.
  package mutating func show(_ culprit: Culprit) {
    session.culprit = culprit
    goToCulprit()
  }

  /// Goes to the culprit, and from there to the fatal action.
  mutating func goToCulprit() {
    guard let culprit = session.culprit else {
      return say(
        canReplay
          ? "The culprit is not known yet: B searches for it."
          : "The culprit is not known yet: start with --app PROGRAM, and B searches for it."
      )
    }
    setFilter(nil)
    go(to: index == culprit.index ? culprit.fatal : culprit.index)
    say(culprit.sentence)
  }

  mutating func searchCulprit() -> Request? {
    guard canReplay else {
      say("To search for the culprit, start with --app PROGRAM: its reducers replay the session.")
      return nil
    }
    return .bisect
  }
}
