import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A mapped range of a file: bytes stored there are in the file.
package struct MappedExtent: @unchecked Sendable {
  package let bytes: UnsafeMutableRawBufferPointer

  package init(_ bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }
}

/// A file that can be extended ahead of its contents.
package protocol MappableFile: LogStorage {
  /// Extends the file by `count` line feeds, and maps them.
  ///
  /// A file that cannot be extended stays unchanged. `end` is its current length, a multiple of the
  /// page size.
  func extend(from end: Int, by count: Int) -> Result<MappedExtent, SystemError>
  func unmap(_ extent: MappedExtent)
  /// Writes within the file what is too long to be stored in mapped memory; false if it is to be stored there.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool
  /// The number of bytes in the file.
  var length: Int { get }
}

extension MappableFile {
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool { false }
}

extension AppendOnlyFile: MappableFile {
  /// True if allocated parts of the file stay allocated, and can always be stored to.
  ///
  /// Elsewhere a store may have to reallocate bytes that were written back to the disk – on btrfs
  /// always, on XFS if the file was cloned –, and a full disk would end the app by SIGBUS; or the
  /// mapping fails with a server. There, each line is a `write(2)`.
  package var isMappable: Bool {
    #if canImport(Darwin)
    // APFS is the one that clones files. Its name would come from `fstatfs`, for which Apple wants a reason
    // that this is not.
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    guard fcntl(descriptor, F_GETPATH, &path) == 0 else { return false }
    let name = String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
    let values = try? URL(fileURLWithPath: name)
      .resourceValues(forKeys: [.volumeSupportsFileCloningKey])
    // A file of class A, "complete", cannot be paged in while the device is locked.
    return values?.volumeSupportsFileCloning == true
      && fcntl(descriptor, F_GETPROTECTIONCLASS) != 1
    #else
    return ["ext4", "tmpfs"].contains(fileSystem)
    #endif
  }

  #if !canImport(Darwin)
  /// The type of the file system, from proc(5): "36 35 MAJOR:MINOR … - TYPE …".
  private var fileSystem: Substring? {
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo")
    else { return nil }
    let device = UInt64(status.st_dev)
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    return String(decoding: mounts, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: " ") }
      .first { $0.dropFirst(2).first == "\(major):\(minor)" }?
      .drop { $0 != "-" }.dropFirst().first
  }
  #endif

  package func extend(from end: Int, by count: Int) -> Result<MappedExtent, SystemError> {
    do throws(SystemError) {
      // Left by a failed attempt that could not be undone.
      if length > end { try truncate(to: end).get() }
      guard length == end else { throw .wasCut }
      try preallocate(count)
      lseek(descriptor, off_t(end), SEEK_SET)
      try writeLineFeeds(count)
      let extent = try map(from: end, count)
      // Otherwise, Linux ignores the offset of a pwrite(2).
      _ = fcntl(descriptor, F_SETFL, O_RDWR)
      return .success(extent)
    } catch {
      if length > end { _ = truncate(to: end) }
      return .failure(error)
    }
  }

  private func preallocate(_ count: Int) throws(SystemError) {
    #if canImport(Darwin)
    var request = fstore_t()
    request.fst_flags = UInt32(F_ALLOCATEALL)
    request.fst_posmode = F_PEOFPOSMODE
    request.fst_length = off_t(count)
    guard fcntl(descriptor, F_PREALLOCATE, &request) == 0 else { throw .last }
    #endif
    // Elsewhere, writing reserves, and no byte of the file is ever a NUL.
  }

  private func writeLineFeeds(_ count: Int) throws(SystemError) {
    for start in stride(from: 0, to: count, by: Self.lineFeeds.count) {
      let failure = Self.lineFeeds.withUnsafeBytes { bytes in
        writeAll(UnsafeRawBufferPointer(rebasing: bytes.prefix(count - start))).failure
      }
      if let failure { throw failure }
    }
  }

  /// As many as are written at once.
  private static let lineFeeds = [UInt8](repeating: 0x0A, count: 1 << 16)

  private func map(from start: Int, _ count: Int) throws(SystemError) -> MappedExtent {
    #if canImport(Darwin)
    // No SIGBUS if a volume is removed, or the file was truncated.
    let flags = MAP_SHARED | MAP_RESILIENT_MEDIA
    #else
    let flags = MAP_SHARED
    #endif
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, flags, descriptor, off_t(start))
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { throw .last }
    let extent = MappedExtent(UnsafeMutableRawBufferPointer(start: memory, count: count))
    makeWritable(extent)
    return extent
  }

  /// Makes each page writable in advance, since the first store may have to wait.
  private func makeWritable(_ extent: MappedExtent) {
    #if canImport(Darwin)
    for page in stride(from: 0, to: extent.count, by: 4_096) { extent.bytes[page] = 0x0A }
    #else
    // MADV_POPULATE_WRITE: not by storing, since another program may be truncating the file. Before
    // Linux 5.14, the recording thread pays the microsecond a page.
    madvise(extent.bytes.baseAddress, extent.count, 23)
    #endif
  }

  #if !canImport(Darwin)
  /// Another program that truncates the file meanwhile would end the app by SIGBUS, the sooner the longer a line is.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
      guard count > 0 || errno == EINTR else { return false }
      written += max(0, count)
    }
    return true
  }
  #endif

  package func unmap(_ extent: MappedExtent) {
    guard let memory = extent.bytes.baseAddress else { return }
    munmap(memory, extent.count)
  }

  package var length: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
