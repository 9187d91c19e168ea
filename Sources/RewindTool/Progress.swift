import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A progress line on standard error; only on a terminal, and only after one second.
final class Progress {
  private let start = ContinuousClock.now
  private let isVisible = isatty(2) == 1
  private var lastShown: ContinuousClock.Instant?

  func show(_ text: @autoclosure () -> String) {
    guard isVisible, !Pager.isRunning else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(1), lastShown.map({ now - $0 > .milliseconds(100) }) ?? true else {
      return
    }
    lastShown = now
    Terminal.writeError("\r\u{1B}[K\(text())")
  }

  /// Removes the line.
  func done() {
    guard lastShown != nil else { return }
    Terminal.writeError("\r\u{1B}[K")
    lastShown = nil
  }
}
