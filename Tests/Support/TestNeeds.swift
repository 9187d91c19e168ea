import RewindCoding
public import Testing

/// What a test needs that a machine may not have.
///
/// ```swift
/// @Suite("A page with screens", .browser, .needsChromium)
/// ```
extension Trait where Self == ConditionTrait {
  public static var needsChromium: Self {
    .enabled(if: Browser.path != nil, "there is no Chromium on PATH to open a page with")
  }

  public static var needsTmux: Self {
    .enabled(if: Tmux.isThere, "there is no tmux on this machine")
  }

  public static var needsPython: Self {
    .enabled(if: Interpreter.python.path != nil, "needs python3")
  }

  /// Tells what only the undocumented parts of the Swift runtime know; all else is recorded without them too.
  public static var needsRuntime: Self {
    .enabled(if: RuntimeAccess.isAllowed, "needs the undocumented parts of the runtime")
  }

  /// Distinguishes crashes by the functions in which an app died.
  public static var needsBacktraces: Self {
    .disabled(if: Sanitizer.isOn, "\(Sanitizer.noBacktraces)")
  }
}
