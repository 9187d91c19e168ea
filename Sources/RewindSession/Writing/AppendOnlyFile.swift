#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file operations of a writer, so that tests can make each of them fail.
package protocol LogStorage: Sendable {
  /// Writes at the end, like `write(2)`; returns the number of bytes written, which may be fewer
  /// than given.
  func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError>
  /// Truncates the file to `length` bytes.
  func truncate(to length: Int) -> Result<Void, SystemError>
  /// Makes the written bytes survive a loss of power.
  func synchronize() -> Result<Void, SystemError>
  /// True if the file still has a name under which it can be found; a moved file has.
  var hasName: Bool { get }
  func close()
  /// True if there is a reserve for ``writeFromReserve(_:)``.
  var hasReserve: Bool { get }
  /// Writes the report that nothing else can be written, from the reserve.
  func writeFromReserve(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError>
  /// Removes the last bytes, so that at least as many can be written at once; false if it cannot.
  func takeBack(_ count: Int) -> Bool
  /// The file, open for reading as long as this one is held; nil if it cannot be read.
  var reader: ReadableFile? { get }
  /// Returns true if so many bytes can be written at once; otherwise starts to make room for them.
  func hasRoom(for count: Int) -> Bool
}

extension LogStorage {
  package var hasReserve: Bool { false }
  package func takeBack(_ count: Int) -> Bool { false }
  package var reader: ReadableFile? { nil }
  package func hasRoom(for count: Int) -> Bool { true }

  package func writeFromReserve(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    write(bytes)
  }

  /// Writes until all is written or nothing more can be; returns the number of bytes written.
  func writeAll(
    _ bytes: UnsafeRawBufferPointer,
    usesReserve: Bool = false
  ) -> (written: Int, failure: SystemError?) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      switch usesReserve ? writeFromReserve(rest) : write(rest) {
      case .success(let count) where count > 0: written += count
      case .success: return (written, .inputOutput)
      case .failure(.interrupted): continue
      case .failure(let error): return (written, error)
      }
    }
    return (written, nil)
  }

  /// Writes all of the bytes.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    if let failure = bytes.withUnsafeBytes({ writeAll($0).failure }) { throw failure }
  }
}

/// A new file, open for appending.
package struct AppendOnlyFile: LogStorage {
  let descriptor: CInt
  /// The limit on the size of the process's files (`ulimit -f`); nil if there is none.
  private let sizeLimit: off_t?

  /// Creates the file, for this user only unless it is shared; never changes an existing file.
  ///
  /// - Throws: ``SystemError``, with `EEXIST` if there is a file under that name.
  package init(
    creating path: String,
    isShared: Bool = false,
    synchronizesFolder: Bool = true
  ) throws(SystemError) {
    descriptor = open(
      path,
      O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC,
      isShared ? 0o666 : 0o600
    )
    guard descriptor >= 0 else { throw .last }
    sizeLimit = Self.sizeLimit()
    if synchronizesFolder { Self.synchronizeFolder(of: path) }
  }

  private static func sizeLimit() -> off_t? {
    var limit = rlimit()
    guard getrlimit(fileSizeLimit, &limit) == 0, limit.rlim_cur < rlim_t(off_t.max) else {
      return nil
    }
    return off_t(limit.rlim_cur)
  }

  /// Makes the new name itself survive a loss of power.
  ///
  /// A file system that cannot do so must not prevent recording, so its refusal is not an error.
  static func synchronizeFolder(of path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    _ = systemClose(descriptor)
  }

  package func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    write(bytes, keeping: Self.reserve)
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer,
    keeping reserve: off_t
  ) -> Result<Int, SystemError> {
    // A write beyond the limit would raise SIGXFSZ, which ends the app.
    if let sizeLimit, off_t(length + bytes.count) > sizeLimit - reserve {
      return .failure(.tooLarge)
    }
    let count = systemWrite(descriptor, bytes.baseAddress, bytes.count)
    return count < 0 ? .failure(.last) : .success(count)
  }

  /// The room below a size limit for a gap line and an end line: else the last line that fitted would
  /// look like the last one before a crash.
  private static var reserve: off_t { 1 << 10 }

  package var hasReserve: Bool { sizeLimit != nil }

  package func writeFromReserve(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> {
    write(bytes, keeping: 0)
  }

  package func takeBack(_ count: Int) -> Bool {
    if case .success = truncate(to: length - count) { true } else { false }
  }

  package func truncate(to length: Int) -> Result<Void, SystemError> {
    while ftruncate(descriptor, off_t(length)) != 0 {
      guard errno == EINTR else { return .failure(.last) }
    }
    return .success(())
  }

  package func synchronize() -> Result<Void, SystemError> {
    #if canImport(Darwin)
    // There, fsync(2) leaves the bytes in the drive's own cache.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return .success(()) }
    #endif
    return fsync(descriptor) == 0 ? .success(()) : .failure(.last)
  }

  /// True if the process has 64 descriptors left, or a quarter of those it may have: the rest is for the app.
  var leavesDescriptors: Bool {
    var limit = rlimit()
    guard getrlimit(descriptorLimit, &limit) == 0 else { return true }
    // The lowest free number was taken.
    return rlim_t(descriptor) < limit.rlim_cur - min(64, limit.rlim_cur / 4)
  }

  package var reader: ReadableFile? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let file = try? ReadableFile.take(copy) else { return nil }
    return leavesDescriptors ? file : nil
  }

  package var hasName: Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  package func close() {
    _ = systemClose(descriptor)
  }
}

// The methods above have the names of the calls that they make.
private let systemWrite: @Sendable (CInt, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
private let systemClose: @Sendable (CInt) -> CInt = { close($0) }

#if canImport(Glibc)
private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let fileSizeLimit = RLIMIT_FSIZE
private let descriptorLimit = RLIMIT_NOFILE
#endif
