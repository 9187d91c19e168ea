public import Rewind

extension ReplayableStore {
  /// Begins a session of this store; the first action, or the first use of the recording, opens its log.
  ///
  /// ```swift
  /// let recording = shop.record(app: "shop", enabled: isDebugBuild)
  /// let store = ShopStore(state: recording.initialState(), reducer: recording.reducer)
  /// ```
  ///
  /// Several stores of an app share a session by ``record(by:name:reflecting:)``.
  ///
  /// - Parameters:
  ///   - app: The app's name, for the header.
  ///   - destination: The destination of the log: by default the app's folder of sessions.
  ///   - enabled: Indicates whether to record at all; the app decides.
  ///   - options: The options.
  ///   - reflected: Types that are written by reflection although they are `Encodable`, because their
  ///     encoding leaves parts out; applies to the whole process from now on.
  ///   - onFailure: As in `Recorder`.
  ///   - onWarning: As in `Recorder`.
  /// - Returns: The recording; it keeps its session open.
  public func record(
    app: String,
    to destination: Recorder.Destination = .folder(.standard),
    enabled: Bool = true,
    options: Recorder.Options = Recorder.Options(),
    reflecting reflected: [Any.Type] = [],
    onFailure: @escaping @Sendable (Recorder.Failure) -> Void = { _ in },
    onWarning: @escaping @Sendable (Recorder.Warning) -> Void = { _ in }
  ) -> StoreRecording<State, Action, Reducer> {
    let recorder = Recorder(
      app: app,
      to: destination,
      enabled: enabled,
      options: options,
      onFailure: onFailure,
      onWarning: onWarning
    )
    return record(by: recorder, reflecting: reflected)
  }

  /// Begins the log of this store in the session of a recorder.
  ///
  /// - Parameters:
  ///   - recorder: The recorder that the app's stores share.
  ///   - name: The store's name; the second store of a name is called `name-2`, and so on.
  ///   - reflected: Types that are written by reflection although they are `Encodable`, because their
  ///     encoding leaves parts out; applies to the whole process from now on.
  /// - Returns: The recording.
  public func record(
    by recorder: Recorder,
    name: String = "main",
    reflecting reflected: [Any.Type] = []
  ) -> StoreRecording<State, Action, Reducer> {
    StoreRecording(
      by: recorder,
      name: name,
      reflecting: reflected,
      states: replayed.states,
      initial: replayed.initial,
      reducer: reducer
    )
  }
}
