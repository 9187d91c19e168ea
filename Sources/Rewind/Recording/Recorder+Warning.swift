public import RewindSession

extension Recorder {
  /// A non-fatal diagnostic.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// For so many actions, states are recorded only now and then: holding the last one cost this action
    /// more than `Options.holdingBudget`.
    case statesTooSlow(action: String, cost: Duration, pause: Int)
    /// These properties of the state are not in the log, since the `CodingKeys` of their types leave them
    /// out.
    ///
    /// `pointers` have `*` for an element; `types` are the names of the types. To record
    /// them all the same, name the types where the store is attached: `reflecting: [Movies.self]`.
    case leftOut(pointers: [String], types: [String])
    /// These parts of the state are not read, since another thread may be changing them, or nobody could.
    ///
    /// `pointers` are into the first state, with `*` for an element; `types` are the names of the types. A
    /// type with an `encode(to:)` or a `customMirror` is read by that.
    case opaque(pointers: [String], types: [String])
    /// Actions that set a property of the state, such as `BindingAction`, get no name in this program: the state's
    /// properties are computed, it has no symbols, and no names were registered.
    case unnamedProperties(state: String)
    /// `Redaction.type` has found too many different strings in the values of this type to tell them from
    /// others: from now on, every string is replaced.
    case tooManySecrets(type: String)
    /// The file of notes that the environment names (`REWIND_NOTES`) cannot be read.
    case cannotReadNotes(path: String, SystemError)

    public var description: String {
      switch self {
      case .statesTooSlow(let action, let cost, let pause):
        """
        States are too slow to record one by one: to hold the last one made \(action) take \
        \(Double(cost / .microseconds(100)) / 10) ms longer. For \(pause) actions, Rewind records some of \
        them only, and then tries again. The app can compute those in between (`rewind help edit`); \
        `holdingBudget: nil` records all.
        """
      case .leftOut(let pointers, let types):
        """
        Not in the log, because CodingKeys leave it out: \(Self.few(pointers)). To record that too: \
        reflecting: [\(types.map { "\($0).self" }.joined(separator: ", "))].
        """
      case .opaque(let pointers, let types):
        """
        Not in the log, because they have locks, are kept elsewhere or cannot be read: \(Self.few(pointers)). If that is state, give \
        \(Self.few(types)) a customMirror or an encode(to:) that takes the lock; a replay does not compare it.
        """
      case .unnamedProperties(let state):
        """
        This program does not have the names of computed properties such as those of \(state). An action \
        that sets one is recorded without its name, and cannot be replayed. Register the names first, as \
        what `rewind decoders` writes does: Recorder.name([\\\(state).email: "email"]).
        """
      case .tooManySecrets(let type):
        """
        Values of \(type) have had more than 100,000 different strings, too many to tell secrets from \
        other strings. From here, Rewind redacts every string; a rule by pointer or key would not have to.
        """
      case .cannotReadNotes(let path, let error):
        """
        REWIND_NOTES names \(path), which cannot be read: \(error). The session lacks the steps of the test. \
        (On a device, an app does not see the files of the Mac that runs its tests.)
        """
      }
    }

    private static func few(_ pointers: [String]) -> String {
      let shown = pointers.prefix(6).joined(separator: ", ")
      return pointers.count > 6 ? "\(shown) and \(pointers.count - 6) more" : shown
    }
  }

  func warn(inEveryLog warning: Warning) {
    write(note: warning.description, isOwn: true)
    warn(warning)
  }

  func warn(_ warning: Warning) {
    announce("\(warning)")
    onWarning(warning)
  }

  func announce(_ text: String) {
    if options.announces, LaunchContext.current == .app { Announcement(text).say() }
  }
}
