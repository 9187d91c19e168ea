extension Recorder {
  /// What a recorder records, and how.
  public struct Options: Sendable {
    /// How states are written.
    public enum States: String, Sendable {
      /// As the change since the one before, and whole now and then: the log stays below twice the size
      /// of its actions and changes.
      case patches
      /// Whole after every action, for tools that read one line at a time.
      case whole
      /// Whole now and then, and none between: the recorder keeps no state, so that a reducer which
      /// changes a large array in place need not copy it.
      ///
      /// Every state can be recomputed by the app: `rewind edit FILE --app APP -o OUT`. Changes without
      /// an action are not noticed; where the app tells of one, it is recorded.
      case keyframes
      /// None but the initial one: actions and what reducers took from outside.
      ///
      /// After a gap, and at the beginning of a segment, a state is written all the same: nothing
      /// could be recomputed without it.
      case none

      /// Whether each state is told from the one before, which is kept for it.
      var areFollowed: Bool { self == .patches || self == .whole }
    }

    /// What a log must survive.
    public enum Durability: Sendable {
      /// The end of the process, however it comes.
      case process
      /// A loss of power as well: every action and state waits for the disk, some 200 times dearer.
      case power
    }

    /// How a long session is divided into files, each of which can be read alone.
    public struct Segments: Sendable {
      /// Bytes after which a new file is begun, at the next state.
      public var bytes: Int
      /// How many files are kept; older ones are removed, and the next file's header tells how many.
      public var kept: Int

      /// Files of `bytes` bytes, of which the newest `kept` are kept.
      public init(bytes: Int, keeping kept: Int = .max) {
        self.bytes = max(bytes, 1)
        self.kept = max(kept, 1)
      }
    }

    /// The questions that the recorder may ask of the Swift runtime.
    public enum Runtime: Sendable {
      /// Also those that only the stable ABI answers, where the answers hold on samples.
      case provenByUse
      /// Nothing but what is documented: recording is slower, and records the same.
      ///
      /// For the whole process, from the first recorder on that says so.
      case documentedOnly
    }

    /// The questions that may be asked of the Swift runtime.
    public var runtime: Runtime
    /// Which actions are recorded.
    ///
    /// What a skipped one changes is not lost: it shows as a change without
    /// an action.
    public var records: @Sendable (_ action: Any) -> Bool { didSet { isSelective = true } }
    /// Whether ``records`` need be asked at all.
    private(set) var isSelective: Bool
    public var states: States
    public var durability: Durability
    /// Whether each patch is held against a plain encoding of the whole state, to find types that are
    /// not what they declare to be; it costs what finding the change first saves.
    public var verifying: Bool
    /// How the session is divided; nil for one file, however long.
    public var segments: Segments?
    /// What is replaced before anything is written.
    public var redactions: [Redaction]
    /// The app's version, for the header.
    public var version: String?
    /// The commit that the app was built from, for the header.
    public var commit: String?
    /// The bytes that one payload or input may have; nil for no limit.
    ///
    /// A larger one is left out, with a mark of its size in its place, and cannot be replayed.
    public var valueLimit: Int?
    /// The time that holding the last state may cost a dispatch; nil for any.
    ///
    /// To find a change, the recorder holds the last state, so that a reducer which changes a large array
    /// in place copies it first. Where that costs more, as trials show, the recorder goes over to
    /// ``States/keyframes`` by itself. It says so in the log, and through `onWarning`.
    public var holdingBudget: Duration?
    /// Whether a recorder with a folder records in previews and in test runs too.
    ///
    /// Nobody asked those to fill the folder. A recorder with a file always records: naming it is asking
    /// for it.
    public var recordsPreviewsAndTests: Bool

    public init(
      states: States = .patches,
      durability: Durability = .process,
      verifying: Bool = false,
      segments: Segments? = nil,
      redactions: [Redaction] = [],
      version: String? = nil,
      commit: String? = nil,
      valueLimit: Int? = nil,
      holdingBudget: Duration? = .milliseconds(1),
      recordsPreviewsAndTests: Bool = false,
      runtime: Runtime = .provenByUse,
      records: (@Sendable (_ action: Any) -> Bool)? = nil
    ) {
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
      self.runtime = runtime
      self.records = records ?? { _ in true }
      isSelective = records != nil
    }
  }
}
