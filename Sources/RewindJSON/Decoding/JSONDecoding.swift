/// Decodable values from JSON in the form that ``JSONEncoding`` writes.
///
/// A `Date` may also be a number of seconds since 2001; an integer type takes any number that is
/// integral and fits (`1.0`, `1e2`). Members that are asked for in the order of the text are found
/// at once, others in large objects through an index. Keys that occur twice are not looked for: the
/// parser finds them, where a text is parsed.
package enum JSONDecoding {
  /// Reads one JSON document, and nothing after it.
  ///
  /// - Throws: ``JSONDecodingError`` with the place of what does not fit.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: UnsafeRawBufferPointer,
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws(JSONDecodingError) -> Value {
    let owner: TapeOwner
    do {
      owner = try TapeOwner(bytes, userInfo: userInfo)
    } catch {
      throw .notJSON(error)
    }
    do {
      return try owner.tape.decode(type, at: 0)
    } catch {
      let path = owner.tape.state.pointee.running.failure?.path
      throw JSONDecodingError(error, path: path ?? [])
    }
  }

  /// Reads one JSON document, and nothing after it.
  ///
  /// - Throws: ``JSONDecodingError`` with the place of what does not fit.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8],
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws(JSONDecodingError) -> Value {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONDecodingError) in
      try decode(type, from: UnsafeRawBufferPointer(buffer), userInfo: userInfo)
    }
  }
}

extension JSONValue {
  /// Decodes a value of a type from this one.
  ///
  /// - Throws: ``JSONDecodingError`` with the place of what does not fit.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return try JSONDecoding.decode(type, from: bytes)
  }
}
