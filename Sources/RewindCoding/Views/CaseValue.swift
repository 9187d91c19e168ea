/// A value in the payload of an enum's case.
package enum CaseValue {
  /// Returns its name, as `Codable` has it: its label, or `_0`, `_1`, … by its index.
  package static func name(_ label: String?, at index: Int) -> String {
    // The runtime calls a part of a tuple without a label `.0`.
    guard let label, !label.hasPrefix(".") else { return "_\(index)" }
    return label
  }

  /// Returns the index in a name without a label: 1 for `_1`; nil for a label.
  package static func index(ofName name: String) -> Int? {
    name.hasPrefix("_") ? Int(name.dropFirst()) : nil
  }
}
