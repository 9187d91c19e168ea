import Foundation
import RewindCoding
import RewindJSON

/// A log whose lines are stored in the mapped memory of the file, so that no line waits for the disk.
///
/// ```
///  lines                          room for more, filled with line feeds
/// ├──────────────────────────────┤├───────────────────────────────────────────────────┤
///  {"rewind":1,…}⏎ … {"after":7,…}⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎⏎
///                   └──── the extent in use, mapped ────┘└── ahead, mapped as well ───┘
///                                 ▲ the next line
/// ```
///
/// The file is extended ahead of the lines on a ``DiskQueue``, where a full disk is detected and a
/// slow one awaited. A stored line is in the system's page cache, like a written one, and equally
/// survives the end of the process. Readers of JSON lines ignore blank lines, so the log of a
/// killed session is complete as it is; closing it truncates them.
///
/// If the lines have used up the room ahead, because the disk stalls or is full, they are rejected
/// at once; a reserve remains for reporting this.
package final class MappedLogStorage: LogStorage {
  private let file: any MappableFile
  private let disk: DiskQueue
  private let sizes: Sizes
  /// The number of bytes of lines.
  ///
  /// Like `extent` and `used`, accessed by only one thread at a time: the writer's lock ensures that.
  @exclusivity(unchecked) nonisolated(unsafe) private var length = 0
  /// The extent for the next line.
  @exclusivity(unchecked) nonisolated(unsafe) private var extent: MappedExtent
  @exclusivity(unchecked) nonisolated(unsafe) private var used = 0
  private let lock = UnfairLock()
  /// The state that the disk queue also changes; guarded by the lock.
  nonisolated(unsafe) private var supply: Supply

  /// The length of a log is a multiple of this many bytes while it is being written.
  package static let unit = 1 << 12

  /// The distance, in bytes, by which the file is extended ahead of the lines.
  package struct Sizes: Sendable {
    /// The minimum, enough for 700 small actions.
    package var least = 1 << 18
    /// The maximum, as many as a loop without a pause dispatches in 0.2 s; in between, half of the log.
    package var largest = 1 << 24
    /// A size that a full disk may still have room for; a multiple of every page size.
    package var smallest = 1 << 16
    /// The reserve at the end, for a gap line and an end line only.
    package var reserve = 1 << 10
    /// The time before extending the file on a full disk is tried again.
    package var pause = Duration.milliseconds(100)

    package init() {}
  }

  private struct Supply {
    /// Extents after the one in use.
    var ahead: [MappedExtent] = []
    /// The length of the file.
    var end: Int
    /// The number of bytes by which the file is being extended; nil if it is not.
    var extending: Int?
    /// The reason and time of the last failure to extend the file.
    var failure: (error: SystemError, time: ContinuousClock.Instant)?
  }

  /// Creates a log's file: a mapped one if there is a disk queue and mapping is safe, otherwise one
  /// to which each line is written.
  ///
  /// - Throws: ``SystemError``, as ``AppendOnlyFile/init(creating:)``.
  package static func create(
    _ path: String,
    on disk: DiskQueue?
  ) throws(SystemError) -> any LogStorage {
    let file = try AppendOnlyFile(creating: path, synchronizesFolder: disk == nil)
    guard file.leavesDescriptors else {
      file.close()
      unlink(path)
      throw .tooManyOpenFiles
    }
    guard let disk else { return file }
    disk.synchronize { AppendOnlyFile.synchronizeFolder(of: path) }
    guard file.isMappable, let mapped = MappedLogStorage(file, on: disk) else { return file }
    return mapped
  }

  /// Prepares an empty file; nil if it cannot be mapped.
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

  package var reader: ReadableFile? { file.reader }

  package func hasRoom(for count: Int) -> Bool {
    let (missing, failure) = lock.withLock { (count + sizes.reserve - room, supply.failure) }
    guard missing > 0 else { return true }
    if failure.map({ $0.time < .now - sizes.pause }) ?? true {
      extend(by: max(missing, sizes.least))
    }
    return false
  }

  package func takeBack(_ count: Int) -> Bool {
    guard count <= used else { return false }
    used -= count
    length -= count
    return true
  }

  /// Stores a line where there is room for it, as nearly always; false, with nothing stored, where ``write(_:)``
  /// has to see to it.
  func storeAtOnce(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.count <= Self.unit, extent.count - used >= line.count + sizes.reserve,
      canStore(line.count),
      let source = line.baseAddress, let memory = extent.bytes.baseAddress
    else { return false }
    let target = memory + used
    // The end of the line comes last, as below.
    let head = line.count - 3
    target.copyMemory(from: source, byteCount: head)
    (target + head).copyMemory(from: source + head, byteCount: 3)
    used += line.count
    length += line.count
    return true
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
    if bytes.count > Self.unit, file.write(bytes, at: length) {
      pass(bytes) { _, _ in }
    } else {
      // The end of the line comes last: its absence identifies a fragment.
      pass(UnsafeRawBufferPointer(rebasing: bytes.dropLast(3))) { $0.copyMemory(from: $1) }
      pass(UnsafeRawBufferPointer(rebasing: bytes.suffix(3))) { $0.copyMemory(from: $1) }
    }
    length += bytes.count
    return .success(bytes.count)
  }

  /// Returns true unless another program has truncated the file, so that the next store would end
  /// the app by SIGBUS.
  private func canStore(_ count: Int) -> Bool {
    #if canImport(Darwin)
    // The mapping is resilient, and checking could mean waiting for the disk queue.
    true
    #else
    file.length >= length + count
    #endif
  }

  /// Uses up the room for bytes, extent by extent.
  private func pass(
    _ bytes: UnsafeRawBufferPointer,
    store: (UnsafeMutableRawBufferPointer, UnsafeRawBufferPointer) -> Void
  ) {
    var rest = bytes
    while !rest.isEmpty {
      if used == extent.count { takeNextExtent() }
      let count = min(rest.count, extent.count - used)
      store(
        UnsafeMutableRawBufferPointer(rebasing: extent.bytes[used...]),
        UnsafeRawBufferPointer(rebasing: rest.prefix(count))
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

  /// Waits for room, for as long as a dispatch may be delayed; returns the reason if there is none.
  private func makeRoom(for count: Int) -> SystemError? {
    var asked: ContinuousClock.Instant?
    while true {
      let (missing, failure) = lock.withLock { (count - room, supply.failure) }
      guard missing > 0 else { return nil }
      if let failure, failure.time > asked ?? .now - sizes.pause { return failure.error }
      asked = asked ?? .now
      extend(by: max(missing, sizes.least))
      let extending = lock.withLock { supply.extending } ?? 0
      // A healthy disk takes its time for megabytes: 64 in a second at least.
      let hasAnswer = disk.wait(extra: extending > sizes.least ? extending >> 16 : 0) {
        lock.withLock { room >= count || supply.extending == nil }
      }
      guard hasAnswer else { return .stalled }
    }
  }

  /// The number of bytes that there is room for; requires the lock.
  private var room: Int { supply.ahead.reduce(extent.count - used) { $0 + $1.count } }

  /// Starts extending the file, unless that is in progress.
  private func extend(by count: Int) {
    let count = count.rounded(upTo: sizes.smallest)
    let isNew = lock.withLock {
      defer { supply.extending = supply.extending ?? count }
      return supply.extending == nil
    }
    guard isNew else { return }
    disk.async { [self] in
      let end = lock.withLock { supply.end }
      let result = extended(from: end, by: count)
      lock.withLock {
        supply.extending = nil
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

  /// Extends the file, if necessary by less than requested.
  private func extended(from end: Int, by count: Int) -> Result<MappedExtent, SystemError> {
    let result = file.extend(from: end, by: count)
    guard case .failure = result, count > sizes.smallest else { return result }
    return extended(from: end, by: (count / 2).rounded(upTo: sizes.smallest))
  }

  // MARK: - The file

  /// Truncates the file to `length`; lines cannot be stored any more.
  package func truncate(to length: Int) -> Result<Void, SystemError> {
    for extent in takeExtents() { file.unmap(extent) }
    // If another program has truncated it, nothing is left to remove.
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

  /// Starts synchronizing the file, without waiting for it.
  package func synchronize() -> Result<Void, SystemError> {
    disk.synchronize { [file] in _ = file.synchronize() }
    return .success(())
  }

  package var hasName: Bool { file.hasName }

  /// Starts truncating the room and closing the file, without waiting for it.
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
