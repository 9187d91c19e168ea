public import Foundation
import RewindCoding
import RewindJSON
import RewindSession

/// Records the actions and states of an app's stores, each in its own session log.
///
/// A recorder never disturbs its app: nothing is thrown into a dispatch, nothing waits for a disk, and
/// the first failure is available as ``failure``, reported once through `onFailure`, and visible in the
/// log as a gap. The app decides when to record; with `enabled: false` a recorded store costs one
/// branch a dispatch. A session lasts until ``close()``, or until the recorder and its recordings are
/// deallocated.
public final class Recorder: Sendable {
  /// The destination of the log.
  public enum Destination: Sendable {
    /// This file; a second store's log is written beside it, as `name.STORE.extension`.
    ///
    /// A recording never overwrites another: if the file already exists, as at the second launch, the log
    /// is written beside it, as `name-2.extension`, `name-3.extension`, and so on. None is ever removed.
    case file(String)
    /// A new file in a folder of sessions, with a unique name; older sessions are removed as `keeping` says.
    case folder(SessionFolder, keeping: SessionFolder.Retention = .init())
    /// No file, for tests of recordings.
    case memory(MemoryLog)
  }

  public let app: String
  /// The session's id, shared by the logs of all stores.
  public let session: UUID
  let clock: SessionClock
  let options: Options
  let redactor: Redactor
  private let isEnabled: Bool
  let destination: Destination
  let started: String
  /// The file from which a UI test's notes are read; nil if there is none.
  let noteFile: NoteFile?
  let onFailure: @Sendable (Failure) -> Void
  let onWarning: @Sendable (Warning) -> Void
  let lock = ProcessLock()
  nonisolated(unsafe) var firstFailure: Failure?
  nonisolated(unsafe) var unrecordedStores = 0
  /// The logs of the stores whose recordings are in use.
  nonisolated(unsafe) private var writers: [SessionWriter] = []
  /// The first file of each log.
  nonisolated(unsafe) var firstFiles: [LogFiles] = []
  nonisolated(unsafe) private var names: Set<String> = []
  /// Write notes to each of them; of the recorder's own, nothing is redacted.
  nonisolated(unsafe) private var notes: [ObjectIdentifier: Note] = [:]

  private typealias Note = @Sendable (_ text: String, _ isOwn: Bool) -> Void

  /// Makes a recorder; its files are created as stores are attached.
  ///
  /// - Parameters:
  ///   - app: The app's name, for the header.
  ///   - destination: The destination of the log: by default the app's folder of sessions.
  ///   - enabled: Indicates whether to record at all. The library never decides this by itself: a
  ///     package does not see the app's build configuration.
  ///   - options: The options.
  ///   - onFailure: Called with the first failure, once, on the thread that encountered it, without a
  ///     lock held. When called during a dispatch, the store does not have its new state yet; dispatch
  ///     any follow-up action asynchronously.
  ///   - onWarning: Called with each warning, each kind at most once a store; otherwise as `onFailure`.
  public convenience init(
    app: String,
    to destination: Destination = .folder(.standard),
    enabled: Bool = true,
    options: Options = Options(),
    onFailure: @escaping @Sendable (Failure) -> Void = { _ in },
    onWarning: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.init(
      app: app,
      to: destination,
      enabled: enabled,
      session: UUID(),
      clock: .live,
      options: options,
      onFailure: onFailure,
      onWarning: onWarning
    )
  }

  /// Makes a recorder with a session id, clocks and a key of pseudonyms of its own, for tests.
  package init(
    app: String,
    to destination: Destination = .folder(.standard),
    enabled: Bool = true,
    session: UUID = UUID(),
    key: PseudonymKey = .random(),
    requested: RequestedRecording? = .current,
    clock: SessionClock,
    options: Options = Options(),
    onFailure: @escaping @Sendable (Failure) -> Void = { _ in },
    onWarning: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    let isReplay = LaunchContext.current == .replay
    let isRequestable = if case .memory = destination { false } else { enabled && !isReplay }
    let requested = isRequestable ? requested : nil
    let testing = enabled && !isReplay ? TestRecordings.destination(insteadOf: destination) : nil
    let destination = requested.map { .file($0.file) } ?? testing ?? destination
    self.app = requested?.app ?? app
    self.destination = destination
    noteFile = requested?.notes
    self.isEnabled = enabled && !isReplay && options.allows(destination)
    self.session = session
    self.clock = clock
    self.options = options
    if options.runtime == .documentedOnly { RuntimeAccess.forbid() }
    started = clock.wallText()
    redactor = Redactor(
      options.redactions,
      valueLimit: options.valueLimit,
      key: key,
      started: started
    )
    self.onFailure = onFailure
    self.onWarning = onWarning
    redactor.onTooManySecrets = { [weak self] in self?.warn(inEveryLog: .tooManySecrets(type: $0)) }
    if enabled, isReplay {
      Announcement(
        "this program was started for a replay, and records nothing: call answerReplayRequest() first thing in main"
      )
      .say()
    }
  }

