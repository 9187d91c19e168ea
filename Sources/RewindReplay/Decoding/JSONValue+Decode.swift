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

  /// Decodes a value of a type from a single JSON document.
  ///
  /// - Throws: ``JSONDecodingError`` with the pointer of the mismatch.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from document: some Sequence<UInt8>
  ) throws(JSONDecodingError) -> Value {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: Array(document))
    } catch {
      throw .notJSON(error)
    }
    return try value.decode(type)
  }
}
