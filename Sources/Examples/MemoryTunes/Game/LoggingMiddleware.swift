public import RewindStore

/// Makes a middleware that logs every action before it is reduced.
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
