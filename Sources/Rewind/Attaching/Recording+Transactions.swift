import RewindCoding

/// For changes of the state that no action makes: an effect that writes to the store, a binding, a migration.
///
/// ```swift
/// recording.transaction("refresh", of: model.state) { model.items = fetched }
/// ```
///
/// Its line is in the log when this returns, after the last action, with the name and the changes. A replay
/// continues from the recorded state behind it, and `rewind bisect` names it where it is to blame. Without a
/// transaction, such a change is seen only when the next action begins, and has no name.
extension Recording {
  /// Records the changes that a closure makes to a state that is read.
  ///
  /// Within the reduction of an action, the changes are part of the action. If the closure throws, its changes
  /// so far are recorded. A closure that changes nothing leaves no line.
  ///
  /// - Parameters:
  ///   - name: The name, the same each time: `refresh`.
  ///   - state: The state, before the closure and again after it.
  ///   - file: The file of the change.
  ///   - line: The line of the change.
  ///   - change: Changes the state.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  @discardableResult
  public func transaction<Value, Failure: Error>(
    _ name: String,
    of state: @autoclosure () -> State,
    file: String = #fileID,
    line: Int = #line,
    change: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let log, !log.gate.isPaused, !log.isReducing else { return try change() }
    withUnsafePointer(to: state()) { log.begin(transactionOn: $0) }
    defer { withUnsafePointer(to: state()) { log.write(transaction: $0, name, "\(file):\(line)") } }
    return try change()
  }

  /// Records the changes that a closure makes to a state that it is given.
  ///
  /// Otherwise as ``transaction(_:of:file:line:change:)``, for stores with a hook around such changes:
  ///
  /// ```swift
  /// func modify(_ change: (inout State) -> Void) {
  ///   recording.transaction("modify", on: &state) { change(&$0) }
  /// }
  /// ```
  @discardableResult
  public func transaction<Value, Failure: Error>(
    _ name: String,
    on state: inout State,
    file: String = #fileID,
    line: Int = #line,
    change: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let log, !log.gate.isPaused, !log.isReducing else { return try change(&state) }
    withUnsafePointer(to: &state) { log.begin(transactionOn: $0) }
    defer { withUnsafePointer(to: &state) { log.write(transaction: $0, name, "\(file):\(line)") } }
    return try change(&state)
  }
}

extension RecordingLog {
  /// Writes the changes before a transaction, so that they are not part of it.
  fileprivate func begin(transactionOn state: UnsafeRawPointer) {
    if !writeInitialStateIfNeeded(state, isMade: false) { writeExternalChange(state) }
  }

  fileprivate func write(transaction state: UnsafeRawPointer, _ name: String, _ source: String) {
    defer { writer.reportFailure() }
    var members = LineBuffer()
    members.append(#","name":"#)
    members.append(json: redactor.redact(name))
    members.append(#","source":"#)
    members.append(json: source)
    if lock.withLock({ comparesStates }) ?? false {
      writeExternalChange(state, Array(members.contents), happensNow: true)
    } else {
      writeExternal(state, Array(members.contents))
    }
  }
}
