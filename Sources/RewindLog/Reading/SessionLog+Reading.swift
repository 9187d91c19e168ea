public import RewindJSON
public import RewindSession

extension SessionLog {
  /// Returns the bytes of a line, counted from 0, without its line end.
  ///
  /// - Throws: ``SessionLogError`` if the file cannot be read, or the line differs from what its
  ///   writer wrote.
  public func bytes(of line: Int) throws(SessionLogError) -> [UInt8] {
    try withBytes(of: line) { Array($0) }
  }

  /// Passes the bytes of a line to `body`, under the log's lock.
  package func withBytes<Result>(
    of line: Int,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(SessionLogError) -> Result {
    guard !ReadingCancellation.current.isWanted() else { throw SessionLogError(path, .cancelled) }
    return try change { (state) throws(SessionLogError) in
      let number = lineInFile(of: line, state)
      let range = state.lines.range(of: number)
      guard range.count <= SessionLine.lengthLimit else {
        throw SessionLogError(path, .lineTooLong(line: number + 1, bytes: range.count))
      }
      // If the whole log has been checked, the line need not be.
      let previous = try state.findings == nil ? storedChecksum(before: number, &state) : nil
      let result: Result? = try withBytes(at: range, &state) { bytes in
        if let previous, !(ChecksummedLine(bytes)?.continues(previous) ?? false) { return nil }
        return body(bytes)
      }
      guard let result else {
        throw SessionLogError(path, .damaged(.altered(number + 1)))
      }
      return result
    }
  }

  /// Returns the kind and index of a line, read from its first bytes; nil if the line is of an unusual form.
  func keyOfBeginning(of line: Int) throws(SessionLogError) -> LineKey? {
    try change { (state) throws(SessionLogError) in
      if let key = state.recentKeys[line] { return key }
      let range = state.lines.range(of: lineInFile(of: line, state))
      let end = min(range.upperBound, range.lowerBound + LineKey.prefixLength)
      let key = try withBytes(at: range.lowerBound..<end, &state, LineKey.init(prefix:))
      state.recentKeys[line] = key
      return key
    }
  }

  /// Returns the number of a line in the file, from 1, as used in messages.
  public func number(of line: Int) -> Int {
    change { 1 + lineInFile(of: line, $0) }
  }

  /// Returns the number of a good line among all lines, fragments included.
  private func lineInFile(of line: Int, _ state: State) -> Int {
    guard let fragments = state.findings?.fragments, !fragments.isEmpty else { return line }
    return line + fragments.indices.partitioningIndex { fragments[$0] - $0 > line }
  }

  /// Passes a range of the file to `body`.
  func withBytes<Result>(
    at range: Range<Int>,
    _ state: inout State,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(SessionLogError) -> Result {
    let result = try SessionLogError.reading(path) { () throws(SystemError) in
      try state.window.read(range, of: file, body)
    }
    guard let result else { throw SessionLogError(path, .becameShorter) }
    return result
  }

  /// Returns the checksum in the line before another; that line continues it.
  func storedChecksum(before line: Int, _ state: inout State) throws(SessionLogError) -> Checksum {
    guard line > 0 else { return Checksum() }
    let range = state.lines.range(of: line - 1)
    let end = max(range.lowerBound, range.upperBound - 10)..<range.upperBound
    let stored = try withBytes(at: end, &state) {
      Checksum(digits: UnsafeRawBufferPointer(rebasing: $0.prefix(8)))
    }
    guard let stored else {
      throw SessionLogError(path, .damaged(.altered(line)))
    }
    return stored
  }

  /// Returns a line, counted from 0, as JSON.
  ///
  /// - Throws: ``SessionLogError`` as ``bytes(of:)``, and if the line is not JSON.
  public func json(of line: Int) throws(SessionLogError) -> JSONValue {
    let json = try withBytes(of: line) { bytes in
      Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
    }
    return try readable(line) { () throws(JSONError) in try json.get() }
  }

  /// Returns a line, counted from 0.
  ///
  /// - Throws: ``SessionLogError`` as ``json(of:)``, and if the line lacks a member that its kind requires.
  public func line(_ line: Int) throws(SessionLogError) -> SessionLine {
    let json = try json(of: line)
    do throws(SessionLineError) {
      return try SessionLine(json)
    } catch {
      throw SessionLogError(
        path,
        .unreadable(line: number(of: line), why: error.description + ".")
      )
    }
  }
}

extension SessionLog {
  /// A state line's account of the change that led to the state.
  package struct RecordedChange: Sendable {
    /// The change; nil on a line that has only the whole state.
    package let patch: Patch?
    /// The number of bytes of the whole state; 0 on a line that has only the change.
    package let stateSize: Int
    /// The seconds that the reducer ran; nil if the line does not say.
    package let took: JSONNumber?
  }

  /// Returns the change on a state line, counted from 0; a whole state beside it is parsed on a line of unusual form only.
  ///
  /// - Throws: ``SessionLogError`` as ``line(_:)``.
  package func recordedChange(of line: Int) throws(SessionLogError) -> RecordedChange {
    let quick = try withBytes(of: line) { bytes -> RecordedChange? in
      var reader = QuickLineReader()
      guard let body = ChecksummedLine(bytes)?.body,
        case .state(_, let patch, let whole, let took)? = reader.line(body)
      else { return nil }
      let size = if case .text(_, let range)? = whole { range.count } else { 0 }
      return RecordedChange(patch: patch, stateSize: size, took: took)
    }
    if let quick { return quick }
    switch try self.line(line) {
    case .state(let state), .external(let state):
      let size = try withBytes(of: line) { JSONCursor.value(of: "state", in: $0)?.count ?? 0 }
      let took = state.json["took"]?.seconds
      return RecordedChange(patch: state.patch, stateSize: size, took: took)
    default:
      return RecordedChange(patch: nil, stateSize: 0, took: nil)
    }
  }

  /// Returns the type and time of the action on a line, counted from 0; only one of unusual form is parsed for that.
  ///
  /// - Throws: ``SessionLogError`` as ``line(_:)``.
  package func actionHead(of line: Int) throws(SessionLogError) -> ActionHead? {
    if let head = try withBytes(of: line, ActionHead.init(prefix:)) { return head }
    guard case .action(let action) = try self.line(line) else { return nil }
    return ActionHead(index: action.index, time: action.time, type: action.type)
  }

  /// Returns the number of bytes of a line, counted from 0, with its line end.
  package func size(of line: Int) -> Int {
    change { $0.lines.range(of: lineInFile(of: line, $0)).count } + 1
  }

  /// Returns the result of `body` on a line; its error becomes one that has the line.
  private func readable<Value>(
    _ line: Int,
    _ body: () throws(JSONError) -> Value
  ) throws(SessionLogError) -> Value {
    do throws(JSONError) {
      return try body()
    } catch {
      throw SessionLogError(path, .unreadable(line: number(of: line), why: error.description))
    }
  }
}
