public import Foundation
import RewindCoding
import RewindJSON
public import RewindSession

/// Records what an app's stores do, each into a session log of its own.
///
/// A recorder never disturbs its app: nothing is thrown into a dispatch, nothing waits for a disk,
/// and the first failure is kept in ``failure``, told once through `onFailure`, and shown in the log
/// as a gap. The app decides when to record; with `enabled: false` a recorded store costs one branch
/// a dispatch. A session lasts until ``close()``, or until the recorder and its recordings are gone.
public final class Recorder: Sendable {
  /// Where the log goes.
  public enum Destination: Sendable {
    /// This file, which must not be there yet; a second store's log goes beside it, under
    /// `name.STORE.extension`.
    case file(String)
    /// A new file in a folder of sessions, each under a name of its own; of the older sessions there,
    /// as many are kept as is said.
    case folder(SessionFolder, keeping: SessionFolder.Retention = .init())
  }

  /// Why nothing, or not everything, is being recorded.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    case cannotCreate(path: String, SystemError)
    case cannotWrite(path: String, SystemError)
    /// `Int` has 32 bits on this platform, as on older watches.
    case unsupportedPlatform
    /// A self-check has found that a patch does not lead to its state (`Options.verifying`).
    case unfaithful(pointer: String, action: Int)

