import Foundation

/// Work that other threads want done on the program's own, between two lines of its input.
package final class Errands: @unchecked Sendable {
  /// Readable while there is work.
  let descriptor: CInt
  private let writing: CInt
  private let lock = NSLock()
  private var waiting: [@Sendable () -> Void] = []

  package init() {
    var ends: [CInt] = [-1, -1]
    // Without a pipe nothing is ever done, as if there were no errand.
    _ = pipe(&ends)
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Has the program's thread run a closure; callable from every thread.
  package func perform(_ body: @escaping @Sendable () -> Void) {
    lock.withLock { waiting.append(body) }
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Does one piece of work, for a byte that is there.
  func run() {
    var byte: UInt8 = 0
    guard read(descriptor, &byte, 1) == 1 else { return }
    let body = lock.withLock { waiting.isEmpty ? nil : waiting.removeFirst() }
    body?()
  }
}
