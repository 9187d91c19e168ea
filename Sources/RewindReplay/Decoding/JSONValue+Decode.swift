public import RewindJSON

extension JSONValue {
  /// Decodes a value of a type from this one, in the form that the recorder writes.
  ///
  /// A `Date` may also be a number of seconds since 2001; an integer type takes any number that is
  /// integral and fits (`1.0`, `1e2`).
  ///
  /// - Throws: ``JSONDecodingError`` with the pointer of the mismatch.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value {
    let run = DecodingRun()
    do {
      return try JSONValueDecoder(value: self, location: .root, run: run).decode(type)
    } catch {
      throw JSONDecodingError(error, path: run.failure?.path ?? [])
    }
  }
}
