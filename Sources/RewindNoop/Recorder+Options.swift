extension Recorder {
  /// The options of a recorder; nothing reads them.
  public struct Options: Sendable {
    public enum States: String, Sendable {
      case patches
      case whole
      case keyframes
      case none
    }

    public enum Durability: Sendable {
      case process
      case power
    }

    public struct Segments: Sendable {
      public var bytes: Int
      public var kept: Int

      public init(bytes: Int, keeping kept: Int = .max) {
        (self.bytes, self.kept) = (bytes, kept)
      }
    }

    public enum Runtime: Sendable {
      case provenByUse
      case documentedOnly

      public static var standard: Runtime { .documentedOnly }
    }

    public var runtime: Runtime
    public var records: @Sendable (_ action: Any) -> Bool
    public var names: (@Sendable (_ action: Any) -> String?)?
    public var states: States
    public var durability: Durability
    public var verifying: Bool
    public var segments: Segments?
    public var redactions: [Redaction]
    public var version: String?
    public var commit: String?
    public var valueLimit: Int?
    public var holdingBudget: Duration?
    public var recordsPreviewsAndTests: Bool
    public var announces: Bool
    public var refreshRate: Int?
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
    }
  }
}
