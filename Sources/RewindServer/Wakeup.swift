import Foundation
import RewindSession

/// The work that other threads have for the server's loop: they wake it through a pipe.
final class Wakeup: @unchecked Sendable {
  let descriptor: CInt
  private let writing: CInt
  private let lock = NSLock()
  private var waiting: [() -> Void] = []

  private init(_ ends: [CInt]) {
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  static func make() throws(SystemError) -> Wakeup {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw .last }
    for end in ends { Descriptor.prepare(end) }
    return Wakeup(ends)
  }

  /// Has the loop run a closure; callable from every thread.
  func perform(_ body: @escaping () -> Void) {
    lock.withLock { waiting.append(body) }
    var byte: UInt8 = 1
    // If the pipe is full, the loop is awake already.
    _ = write(writing, &byte, 1)
  }

  /// Runs the requested work.
  func run() {
    var bytes = [UInt8](repeating: 0, count: 512)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    let bodies = lock.withLock {
      defer { waiting = [] }
      return waiting
    }
    for body in bodies { body() }
  }
}
