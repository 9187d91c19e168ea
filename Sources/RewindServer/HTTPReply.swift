import Foundation

/// The sender of an answer that takes longer, for any thread.
package final class HTTPReply: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = true
  private let deliver: (HTTPResponse) -> Void

  init(_ deliver: @escaping (HTTPResponse) -> Void) {
    self.deliver = deliver
  }

  /// True if the client has gone.
  package var isCancelled: Bool { lock.withLock { !isOpen } }

  /// Sends the answer; only the first one counts.
  package func send(_ response: HTTPResponse) {
    let isFirst = lock.withLock {
      defer { isOpen = false }
      return isOpen
    }
    if isFirst { deliver(response) }
  }

  func cancel() {
    lock.withLock { isOpen = false }
  }
}
