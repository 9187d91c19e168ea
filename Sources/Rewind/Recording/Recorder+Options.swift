extension Recorder {
  /// The options of a recorder.
  public struct Options: Sendable {
    /// The form in which states are written.
    public enum States: String, Sendable {
      /// As patches, with a whole state now and then: the log stays below twice the size of its actions
      /// and changes.
      case patches
      /// Whole after every action, for tools that read one line at a time.
      case whole
      /// Whole now and then, and not in between: the recorder holds no state, so that a reducer which
      /// changes a large array in place need not copy it.
      ///
      /// The app can recompute every state: `rewind edit FILE --app APP -o OUT`. Changes without an
      /// action are not detected, but recorded where the app reports them.
      case keyframes
      /// Only the initial one: actions and the inputs of reducers.
      ///
      /// After a gap, and at the beginning of a segment, a state is written anyway: nothing could be
      /// recomputed without it.
      case none

      /// True if each state is written relative to the one before: that one is retained.
      var areCompared: Bool { self == .patches || self == .whole }
    }

    /// The failures that a log must survive: the end of the process (default), or also a loss of power.
    public enum Durability: Sendable {
      /// The end of the process, for any reason.
      case process
      /// A loss of power as well: every action and state waits for the disk, some 200 times longer.
      case power
    }

    /// The division of a long session into files, each of which can be read alone.
    public struct Segments: Sendable {
      /// Bytes after which a new file is begun, at the next state.
      public var bytes: Int
      /// The number of files to keep; older ones are removed, and the next file's header has their count.
      public var kept: Int

      /// Files of `bytes` bytes, of which the newest `kept` are kept.
      public init(bytes: Int, keeping kept: Int = .max) {
        self.bytes = max(bytes, 1)
        self.kept = max(kept, 1)
      }
    }

    /// The Swift runtime functions that the recorder may use.
    public enum Runtime: Sendable {
      /// Also functions that only the stable ABI guarantees, after checking their results on samples.
      case provenByUse
      /// Documented functions only: recording is slower, and records the same.
      ///
      /// Applies to the whole process, from the first recorder with this option on.
      case documentedOnly

      /// `documentedOnly` in release builds for Apple's systems, where the other has not been proven on devices yet;
      /// `provenByUse` elsewhere.
      public static var standard: Runtime {
        #if canImport(Darwin) && !DEBUG
        .documentedOnly
        #else
        .provenByUse
        #endif
      }
    }

    /// The Swift runtime functions that the recorder may use.
    public var runtime: Runtime
    /// Returns whether to record an action.
    ///
    /// The changes of a skipped action are not lost: they appear as a change without an action.
    public var records: @Sendable (_ action: Any) -> Bool { didSet { isSelective = true } }
    /// True if ``records`` has been set.
    private(set) var isSelective: Bool
    /// Returns the app's own name for an action, or nil for the name that its type and cases give it.
    ///
    /// For actions that share a type and carry their name as a value: `names: { ($0 as? any Template)?.id }`. A
    /// replay decodes them by this name, or by the name of their type: the log has both.
    public var names: (@Sendable (_ action: Any) -> String?)?
    public var states: States
    public var durability: Durability
    /// Compares each patch with a plain encoding of the whole state.
    ///
    /// Finds types that wrongly declare themselves values. As slow as encoding the whole state after
    /// every action.
    public var verifying: Bool
    /// The division of the session; nil for a single file.
    public var segments: Segments?
    /// The rules for replacing secrets before anything is written.
    public var redactions: [Redaction]
    /// The app's version, for the header.
    public var version: String?
    /// The commit that the app was built from, for the header.
    public var commit: String?
    /// The maximum size of a payload or input in bytes; nil for no limit.
    ///
    /// A larger one is left out, with a placeholder that has its size, and cannot be replayed.
    public var valueLimit: Int?
    /// The maximum time that holding the last state may cost a dispatch; nil for no limit.
    ///
    /// To detect changes, the recorder holds the last state; a reducer that changes a large array in place
    /// then copies it first. If measurements show that the copy takes longer than this, the recorder saves
    /// some states only, as with ``States/keyframes``: it holds none for 1,000 actions, then tries again. A
    /// pause that was too short is followed by one of twice its length. Log and `onWarning` report it; nil
    /// keeps all states. By default it is half a frame. It applies to ``States/patches``: with ``States/whole``,
    /// encoding takes longer than any copy.
    public var holdingBudget: Duration?
    /// Indicates whether a recorder with a folder records in previews and in test runs too.
    ///
    /// A recorder with a file always records: naming the file asks for it.
    public var recordsPreviewsAndTests: Bool
    /// Prints the log's path and the first failure on standard error, and in the log of Apple's systems; never
    /// in previews and test runs.
    public var announces: Bool
    /// The frames per second of the app's display, for the header: `UIScreen.main.maximumFramesPerSecond`.
    ///
    /// With it, `rewind stats` tells the frames that were lost.
    public var refreshRate: Int?
    /// Makes each action an interval of `OSSignposter` on Apple's systems, for Instruments.
    public var signposts: Bool

    public init(
      states: States = .patches,
      durability: Durability = .process,
      verifying: Bool = false,
      segments: Segments? = nil,
      redactions: [Redaction] = [],
      version: String? = nil,
      commit: String? = nil,
      valueLimit: Int? = nil,
      holdingBudget: Duration? = .milliseconds(8),
      recordsPreviewsAndTests: Bool = false,
      announces: Bool = true,
      refreshRate: Int? = nil,
      signposts: Bool = false,
      runtime: Runtime = .standard,
      records: (@Sendable (_ action: Any) -> Bool)? = nil,
      names: (@Sendable (_ action: Any) -> String?)? = nil
    ) {
      self.names = names
      self.states = states
      self.durability = durability
      self.verifying = verifying
      self.segments = segments
      self.redactions = redactions
      self.version = version
      self.commit = commit
      self.valueLimit = valueLimit
      self.holdingBudget = holdingBudget
      self.recordsPreviewsAndTests = recordsPreviewsAndTests
      self.announces = announces
      (self.refreshRate, self.signposts) = (refreshRate, signposts)
      self.runtime = runtime
      self.records = records ?? { _ in true }
      isSelective = records != nil
    }
  }
}