  deinit {
    close()
  }

  /// The first failure.
  public var failure: Failure? { lock.isForked ? nil : lock.withLock { firstFailure } ?? nil }

  /// The files that are recorded to, one a store in the order of their attachment; for a log in
  /// segments, the first.
  public var files: [URL] {
    if lock.isForked { return [] }
    return (lock.withLock { firstFiles } ?? []).map { URL(fileURLWithPath: $0.path(of: 1)) }
  }

  /// Begins the log of a store whose state is `Encodable`.
  ///
  /// The log's header says how the store is attached, as is known from the first use of the recording
  /// (`wrap`, `middleware`, `hooks`).
  ///
  /// - Parameters:
  ///   - state: The type of the states.
  ///   - name: The store's name; the second store of a name is called `name-2`, and so on.
  ///   - reflected: Types that are written by reflection although they are `Encodable`, because their
  ///     encoding leaves parts out; applies to the whole process from now on.
  /// - Returns: The store's recording.
  public func attach<State: Encodable>(
    _ state: State.Type = State.self,
    name: String = "main",
    reflecting reflected: [Any.Type] = []
  ) -> Recording<State> {
    let recording = Recording(self, begin(name, reflected), states: StateCoding<State>())
    sendNotes(to: recording)
    return recording
  }

  /// Begins the log of a store whose state is written by reflection.
  @_disfavoredOverload
  public func attach<State>(
    _ state: State.Type = State.self,
    name: String = "main",
    reflecting reflected: [Any.Type] = []
  ) -> Recording<State> {
    let recording = Recording(self, begin(name, reflected), states: StateCoding<State>())
    sendNotes(to: recording)
    return recording
  }

  /// Writes a note to every log, such as `background` or a person's description of the bug.
  public func note(_ text: String) {
    if lock.isForked { return }
    write(note: text, isOwn: false)
  }

  /// Writes a note to every log.
  func write(note text: String, isOwn: Bool) {
    for note in (lock.withLock { notes } ?? [:]).values { note(text, isOwn) }
  }

  /// Ends the session: writes each log's end line and closes it.
  ///
  /// Actions dispatched later are not recorded.
  public func close() {
    if lock.isForked { return }
    readNotes()
    for writer in lock.withLock({ writers }) ?? [] {
      writer.close()
      writer.reportFailure()
    }
    SessionProcess.end(session)
  }

  /// Writes the notes that a UI test has left since the last call.
  func readNotes() {
    guard let noteFile else { return }
    do throws(SystemError) {
      for text in try noteFile.newLines() { note(text) }
    } catch {
      warn(inEveryLog: .cannotReadNotes(path: noteFile.path, error))
    }
  }

  /// Passes later notes on to a recording.
  func sendNotes<State>(to recording: Recording<State>) {
    guard let writer = recording.log?.writer else { return }
    lock.withLock {
      notes[ObjectIdentifier(writer)] = { [weak recording] text, isOwn in
        if isOwn { recording?.log?.write(text: text) } else { recording?.note(text) }
      }
    }
  }

  /// Ends the log of a store whose recording is not in use any more.
  ///
  /// An app with a store for each screen would otherwise run out of descriptors.
  func end(_ writer: SessionWriter) {
    if lock.isForked { return }
    lock.withLock {
      notes[ObjectIdentifier(writer)] = nil
      writers.removeAll { $0 === writer }
    }
    writer.end()
    writer.reportFailure()
  }

  /// Writes a note with the app's phase to every log: a phone ends suspended apps without notice, so a
  /// session that stopped in the background did not crash.
  public func note(_ phase: Phase) {
    note(phase.rawValue)
  }

  func begin(_ name: String, _ reflected: [Any.Type]) -> StoreLog? {
    guard isEnabled, !lock.isForked else { return nil }
    guard PointerWidth.isSupported else {
      fail(.unsupportedPlatform)
      return nil
    }
    for type in reflected { ReflectedTypes.insert(type) }
    let name = unusedName(redactor.redact(store: name))
    let attachment = KnownAttachment()
    let header: @Sendable () -> [(String, JSONValue)] = {
      [members = headerMembers(name, reflected)] in
      members(attachment.hook)
    }
    guard let writer = writer(of: name, header) else { return nil }
    lock.withLock { writers.append(writer) }
    return StoreLog(store: name, writer: writer, attachment: attachment)
  }

  /// Returns a name that no store of this recorder has.
  private func unusedName(_ name: String) -> String {
    lock.withLock {
      var (candidate, count) = (name, 1)
      while !names.insert(candidate).inserted {
        count += 1
        candidate = "\(name)-\(count)"
      }
      return candidate
    } ?? name
  }
}

extension Recorder {
  /// The phase of an app's life, for its session.
  public enum Phase: String, Sendable {
    case background
    case foreground
  }
}
