import RewindCoding
import RewindSession

extension Recorder {
  /// The hook that sees the actions; it determines the meaning of an open action at the end of a log.
  package enum Attachment: String, Sendable {
    /// The reducer is wrapped: an open action crashed in the reducer.
    case reducer
    /// This package's store, where the recording middleware is innermost: as ``reducer``.
    case store
    /// The middleware of another store: an open action crashed in the reducer or in a subscriber.
    case middleware
    /// A Flux dispatcher: an open action crashed in a store or in one of its listeners.
    case dispatcher
    /// Hooks that a loop calls before and after it reduces: an open action crashed in between.
    case hooks
  }
}

/// The hook of one store, known from the way in which the app uses its recording.
final class KnownAttachment: Sendable {
  private let lock = UnfairLock()
  @exclusivity(unchecked) nonisolated(unsafe) private var known: Recorder.Attachment?

  /// Notes a hook, unless one is known.
  func become(_ hook: Recorder.Attachment) {
    lock.withLock { known = known ?? hook }
  }

  /// The hook; an app that calls `record` itself does so around its reducer.
  var hook: Recorder.Attachment { lock.withLock { known } ?? .reducer }
}

/// The log of a store whose file has been created.
struct StoreLog {
  /// The store's name in the header.
  let store: String
  let writer: SessionWriter
  let attachment: KnownAttachment
}
