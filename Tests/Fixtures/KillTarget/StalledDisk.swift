import Foundation
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A log on a disk that answers twice and never again.
private struct StalledFile: MappableFile {
  let file: AppendOnlyFile

  func extend(from end: Int, by count: Int) -> Result<MappedExtent, SystemError> {
    if end > count { DispatchSemaphore(value: 0).wait() }
    return file.extend(from: end, by: count)
  }

  func unmap(_ extent: MappedExtent) { file.unmap(extent) }
  var length: Int { file.length }
  func write(_ bytes: UnsafeRawBufferPointer) -> Result<Int, SystemError> { file.write(bytes) }
  func truncate(to length: Int) -> Result<Void, SystemError> { file.truncate(to: length) }
  func synchronize() -> Result<Void, SystemError> { file.synchronize() }
  var hasName: Bool { file.hasName }
  func close() { file.close() }
}

/// Writes action lines on such a disk until the program is killed, and prints after each how many of them are
/// in the log.
func recordOnStalledDisk(_ path: String) throws {
  let disk = DiskQueue()
  let file = StalledFile(file: try AppendOnlyFile(creating: path))
  guard let mapped = MappedLogStorage(file, on: disk) else { exit(2) }
  let writer = SessionWriter(storage: mapped, disk: disk)
  writer.append(.header, Array(#"{"rewind":1,"session":"s","app":"kill-target""#.utf8))
  var kept: UInt32 = 0
  for index in 1... {
    let line =
      #"{"index":\#(index),"time":0.5,"action":{"type":"Step","payload":{"number":\#(index)}}"#
    if writer.append(.action, Array(line.utf8), index: index) { kept += 1 }
    var acknowledged = kept.littleEndian
    write(1, &acknowledged, 4)
  }
}
