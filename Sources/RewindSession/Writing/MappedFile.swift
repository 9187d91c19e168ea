import Foundation
import RewindCoding
import RewindJSON

/// A log whose lines are stored in memory that is the file, so that no line waits for the disk.
///
/// ```
///  lines                          room for more, filled with line feeds
/// ├──────────────────────────────┤├───────────────────────────────────────────────────┤
///  {"rewind":1,…}⏎ … {"after":7,…}⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎
///                   └──── the extent in use, mapped ────┘└── ahead, mapped as well ───┘
///                                 ▲ the next line
/// ```
///
/// The file is made longer ahead of the lines on a ``DiskQueue``: that is where a full disk is met, and where
/// a slow one is waited for. A line that was stored is in the system's page cache, as one that was written
/// is, and survives the end of the process as that does. Blank lines are nothing to readers of JSON lines, so
/// that the log of a session that was killed is complete as it lies there; when it is closed, they are cut
/// off.
///
/// Where the lines have used up what is ahead, because the disk stalls or is full, they are refused at once;
/// a reserve is left for telling so.
package final class MappedFile: LogStorage {
  private let file: any MappableFile
  private let disk: DiskQueue
  private let sizes: Sizes
  /// Bytes of lines.
  ///
  /// Like `extent` and `used`, only ever touched by one thread at a time: the writer's lock sees to that.
  @exclusivity(unchecked) nonisolated(unsafe) private var length = 0
  /// What the next line goes into.
  @exclusivity(unchecked) nonisolated(unsafe) private var extent: MappedExtent
  @exclusivity(unchecked) nonisolated(unsafe) private var used = 0
  private let lock = UnfairLock()
  /// What the disk queue changes, too; guarded by the lock.
  nonisolated(unsafe) private var supply: Supply

  /// Bytes of which the length of a log is a multiple while it is being written.
  package static let unit = 1 << 12

  /// How far ahead of the lines the file is made longer, in bytes.
  package struct Sizes: Sendable {
    /// At least by this, which is enough for 700 small actions.
    package var least = 1 << 18
    /// At most by this, which a loop without a pause dispatches in 0.2 s; in between, by half of the log.
    package var largest = 1 << 24
    /// What a full disk may still have room for; a multiple of every page size.
    package var smallest = 1 << 16
    /// What only a gap line and an end line may use, at the end.
    package var reserve = 1 << 10
    /// What passes before a disk that was full is asked again.
    package var pause = Duration.milliseconds(100)

    package init() {}
  }

  private struct Supply {
    /// Extents that follow the one in use.
    var ahead: [MappedExtent] = []
    /// The length of the file.
    var end: Int
    var isExtending = false
    /// Why the file could not be made longer the last time, and when.
    var failure: (error: SystemError, time: ContinuousClock.Instant)?
  }

  /// Creates a log's file: a mapped one where a disk queue is given and that is right, or else one to which
  /// each line is written.
  ///
  /// - Throws: ``SystemError``, as ``AppendOnlyFile/init(creating:)``.
  package static func create(
    _ path: String,
    on disk: DiskQueue?
  ) throws(SystemError) -> any LogStorage {
    let file = try AppendOnlyFile(creating: path, synchronizesFolder: disk == nil)
    guard let disk else { return file }
    disk.synchronize { AppendOnlyFile.synchronizeFolder(of: path) }
    guard file.isMappable, let mapped = MappedFile(file, on: disk) else { return file }
    return mapped
  }

  /// Makes a file that is empty ready; nil where it cannot be mapped.
  package init?(_ file: some MappableFile, on disk: DiskQueue, sizes: Sizes = Sizes()) {
    guard case .success(let extent) = file.extend(from: 0, by: sizes.least) else { return nil }
    self.file = file
    self.disk = disk
    self.sizes = sizes
    self.extent = extent
    supply = Supply(end: extent.count)
    extend(by: sizes.least)
  }

  // MARK: - Lines

  package var hasReserve: Bool { true }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    write(bytes, keeping: sizes.reserve)
  }

  package func writeFromReserve(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    write(bytes, keeping: 0)
  }

  package func canTakeBack(_ count: Int) -> Bool { count <= used }

  package func takeBack(_ count: Int) {
    used -= count
    length -= count
  }

  /// Stores all of the bytes or none.
  private func write(
    _ bytes: UnsafeRawBufferPointer,
    keeping reserve: Int
  ) -> Result<Int, SystemError> {
    if extent.count - used < bytes.count + reserve,
      let error = makeRoom(for: bytes.count + reserve)
    {
      return .failure(error)
    }
    guard canStore(bytes.count) else { return .failure(.wasCut) }
    // The end of the line comes last: by that, a piece of one is known.
    store(UnsafeRawBufferPointer(rebasing: bytes.dropLast(3)))
    store(UnsafeRawBufferPointer(rebasing: bytes.suffix(3)))
    length += bytes.count
    return .success(bytes.count)
  }

  /// Whether nobody has cut the file, which would make the next store the end of the app, by SIGBUS.
  private func canStore(_ count: Int) -> Bool {
    #if canImport(Darwin)
    // The mapping is resilient, and to ask could mean to wait for the disk queue.
    true
    #else
    file.length >= length + count
    #endif
  }

  private func store(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      if used == extent.count { takeNextExtent() }
      let count = min(rest.count, extent.count - used)
      UnsafeMutableRawBufferPointer(rebasing: extent.bytes[used...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: rest.prefix(count))
      )
      used += count
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  private func takeNextExtent() {
    let full = extent
    extent = lock.withLock { supply.ahead.removeFirst() }
    used = 0
    disk.async { [file] in file.unmap(full) }
    extend(by: min(max(sizes.least, length / 2), sizes.largest))
  }

  // MARK: - Room

  /// Waits for room, as long as a dispatch may be held; the reason where there is none.
  private func makeRoom(for count: Int) -> SystemError? {
    var asked: ContinuousClock.Instant?
    while true {
      let (missing, failure) = lock.withLock { (count - room, supply.failure) }
      guard missing > 0 else { return nil }
      if let failure, failure.time > asked ?? .now - sizes.pause { return failure.error }
      asked = asked ?? .now
      extend(by: max(missing, sizes.least))
      let hasAnswer = disk.wait(extra: missing >> 20) {
        lock.withLock { room >= count || !supply.isExtending }
      }
      guard hasAnswer else { return .stalled }
    }
  }

  /// Bytes that there is room for; to be asked under the lock.
  private var room: Int { supply.ahead.reduce(extent.count - used) { $0 + $1.count } }

  /// Has the file made longer, unless that is under way.
  private func extend(by count: Int) {
    let isNew = lock.withLock {
      defer { supply.isExtending = true }
      return !supply.isExtending
    }
    guard isNew else { return }
    disk.async { [self] in
      let end = lock.withLock { supply.end }
      let result = extended(from: end, by: count.rounded(upTo: sizes.smallest))
      lock.withLock {
        supply.isExtending = false
        switch result {
        case .success(let extent):
          supply.ahead.append(extent)
          supply.end += extent.count
          supply.failure = nil
        case .failure(let error):
          supply.failure = (error, .now)
        }
      }
    }
  }

  /// Makes the file longer, if need be by less than was asked for.
  private func extended(from end: Int, by count: Int) -> Result<MappedExtent, SystemError> {
    let result = file.extend(from: end, by: count)
    guard case .failure = result, count > sizes.smallest else { return result }
    return extended(from: end, by: (count / 2).rounded(upTo: sizes.smallest))
  }

  // MARK: - The file

  /// Cuts off what is behind `length`; lines cannot be stored any more.
  package func truncate(to length: Int) -> Result<Void, SystemError> {
    for extent in takeExtents() { file.unmap(extent) }
    // Where another program has cut it, there is nothing to cut off.
    return file.length > length ? file.truncate(to: length) : .success(())
  }

  private func takeExtents() -> [MappedExtent] {
    defer {
      (extent, used) = (MappedExtent(UnsafeMutableRawBufferPointer(start: nil, count: 0)), 0)
    }
    return lock.withLock {
      defer { supply.ahead = [] }
      return [extent] + supply.ahead
    }
  }

  /// Has the file synchronized, without waiting for it.
  package func synchronize() -> Result<Void, SystemError> {
    disk.synchronize { [file] in _ = file.synchronize() }
    return .success(())
  }

  package var hasName: Bool { file.hasName }

  /// Has the room cut off and the file closed, without waiting for it.
  package func close() {
    let length = length
    disk.async { [self] in
      _ = truncate(to: length)
      disk.synchronize { [file] in file.close() }
    }
  }
}

extension Int {
  fileprivate func rounded(upTo unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
