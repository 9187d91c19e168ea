public import RewindStore

/// Makes a middleware that writes down every action and the state that it leads to.
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
