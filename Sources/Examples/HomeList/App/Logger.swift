public import RewindStore

/// Makes a middleware that logs every action and the resulting state.
public func logger<State>(write: @escaping (String) -> Void) -> Middleware<State> {
  { _, getState in
    { next in
      { action in
        write("action \(action)")
        next(action)
        if let state = getState() { write("next state \(state)") }
      }
    }
  }
}
