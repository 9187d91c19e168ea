import RewindText

/// Returns `7–9`; `7` if that is all.
func span(_ first: Int, _ last: Int) -> String {
  first == last ? "\(first)" : "\(first)–\(last)"
}

/// Returns a number of bytes in a suitable unit: `812 B`, `3.4 kB`, `16 MB`.
func byteSize(_ bytes: Int) -> String {
  var (value, unit) = (Double(bytes), "B")
  for larger in ["kB", "MB", "GB"] where value >= 1_000 { (value, unit) = (value / 1_000, larger) }
  return "\(value == value.rounded() ? "\(Int(value))" : value.fixed(1)) \(unit)"
}

/// Returns `1 action`, `2 actions`.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
