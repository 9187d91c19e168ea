import Foundation
import RewindSession
import RewindText

/// A progress line on standard error; only on a terminal, and only after one second.
///
/// The next output of the tool overwrites it.
final class Progress {
  private let start = ContinuousClock.now
  private let isVisible = isatty(2) == 1
  private var lastShown: ContinuousClock.Instant?

  private static let lock = NSLock()
  nonisolated(unsafe) private static var isShown = false
  nonisolated(unsafe) private static var isHidden = false

  /// Hears of the work instead of a terminal, as a server's client does.
  nonisolated(unsafe) private static var observer: (@Sendable (String) -> Void)?

  /// Lets `body` hear of all work from now on; called at most ten times a second.
  static func observe(_ body: @escaping @Sendable (String) -> Void) {
    lock.withLock { observer = body }
  }

  func show(_ text: @autoclosure () -> String) {
    let observer = Self.lock.withLock { Self.observer }
    guard isVisible || observer != nil else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(1), lastShown.map({ now - $0 > .milliseconds(100) }) ?? true else {
      return
    }
    lastShown = now
    if let observer { return observer(text()) }
    let line = "\r\u{1B}[K\(text().escapedForTerminal)"
    Self.lock.withLock {
      guard !Self.isHidden else { return }
      Self.isShown = true
      try? Descriptor.writeAll(line.utf8, to: 2)
    }
  }

  /// Removes the line from the screen, if there is one.
  static func clear() {
    lock.withLock {
      guard isShown else { return }
      isShown = false
      try? Descriptor.writeAll("\r\u{1B}[K".utf8, to: 2)
    }
  }

  /// Shows no more progress, once a pager owns the screen.
  static func hide() {
    clear()
    lock.withLock { isHidden = true }
  }
}
