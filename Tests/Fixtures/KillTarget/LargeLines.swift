import Foundation
import Rewind

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct Load: Codable {
  let number: Int
  let size: Int
  let text: String
}

struct Loaded: Codable {
  var number = 0
  var text = ""
}

/// A store that several threads dispatch to, one after the other.
private final class LargeStore: @unchecked Sendable {
  private let number: UInt32
  private let recording: Recording<Loaded>
  private let lock = NSLock()
  private var state = Loaded()

  init(_ number: Int) {
    self.number = UInt32(number)
    recording = recorder.attach(Loaded.self, name: number == 0 ? "main" : "store\(number)")
  }

  /// Dispatches an action, and prints the store and the action's number once that has returned.
  func dispatch(size: Int) {
    lock.withLock {
      let letter = Character(Unicode.Scalar(UInt8(97 + state.number % 26)))
      let text = String(repeating: letter, count: size)
      let action = Load(number: state.number + 1, size: size, text: text)
      state = recording.record(action, from: state) {
        Loaded(number: action.number, text: action.text)
      }
      let acknowledged = [number.littleEndian, UInt32(state.number).littleEndian]
      write(1, acknowledged, 8)
    }
  }
}

/// Records lines of 100 bytes to 2 MB in three stores on four threads, until the program is killed.
func recordLargeLines() -> Never {
  let stores = (0..<3).map(LargeStore.init)
  for store in stores { store.dispatch(size: 100) }
  DispatchQueue.concurrentPerform(iterations: 4) { thread in
    while true {
      let size = exp(Double.random(in: log(100)...log(2_000_000)))
      stores[thread % 3].dispatch(size: Int(size))
    }
  }
  exit(1)
}
