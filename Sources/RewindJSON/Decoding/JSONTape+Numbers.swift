extension JSONTape {
  /// The integer at a node; nil where it does not fit, or the number is not integral.
  @inline(__always)
  func integer<Integer: FixedWidthInteger>(_ node: Int, as type: Integer.Type) -> Integer? {
    if nodes[node].kind == .integer {
      return Integer(exactly: Int64(bitPattern: nodes[node].payload))
    }
    return DecimalText(text(node)).integer(as: type)
  }

  /// The double that is nearest to the number at a node; nil where it is beyond the largest.
  @inline(__always)
  func double(_ node: Int) -> Double? {
    if nodes[node].kind == .integer { return Double(Int64(bitPattern: nodes[node].payload)) }
    if let double = DecimalText(text(node)).nearestDouble { return double }
    let double = Double(String(decoding: text(node), as: UTF8.self)) ?? .nan
    return double.isFinite ? double : nil
  }

  /// The float that is nearest to the number at a node; nil where it is beyond the largest.
  func float(_ node: Int) -> Float? {
    let text =
      nodes[node].kind == .integer
      ? String(Int64(bitPattern: nodes[node].payload))
      : String(decoding: text(node), as: UTF8.self)
    guard let float = Float(text), float.isFinite else { return nil }
    return float
  }

  /// The number at a node as it stands in the document.
  func numberText(_ node: Int) -> String {
    nodes[node].kind == .integer
      ? String(Int64(bitPattern: nodes[node].payload))
      : String(decoding: text(node), as: UTF8.self)
  }
}
