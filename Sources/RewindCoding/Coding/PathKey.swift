/// A key in a coding path that is not of a type of the app: an array's index, or a name.
package struct PathKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  private let isIndex: Bool

  package init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
    isIndex = true
  }

  /// The key as a token of a ``Pointer``.
  package var token: String {
    if isIndex, let intValue { String(intValue) } else { stringValue }
  }

  package init(stringValue: String, intValue: Int?) {
    self.stringValue = stringValue
    self.intValue = intValue
    isIndex = false
  }

  package init(stringValue: String) {
    self.init(stringValue: stringValue, intValue: nil)
  }

  package init(intValue: Int) {
    self.init(stringValue: String(intValue), intValue: intValue)
  }
}