    public var description: String {
      switch self {
      case .cannotCreate(let path, .alreadyExists):
        "\(path) is there already. A recording never overwrites another: name a new file."
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
        a RewindValue and is none. From here on states are compared as text, which is slower and \
        believes nothing.
        """
      }
    }
  }

  /// What is good to know, and no failure.
  public enum Warning: Hashable, Sendable, CustomStringConvertible {
    /// From now on a store's states are recorded now and then: holding the last one cost this action more
    /// than it may (`Options.holdingBudget`).
    case keyframesFromHere(action: String, cost: Duration)

    public var description: String {
      switch self {
      case .keyframesFromHere(let action, let cost):
        """
        From here on, states are recorded now and then: to hold the last one made \(action) take \
        \(Double(cost / .microseconds(100)) / 10) ms longer. The app can compute those in between.
        """
      }
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
  private let onFailure: @Sendable (Failure) -> Void
  private let onWarning: @Sendable (Warning) -> Void
  private let lock = NSLock()
  nonisolated(unsafe) private var firstFailure: Failure?
  nonisolated(unsafe) private var writers: [SessionWriter] = []
  nonisolated(unsafe) private var notes: [@Sendable (String) -> Void] = []

  /// A recorder; its files are created as stores are attached.
  ///
  /// - Parameters:
  ///   - app: The app's name, for the header.
  ///   - destination: Where the log goes.
  ///   - enabled: Whether to record at all. The library never decides this by itself: a package does
  ///     not see the app's build configuration.
  ///   - session: The session's id; tests give their own.
  ///   - clock: The clocks; tests give their own.
  ///   - options: What is recorded, and how.
  ///   - onFailure: Told of the first failure, once, on the thread that met it. No lock is held. In a
  ///     dispatch, the reducer has returned by then, but the store has not got its new state yet: what is to
  ///     be dispatched because of the failure must wait.
  ///   - onWarning: Told of what is good to know and no failure, once a store; otherwise as `onFailure`.
  public init(
    app: String,
    to destination: Destination,
    enabled: Bool = true,
    session: UUID = UUID(),
    clock: SessionClock = .live,
    options: Options = Options(),
    onFailure: @escaping @Sendable (Failure) -> Void = { _ in },
    onWarning: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.app = app
    self.destination = destination
    self.isEnabled = enabled && options.allows(destination)
    self.session = session
    self.clock = clock
    self.options = options
    if options.runtime == .documentedOnly { RuntimeAccess.forbid() }
    redactor = Redactor(options.redactions, valueLimit: options.valueLimit)
    self.onFailure = onFailure
    self.onWarning = onWarning
    started = clock.wallText()
  }

  deinit {
    close()
  }

  /// The first thing that went wrong.
  public var failure: Failure? { lock.withLock { firstFailure } }

  /// Begins the log of a store whose state is `Encodable`; `name` is unique within the recorder.
  ///
  /// - Parameters:
  ///   - state: The type of the states.
  ///   - name: The store's name.
  ///   - kind: What sees the actions.
  ///   - reflected: Types that are written by reflection though they are `Encodable`, because what they
  ///     encode leaves parts out; from now on, in the whole process.
  /// - Returns: The store's recording.
  public func attach<State: Encodable>(
    _ state: State.Type = State.self,
    name: String = "main",
    as kind: Attachment = .reducer,
    reflecting reflected: [Any.Type] = []
  ) -> Recording<State> {
    recording(
      Recording(self, writer: begin(name, kind, reflected), states: StateKind())
    )
  }

  /// Begins the log of a store, whose state is written by reflection; `name` is unique within the
  /// recorder.
  @_disfavoredOverload
  public func attach<State>(
    _ state: State.Type = State.self,
    name: String = "main",
    as kind: Attachment = .reducer,
    reflecting reflected: [Any.Type] = []
  ) -> Recording<State> {
    recording(
      Recording(self, writer: begin(name, kind, reflected), states: StateKind())
    )
  }

  /// Sets a mark in every log, such as `background` or what a person says has just gone wrong.
  public func note(_ text: String) {
    for note in lock.withLock({ notes }) { note(text) }
  }

  /// Ends the session: each log gets its end line and is closed.
  ///
  /// What is dispatched later is not recorded.
  public func close() {
    for writer in lock.withLock({ writers }) {
      writer.close()
      writer.reportFailure()
    }
  }

  private func recording<State>(_ recording: Recording<State>) -> Recording<State> {
    lock.withLock { notes.append { [weak recording] in recording?.note($0) } }
    return recording
  }

  /// Sets a mark in every log that tells where the app is: a phone ends suspended apps without a word,
  /// so that a session which stopped in the background is no crash.
  public func note(_ phase: Phase) {
    note(phase.rawValue)
  }

  private func begin(
    _ name: String,
    _ kind: Attachment,
    _ reflected: [Any.Type]
  ) -> SessionWriter? {
    guard isEnabled else { return nil }
    guard PointerWidth.isSupported else {
      fail(.unsupportedPlatform)
      return nil
    }
    for type in reflected { ReflectedTypes.insert(type) }
    let header = headerMembers(store: name, kind, reflected)
    let files: LogFiles
    do throws(SystemError) {
      files = try self.files(of: name)
      let disk = DiskQueue()
      let writer = SessionWriter(
        storage: try MappedFile.create(files.path(of: 1), on: mapping(on: disk)),
        durability: options.durability == .power ? .power : .process,
        disk: disk,
        segments: segments(of: files, header: header, disk),
        onFailure: { [weak self] in self?.fail(.cannotWrite(path: files.path(of: 1), $0)) }
      )
      let segment: [(String, JSONValue)] = options.segments == nil ? [] : [("segment", 1)]
      writer.append(.other, Self.line(header + segment))
      lock.withLock { writers.append(writer) }
      writer.reportFailure()
      return writer
    } catch {
      fail(.cannotCreate(path: place(of: name).path(of: 1), error))
      return nil
    }
  }

  /// The queue of a mapped log; nil where lines are written, since what is to outlive a loss of power is
  /// waited for anyway.
  private func mapping(on disk: DiskQueue) -> DiskQueue? {
    options.durability == .process ? disk : nil
  }

  /// Where a store's log goes, when everything that it needs is there.
  private func files(of name: String) throws(SystemError) -> LogFiles {
    if case .folder(let sessions, let retention) = destination {
      try sessions.createFolder()
      if lock.withLock({ writers.isEmpty }) { sessions.prune(retention, of: app) }
      SessionProcess.begin(session)
    }
    return place(of: name)
  }

  private func place(of name: String) -> LogFiles {
    switch destination {
    case .file(let path):
      LogFiles(path, store: lock.withLock { writers.isEmpty } ? nil : name)
    case .folder(let sessions, _):
      LogFiles(in: sessions.folder, session: session, started: started, store: name)
    }
  }

  private func segments(
    of files: LogFiles,
    header members: [(String, JSONValue)],
    _ disk: DiskQueue
  ) -> SegmentPlan? {
    guard let segments = options.segments else { return nil }
    let mapping = mapping(on: disk)
    return SegmentPlan(
      limit: segments.bytes,
      create: { number in
        let counts = [("segment", number), ("dropped", max(0, number - segments.kept))]
        let header = members + counts.filter { $1 > 0 }.map { ($0, JSONValue($1)) }
        return Result { () throws(SystemError) in
          (try MappedFile.create(files.path(of: number), on: mapping), Self.line(header))
        }
      },
      settle: { number, isBegun in
        disk.async { files.remove(isBegun ? number - segments.kept : number) }
      }
    )
  }

  private func headerMembers(
    store: String,
    _ kind: Attachment,
    _ reflected: [Any.Type]
  ) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("rewind", 1), ("session", .string(session.uuidString.lowercased())), ("app", .string(app)),
      ("started", .string(started)), ("store", .string(store)), ("attach", .string(kind.rawValue)),
      ("form", JSONValue(ReflectedForm.current)),
    ]
    if !reflected.isEmpty {
      members.append(("reflected", .array(reflected.map { .string(String(reflecting: $0)) })))
    }
    if !options.states.areFollowed {
      members.append(("stateLines", .string(options.states.rawValue)))
    }
    if let version = options.version { members.append(("version", .string(version))) }
    if let commit = options.commit { members.append(("commit", .string(commit))) }
    if !redactor.isIdle { members.append(("redacted", .array(options.redactions.map(\.json)))) }
    if case .folder = destination {
      members.append(("process", JSONValue(ProcessInfo.processInfo.processIdentifier)))
      members.append(("executable", .string(SessionProcess.executable)))
    }
    return members
  }

  /// A line without its closing brace, as the writer takes it.
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
    if isFirst { onFailure(failure) }
  }

  func remark(_ remark: Warning) { onWarning(remark) }
}

extension Recorder.Options {
  /// Whether this run of the program is one to be recorded there.
  fileprivate func allows(_ destination: Recorder.Destination) -> Bool {
    guard case .folder = destination, !recordsPreviewsAndTests else { return true }
    let process = ProcessInfo.processInfo
    return LaunchContext(environment: process.environment, arguments: process.arguments) == .app
  }
}

extension Recorder {
  /// Where an app is, as far as its session is concerned.
  public enum Phase: String, Sendable {
    case background
    case foreground
  }

  /// What sees the actions, and so what an open action at the end of a log means.
  public enum Attachment: String, Sendable {
    /// The reducer is wrapped: an open action died in the reducer.
    case reducer
    /// This package's store, where the recording middleware is innermost: as ``reducer``.
    case store
    /// The middleware of another store: an open action died in the reducer or in a subscriber.
    case middleware
    /// A Flux dispatcher: an open action died in a store or in one that listens to it.
    case dispatcher
    /// What a loop calls before and after it reduces: an open action died in between.
    case hooks
  }
}
