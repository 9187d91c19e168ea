extension String {
  /// What a dying program wrote of the reason: its "Fatal error" line where there is one.
  package var fatalErrorLine: String? {
    split(separator: "\n").first { $0.contains("Fatal error") }.map(String.init)
  }
}
