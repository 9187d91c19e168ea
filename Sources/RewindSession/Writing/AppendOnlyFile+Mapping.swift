import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Bytes of a file that are memory: what is stored there is in the file.
package struct MappedExtent: @unchecked Sendable {
  package let bytes: UnsafeMutableRawBufferPointer

  package init(_ bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }
}

/// A file that can be made longer ahead of what is stored in it.
package protocol MappableFile: LogStorage {
  /// Makes the file longer by `count` line feeds, and maps them.
  ///
  /// A file that cannot be made longer stays as it was. `end` is the length that it has, a multiple of the
  /// size of a page.
  func extend(from end: Int, by count: Int) -> Result<MappedExtent, SystemError>
  func unmap(_ extent: MappedExtent)
  /// Bytes in the file.
  var length: Int { get }
}

extension AppendOnlyFile: MappableFile {
  /// Whether what was allocated in the file stays so, and can always be stored to.
  ///
  /// Elsewhere a store may have to allocate again what was written back to the disk – btrfs always, XFS
  /// where the file was cloned –, and a full disk would end the app by SIGBUS; or the mapping dies with a
  /// server. There, each line is a `write(2)`.
  package var isMappable: Bool {
    #if canImport(Darwin)
    var status = statfs()
    guard fstatfs(descriptor, &status) == 0 else { return false }
    let isKnown = withUnsafeBytes(of: status.f_fstypename) { name in
      name.starts(with: "apfs\0".utf8) || name.starts(with: "hfs\0".utf8)
    }
    // A file of class A, "complete", cannot be paged in while the device is locked.
    return isKnown && fcntl(descriptor, F_GETPROTECTIONCLASS) != 1
    #else
    return ["ext4", "tmpfs"].contains(fileSystem)
    #endif
  }

  #if !canImport(Darwin)
  /// The type of the file system, as proc(5) tells it: "36 35 MAJOR:MINOR … - TYPE …".
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
      // What an attempt that failed could not take back is in the way.
      if length > end { try truncate(to: end).get() }
      guard length == end else { throw .wasCut }
      try preallocate(count)
      try writeLineFeeds(count)
      return .success(try map(from: end, count))
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
    // Elsewhere, to write is to reserve, and no byte of the file is ever a NUL.
  }

  private func writeLineFeeds(_ count: Int) throws(SystemError) {
    let lineFeeds = [UInt8](repeating: 0x0A, count: min(count, 1 << 20))
    for start in stride(from: 0, to: count, by: lineFeeds.count) {
      try writeAll(lineFeeds.prefix(count - start))
    }
  }

  private func map(from start: Int, _ count: Int) throws(SystemError) -> MappedExtent {
    #if canImport(Darwin)
    // No SIGBUS where a volume is taken away, or the file was cut.
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

  /// Has the system make each page ready to be stored to, which for the first time may take a wait.
  private func makeWritable(_ extent: MappedExtent) {
    #if canImport(Darwin)
    for page in stride(from: 0, to: extent.count, by: 4_096) { extent.bytes[page] = 0x0A }
    #else
    // MADV_POPULATE_WRITE: not by storing, since another program may be cutting the file. Before Linux
    // 5.14, who records pays the microsecond a page.
    madvise(extent.bytes.baseAddress, extent.count, 23)
    #endif
  }

  package func unmap(_ extent: MappedExtent) {
    guard let memory = extent.bytes.baseAddress else { return }
    munmap(memory, extent.count)
  }

  package var length: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
