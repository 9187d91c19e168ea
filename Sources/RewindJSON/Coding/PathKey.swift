/// A key in a coding path that no type of the app stands for: an array's index, or a name.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  private let isIndex: Bool

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
    isIndex = true
  }

  /// What it is in a ``Pointer``.
  var token: String {
    if isIndex, let intValue { String(intValue) } else { stringValue }
  }

  init(stringValue: String, intValue: Int?) {
    self.stringValue = stringValue
    self.intValue = intValue
    isIndex = false
  }

  init(stringValue: String) {
    self.init(stringValue: stringValue, intValue: nil)
  }

  init(intValue: Int) {
    self.init(stringValue: String(intValue), intValue: intValue)
  }
}
