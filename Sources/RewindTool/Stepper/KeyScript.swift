import RewindDiagnosis
import RewindStepper

/// Keys that are pressed one after the other, without a terminal.
struct KeyScript {
  private let keys: [Key]

  /// Parses keys as they are written: `jj/Flip<enter><tab>`.
  ///
  /// - Throws: ``InputError`` if a name in angle brackets is not a key's.
  init(_ text: String) throws {
    guard let keys = Key.keys(text) else {
      throw InputError.takes("--keys", "keys, and names such as <enter> and <ctrl-f>", not: text)
    }
    self.keys = keys
  }

  /// Returns the screen after the keys; each is handled completely before the next.
  func screen(_ stepper: Stepper, _ size: ScreenSize, _ program: ReplayProgram?) throws -> Screen {
    var stepper = stepper
    stepper.size = size
    for key in keys {
      let request = stepper.press(key)
      if let replay = StepperReplay(request), let program {
        replay.run(stepper.shownLog, by: program)(&stepper)
      }
      if request == .quit { break }
      while stepper.isBusy { stepper.work { false } }
    }
    return stepper.screen(size)
  }
}
