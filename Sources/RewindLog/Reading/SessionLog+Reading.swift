public import RewindJSON
public import RewindSession

extension SessionLog {
  /// The position of a good line.
  private struct Place {
    /// Its number among all lines, from 0.
    let line: Int
    let range: Range<Int>
  }

  /// Returns the bytes of a line, counted from 0, without its line end.
  ///
  /// - Throws: ``SessionLogError`` if the file cannot be read, or the line differs from what its
  ///   writer wrote.
  public func bytes(of line: Int) throws(SessionLogError) -> [UInt8] {
    try withBytes(of: line) { Array($0) }
  }

  /// Passes the bytes of a line to `body`, under the log's lock.
  func withBytes<Result>(
    of line: Int,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(SessionLogError) -> Result {
    try change { (state) throws(SessionLogError) in
      let place = try place(of: line, &state)
      guard place.range.count <= SessionLine.lengthLimit else {
        throw SessionLogError(path, .lineTooLong(line: place.line + 1, bytes: place.range.count))
      }
      let previous = try checksum(before: place, &state)
      let result: Result? = try withBytes(at: place.range, &state) { bytes in
        if let previous, !(ChecksummedLine(bytes)?.continues(previous) ?? false) { return nil }
        let end = bytes.last == 0x0D ? bytes.count - 1 : bytes.count
        return body(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
      }
      guard let result else {
        throw SessionLogError(path, .damaged(LogDamage(line: place.line + 1, kind: .altered)))
      }
      return result
    }
  }

  /// Passes the first bytes of a line, at most `count`, to `body` without verifying them.
  func peek<Result>(
    _ line: Int,
    count: Int,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(SessionLogError) -> Result {
    try change { (state) throws(SessionLogError) in
      let range = try place(of: line, &state).range
      return try withBytes(at: range.prefix(count), &state, body)
    }
  }

  /// Returns the number of a line in the file, from 1, as used in messages.
  public func number(of line: Int) -> Int {
    change { 1 + line.passing(over: $0.findings?.pieces ?? []) }
  }

  private func place(of line: Int, _ state: inout State) throws(SessionLogError) -> Place {
    let place = line.passing(over: state.findings?.pieces ?? [])
    return Place(line: place, range: state.lines.range(of: place))
  }

  /// Returns the checksum that a line must continue; nil if it has already been verified.
  private func checksum(
    before place: Place,
    _ state: inout State
  ) throws(SessionLogError) -> Checksum? {
    guard state.findings == nil else { return nil }
    guard place.line > 0 else { return Checksum() }
    let before = state.lines.range(of: place.line - 1)
    return try storedChecksum(at: before, line: place.line - 1, &state)
  }

  /// Passes a range of the file to `body`.
  func withBytes<Result>(
    at range: Range<Int>,
    _ state: inout State,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(SessionLogError) -> Result {
    do throws(SystemError) {
      if let result = try state.window.read(range, of: file, body) { return result }
    } catch {
      throw SessionLogError(path, .cannotOpen(error))
    }
    throw SessionLogError(path, .becameShorter)
  }

  /// Returns the checksum in the line at a range.
  func storedChecksum(
    at range: Range<Int>,
    line: Int,
    _ state: inout State
  ) throws(SessionLogError) -> Checksum {
    let end = max(range.lowerBound, range.upperBound - 10)..<range.upperBound
    let stored = try withBytes(at: end, &state) {
      Checksum(digits: UnsafeRawBufferPointer(rebasing: $0.prefix(8)))
    }
    guard let stored else {
      throw SessionLogError(path, .damaged(LogDamage(line: line + 1, kind: .altered)))
    }
    return stored
  }

  /// Returns a line, counted from 0, as JSON.
  ///
  /// - Throws: ``SessionLogError`` as ``bytes(of:)``, and if the line is not JSON.
  public func json(of line: Int) throws(SessionLogError) -> JSONValue {
    let bytes = try bytes(of: line)
    do throws(JSONError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw SessionLogError(path, .unreadable(line: number(of: line), why: error.description))
    }
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

extension Int {
  /// Returns the place of a good line among all lines, which include `pieces`, in order.
  fileprivate func passing(over pieces: [Int]) -> Int {
    guard !pieces.isEmpty else { return self }
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle] - middle <= self { low = middle + 1 } else { high = middle }
    }
    return self + low
  }
}
