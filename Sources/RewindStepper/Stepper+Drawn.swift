/// The app's screen in the pane of the state, as the app draws it from the state.
extension Stepper {
  /// Shows the screens that the app drew, as lines by their actions.
  package mutating func show(screens: [Int: [String]]) {
    self.screens = screens
    showsScreen = true
  }

  mutating func toggleScreen() -> Request? {
    guard canReplay else {
      say("To see the app's screen, start with --app PROGRAM: it is drawn from the state.")
      return nil
    }
    // A session that is followed may have grown since.
    let isKnown = screens.map { $0[index] != nil || !isFollowing } ?? false
    if !showsScreen, !isKnown { return .draw }
    showsScreen.toggle()
    return nil
  }

  func drawnLines(_ width: Int) -> [ScreenLine] {
    let lines = step.hasState ? screens?[index] : []
    return (lines ?? ["This state is not drawn; V twice draws all again."]).map {
      ScreenLine(" \($0)", width: width)
    }
  }
}
