import Foundation
import RewindJSON
import RewindSession

/// The files of a recorder's logs.
extension Recorder {
  /// Returns a writer on the new log of a store; nil if that cannot be created.
  func writer(
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
      fail(.cannotCreate(path: logFiles(of: name).path(of: 1), error))
      return nil
    }
  }

  /// Creates the first file of a store's log, under a name that no other log has.
  private func createFile(
    of name: String,
    on disk: DiskQueue?
  ) throws(SystemError) -> (LogFiles, any LogStorage) {
    try prepareFolder()
    var files = logFiles(of: name)
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
    if lock.withLock({ firstFiles.isEmpty }) ?? false {
      sessions.prune(retention, of: app, at: started)
    }
  }

  private func logFiles(of name: String) -> LogFiles {
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
}

extension Recorder.Options {
  /// Returns true if this launch of the program should be recorded there.
  func allows(_ destination: Recorder.Destination) -> Bool {
    guard case .folder = destination, !recordsPreviewsAndTests else { return true }
    return LaunchContext.current == .app
  }
}
