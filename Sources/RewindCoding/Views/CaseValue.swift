/// A value in the payload of an enum's case.
package enum CaseValue {
  /// Returns its name, as `Codable` has it: its label, or `_0`, `_1`, … by its index.
  package static func name(_ label: String?, at index: Int) -> String {
    // The runtime calls a part of a tuple without a label `.0`.
    guard let label, !label.hasPrefix(".") else { return "_\(index)" }
    return label
  }
}
