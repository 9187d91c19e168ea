public import RewindStore

/// Makes a middleware that writes down every action that passes, before it is reduced.
public func loggingMiddleware(write: @escaping (String) -> Void) -> Middleware<AppState> {
  { _, _ in
    { next in
      { action in
        write("\(action)")
        next(action)
      }
    }
  }
}
