import Foundation
import RewindStepper

/// A terminal in drawing mode: keys arrive one by one, and the shell's screen is restored afterwards.
///
/// ```
/// the shell's ──enter──▶ drawn on ──leave, also at a crash or a signal──▶ the shell's
/// ```
enum RawTerminal {
  /// True if input and output are a terminal that can be drawn on.
  static var isThere: Bool {
    let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return isatty(0) == 1 && isatty(1) == 1 && !["", "dumb", "unknown"].contains(name)
  }

  /// The alternate screen, without a cursor, and without wrapping at the margin.
  private static let enterSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
  private static let leaveSequence: StaticString =
    "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// The settings that ``leave()`` restores, allocated, since a signal handler reads them.
  nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  nonisolated(unsafe) private static var isDrawnOn = false

  /// Switches the terminal to drawing mode.
  ///
  /// - Throws: ``InputError`` if it cannot be switched.
  static func enter() throws {
    var mode = termios()
    guard tcgetattr(0, &mode) == 0 else {
      throw InputError.cannotBeWritten("The terminal", .last)
    }
    if !isDrawnOn { saved.initialize(to: mode) }
    isDrawnOn = true
    cfmakeraw(&mode)
    tcsetattr(0, TCSADRAIN, &mode)
    write(enterSequence)
  }

  /// Returns the terminal to the shell; may be called from a signal handler.
  static func leave() {
    guard isDrawnOn else { return }
    isDrawnOn = false
    _ = Self.leaveSequence.withUTF8Buffer { Foundation.write(1, $0.baseAddress, $0.count) }
    tcsetattr(0, TCSADRAIN, saved)
  }

  /// Puts a text on the clipboard of the terminal (OSC 52), if it allows that.
  static func copy(_ text: String) {
    write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
  }

  /// The current size of the terminal.
  static var size: ScreenSize { size(of: 1) }

  /// Returns the current size of the terminal behind a descriptor.
  static func size(of descriptor: CInt) -> ScreenSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return .usual
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Writes text to the terminal; returns false if it is gone.
  @discardableResult
  static func write(_ text: String) -> Bool {
    // A signal may have returned the terminal in the meantime.
    guard isDrawnOn else { return false }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Returns the typed bytes; none if the terminal is gone.
  static func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
      var got = Foundation.read(0, buffer.baseAddress, buffer.count)
      while got < 0, errno == EINTR { got = Foundation.read(0, buffer.baseAddress, buffer.count) }
      count = max(0, got)
    }
  }
}
