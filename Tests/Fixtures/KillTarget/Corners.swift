import Foundation
import Rewind
import RewindSession

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes lines of 4 MB to logs that another thread truncates meanwhile.
func recordWhileCutting(_ path: String) throws -> Never {
  let line = Array(#"{"after":0,"state":"\#(String(repeating: "a", count: 1 << 22))""#.utf8)
  for round in 0..<20 {
    let (file, disk) = ("\(path)-\(round)", DiskQueue())
    let writer = SessionWriter(storage: try MappedLogStorage.create(file, on: disk), disk: disk)
    writer.append(.header, Array(#"{"rewind":1,"session":"s","app":"kill-target""#.utf8))
    let cutter = Thread {
      var status = stat()
      // As soon as there is room for the line, it is being copied.
      repeat { stat(file, &status) } while status.st_size < 1 << 22
      for _ in 0..<round * 400 { stat(file, &status) }
      truncate(file, 0)
    }
    cutter.start()
    while !cutter.isFinished { writer.append(.keyframe, line) }
    writer.close()
  }
  exit(0)
}

/// Attaches stores, and prints how many descriptors are left.
func attachStores(_ count: Int) -> Never {
  let recordings = (0..<count).map { _ in recorder.attach(Tally.self) }
  var left = 0
  while dup(1) >= 0 { left += 1 }
  withExtendedLifetime(recordings) { print(left) }
  exit(0)
}

/// A state that counts how often it is encoded.
struct CountedState: Encodable {
  nonisolated(unsafe) static var encodings = 0
  var count = 0

  func encode(to encoder: any Encoder) throws {
    Self.encodings += 1
    try [String(repeating: "a", count: 20_000), "\(count)"].encode(to: encoder)
  }
}

/// Records on a disk that is full, and prints how many states were encoded for nothing, and the tenths of a second.
func recordOnFullDisk() -> Never {
  let recording = recorder.attach(CountedState.self)
  var state = CountedState()
  let start = ContinuousClock.now
  while start.duration(to: .now) < .milliseconds(350) {
    recording.record(Step(number: state.count + 1), on: &state) { $0.count += 1 }
  }
  print(CountedState.encodings, state.count, start.duration(to: .now) / .milliseconds(100))
  exit(0)
}
