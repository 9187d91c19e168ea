extension JSONValue {
  /// Passes the value to `body`, and then those in it, each with the path that leads to it.
  ///
  /// ```
  /// {"a":[7]}      [] {"a":[7]}  ▸  ["a"] [7]  ▸  ["a","0"] 7
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of this value.
  ///   - element: The name of all elements of arrays in paths; nil for their indexes.
  ///   - body: Returns false for a value whose parts are left out.
  package func walk(
    at path: [String] = [],
    element: String? = nil,
    _ body: (_ value: JSONValue, _ path: [String]) throws -> Bool
  ) rethrows {
    guard try body(self, path) else { return }
    switch self {
    case .array(let elements):
      for (index, value) in elements.enumerated() {
        try value.walk(at: path + [element ?? String(index)], element: element, body)
      }
    case .object(let object):
      for member in object.members {
        try member.value.walk(at: path + [member.key], element: element, body)
      }
    case .null, .bool, .number, .string: break
    }
  }
}
