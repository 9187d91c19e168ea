public import Foundation
import RewindCoding
import RewindJSON
public import RewindSession

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
    /// No file: for tests of what an app records.
    case memory(MemoryLog)
  }

  /// The reason why nothing, or not everything, is being recorded.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    case cannotCreate(path: String, SystemError)
    case cannotWrite(path: String, SystemError)
    /// `Int` has 32 bits on this platform, as on older watches.
    case unsupportedPlatform
    /// A patch, applied to the previous state, did not give the next one (`Options.verifying`).
    case unfaithful(pointer: String, action: Int)

    public var description: String {
      switch self {
      case .cannotCreate(let path, .alreadyExists):
        "\(path) already exists. A recording never overwrites another. Nothing is recorded."
      case .cannotCreate(let path, let error):
        "\(path) cannot be created: \(error). Nothing is recorded."
      case .cannotWrite(let path, let error):
        "\(path) cannot be written: \(error). The log will show a gap."
      case .unsupportedPlatform:
        "Int has 32 bits on this platform, and a recorder needs 64. Nothing is recorded."
      case .unfaithful(let pointer, let action):
        """
        The change that was found after action \(action) does not lead to the state at \
        "\(pointer)": what is encoded there depends on more than its own value, or a type is declared \
        a RewindValue but is not a value. From here on, states are compared as text, which is slower \
        but makes no assumptions.
        """
      }
    }
  }

  /// A notice that is not a failure.
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
    /// Actions that set a property of the state, such as `BindingAction`, get no name in this program, since it has
    /// no symbols, and the state's properties are computed.
    case unnamedProperties(state: String)
    /// `Redaction.type` has found too many different strings in the values of this type to tell them from
    /// others: from now on, every string is replaced.
    case tooManySecrets(type: String)

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
        Not in the log, because they have locks or cannot be read: \(Self.few(pointers)). If that is state, give \
        \(Self.few(types)) a customMirror or an encode(to:) that takes the lock; a replay does not compare it.
        """
      case .unnamedProperties(let state):
        """
        This program was stripped of its symbols, which have the names of computed properties such as \
        those of \(state). An action that sets one is recorded without its name, and cannot be replayed. \
        Register the names first: Recorder.name([\\\(state).email: "email"]).
        """
      case .tooManySecrets(let type):
        """
        Values of \(type) have had more than 100,000 different strings, too many to tell secrets from \
        other strings. From here, Rewind redacts every string; a rule by pointer or key would not have to.
        """
      }
    }

    private static func few(_ places: [String]) -> String {
      let shown = places.prefix(6).joined(separator: ", ")
      return places.count > 6 ? "\(shown) and \(places.count - 6) more" : shown
    }
  }

  public let app: String
  /// The session's id, which the logs of all stores share.
  public let session: UUID
  let clock: SessionClock
  let options: Options
  let redactor: Redactor
  private let isEnabled: Bool
  private let destination: Destination
  private let started: String
  /// The file from which a UI test's notes are read; nil if there is none.
  let noteFile: NoteFile?
  private let onFailure: @Sendable (Failure) -> Void
  private let onWarning: @Sendable (Warning) -> Void
  private let lock = ProcessLock()
  nonisolated(unsafe) private var firstFailure: Failure?
  nonisolated(unsafe) private var writers: [SessionWriter] = []
  /// The first file of each log.
  nonisolated(unsafe) private var firstFiles: [LogFiles] = []
  nonisolated(unsafe) private var names: Set<String> = []
  /// Write notes to each log; of the recorder's own, nothing is redacted.
  nonisolated(unsafe) private var notes: [@Sendable (_ text: String, _ isOwn: Bool) -> Void] = []

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
    let destination = requested.map { .file($0.file) } ?? destination
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
  public var failure: Failure? { lock.withLock { firstFailure } ?? nil }

  /// The files that are recorded to, one a store in the order of their attachment; for a log in
  /// segments, the first.
  public var files: [URL] {
    (lock.withLock { firstFiles } ?? []).map { URL(fileURLWithPath: $0.path(of: 1)) }
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

  /// Writes a note to every log, such as `background` or a person's description of what has gone wrong.
  public func note(_ text: String) {
    for note in lock.withLock({ notes }) ?? [] { note(text, false) }
  }

  /// Ends the session: writes each log's end line and closes it.
  ///
  /// Actions dispatched later are not recorded.
  public func close() {
    readNotes()
    for writer in lock.withLock({ writers }) ?? [] {
      writer.close()
      writer.reportFailure()
    }
  }

  /// Writes the notes that a UI test has left since the last call.
  func readNotes() {
    for text in noteFile?.newLines() ?? [] { note(text) }
  }

  /// Passes later notes on to a recording.
  func sendNotes<State>(to recording: Recording<State>) {
    lock.withLock {
      notes.append { [weak recording] text, isOwn in
        if isOwn { recording?.log?.write(text: text) } else { recording?.note(text) }
      }
    }
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

  /// Returns a writer on the new log of a store; nil if that cannot be created.
  private func writer(
    of name: String,
    _ header: @escaping @Sendable () -> [(String, JSONValue)]
  ) -> SessionWriter? {
    if case .memory(let log) = destination {
      return SessionWriter(storage: log.storage(of: name), header: { Self.line(header()) })
    }
    do throws(SystemError) {
      let disk = DiskQueue()
      let (files, storage) = try createFile(of: name, on: mapping(on: disk))
      let isFirst = lock.withLock {
        firstFiles.append(files)
        return firstFiles.count == 1
      }
      if isFirst ?? false {
        announce("recording to \(URL(fileURLWithPath: files.path(of: 1)).path)")
      }
      return SessionWriter(
        storage: storage,
        survivesPowerLoss: options.durability == .power,
        disk: disk,
        segments: segments(of: files, header: header, disk),
        header: { [isSegmented = options.segments != nil] in
          Self.line(header() + (isSegmented ? [("segment", 1)] : []))
        },
        onFailure: { [weak self] in self?.fail(.cannotWrite(path: files.path(of: 1), $0)) }
      )
    } catch {
      fail(.cannotCreate(path: place(of: name).path(of: 1), error))
      return nil
    }
  }

  /// Creates the first file of a store's log, under a name that no other log has.
  private func createFile(
    of name: String,
    on disk: DiskQueue?
  ) throws(SystemError) -> (LogFiles, any LogStorage) {
    try prepareFolder()
    var files = place(of: name)
    while true {
      do throws(SystemError) {
        return (files, try MappedLogStorage.create(files.path(of: 1), on: disk))
      } catch {
        guard error == .alreadyExists, let next = try files.beside(session) else { throw error }
        files = next
      }
    }
  }

  /// The queue of a mapped log; nil if lines are written, since a log that survives a loss of power
  /// waits for the disk anyway.
  private func mapping(on disk: DiskQueue) -> DiskQueue? {
    options.durability == .process ? disk : nil
  }

  /// Creates the folder of sessions, if there is one, and makes room in it.
  private func prepareFolder() throws(SystemError) {
    guard case .folder(let sessions, let retention) = destination else { return }
    SessionProcess.begin(session)
    try sessions.createFolder()
    if lock.withLock({ writers.isEmpty }) ?? false {
      sessions.prune(retention, of: app, at: started)
    }
  }

  private func place(of name: String) -> LogFiles {
    switch destination {
    case .file(let path):
      (lock.withLock { firstFiles.first } ?? nil)?.with(store: name) ?? LogFiles(path)
    case .folder(let sessions, _):
      LogFiles(in: sessions.folder, session: session, started: started, store: name)
    case .memory:
      fatalError("A log in memory has no files.")
    }
  }

  private func segments(
    of files: LogFiles,
    header members: @escaping @Sendable () -> [(String, JSONValue)],
    _ disk: DiskQueue
  ) -> SegmentPlan? {
    guard let segments = options.segments else { return nil }
    let mapping = mapping(on: disk)
    return SegmentPlan(
      limit: segments.bytes,
      create: { number in
        let counts = [("segment", number), ("dropped", max(0, number - segments.kept))]
        let header = members() + counts.filter { $1 > 0 }.map { ($0, JSONValue($1)) }
        return Result { () throws(SystemError) in
          (try MappedLogStorage.create(files.path(of: number), on: mapping), Self.line(header))
        }
      },
      settle: { number, isBegun in
        disk.async { files.remove(isBegun ? number - segments.kept : number) }
      }
    )
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

  /// Returns the header of a store's log, which depends on how the store is attached.
  private func headerMembers(
    _ store: String,
    _ reflected: [Any.Type]
  ) -> @Sendable (Attachment) -> [(String, JSONValue)] {
    let opening: [(String, JSONValue)] = [
      ("rewind", 1), ("session", .string(session.uuidString.lowercased())), ("app", .string(app)),
      ("started", .string(started)), ("store", .string(store)),
    ]
    var members: [(String, JSONValue)] = []
    if !reflected.isEmpty {
      members.append(("reflected", .array(reflected.map { .string(String(reflecting: $0)) })))
    }
    if !options.states.areCompared {
      members.append(("stateLines", .string(options.states.rawValue)))
    }
    if let version = options.version { members.append(("version", .string(version))) }
    if let commit = options.commit { members.append(("commit", .string(commit))) }
    if !redactor.isIdle { members.append(("redacted", .array(options.redactions.map(\.json)))) }
    members += Self.surroundings
    let isFile = if case .memory = destination { false } else { true }
    if isFile {
      members.append(("process", JSONValue(ProcessInfo.processInfo.processIdentifier)))
      members.append(("executable", .string(SessionProcess.executable)))
    }
    return { [members] in opening + [("attach", .string($0.rawValue))] + members }
  }

  /// The program's build and its settings that reducers may depend on.
  private static var surroundings: [(String, JSONValue)] {
    let build = ProgramBuild.current.map { [("build", JSONValue.string($0))] } ?? []
    return build + [
      ("timeZone", .string(TimeZone.current.identifier)),
      ("locale", .string(Locale.current.identifier)),
    ]
  }

  /// A line without its closing brace, in the form that the writer takes.
  private static func line(_ members: [(String, JSONValue)]) -> [UInt8] {
    var line: [UInt8] = []
    JSONValue.object(JSONObject(members)).write(to: &line)
    line.removeLast()
    return line
  }

  func fail(_ failure: Failure) {
    let isFirst = lock.withLock {
      guard firstFailure == nil else { return false }
      firstFailure = failure
      return true
    }
    guard isFirst ?? false else { return }
    announce("\(failure)")
    onFailure(failure)
  }

  private func announce(_ text: String) {
    if options.announces, LaunchContext.current == .app { Announcement(text).say() }
  }

  private func warn(inEveryLog warning: Warning) {
    for note in lock.withLock({ notes }) ?? [] { note(warning.description, true) }
    warn(warning)
  }

  func warn(_ warning: Warning) {
    announce("\(warning)")
    onWarning(warning)
  }
}

extension Recorder.Options {
  /// Returns true if this launch of the program should be recorded there.
  fileprivate func allows(_ destination: Recorder.Destination) -> Bool {
    guard case .folder = destination, !recordsPreviewsAndTests else { return true }
    return LaunchContext.current == .app
  }
}

extension Recorder {
  /// The phase of an app's life, for its session.
  public enum Phase: String, Sendable {
    case background
    case foreground
  }
}
