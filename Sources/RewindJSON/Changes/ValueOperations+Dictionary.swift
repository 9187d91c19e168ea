extension Dictionary: DictionaryOperations where Key: Encodable, Value: Encodable {
  static var hasTextKeys: Bool { Key.self == String.self || Key.self == Int.self }

  static func count(_ dictionary: UnsafeRawPointer) -> Int { value(dictionary).count }

  static func valueShape(_ output: JSONOutput) -> UnsafePointer<ValueShape> {
    output.shape(encoding: Value.self)
  }

  /// Goes through both dictionaries side by side for as long as their keys keep step, as they do in a
  /// copy to which no key was added; what is out of step is looked up.
  static func differences(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ comparison: MemoryComparison
  ) -> [DictionaryDifference]? {
    let (old, new) = (value(old), value(new))
    var differences: [Key] = []
    var found = 0
    var oldIndex = old.startIndex
    for (key, value) in new {
      var place: Index?
      if oldIndex != old.endIndex {
        if old.keys[oldIndex] == key { place = oldIndex }
        old.formIndex(after: &oldIndex)
      }
      guard let place = place ?? old.index(forKey: key) else {
        differences.append(key)
        continue
      }
      // "é" as one code point and as two are one key, and two names.
      guard hasSameText(old.keys[place], key) else { return nil }
      found += 1
      if !isSame(old.values[place], value, comparison) { differences.append(key) }
    }
    if found < old.count {
      for key in old.keys where new.index(forKey: key) == nil { differences.append(key) }
    }
    return differences.map { DictionaryDifference(name: name($0)) }
      .sorted { $0.name.precedesByCodePoints($1.name) }
  }

  static func withValues(
    of difference: DictionaryDifference,
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  ) {
    guard let key = key(difference.name) else { return }
    withPointer(to: value(old)[key]) { old in
      withPointer(to: value(new)[key]) { new in body(old, new) }
    }
  }

  private static func value(_ pointer: UnsafeRawPointer) -> Self {
    pointer.assumingMemoryBound(to: Self.self).pointee
  }

  private static func isSame(_ a: Value, _ b: Value, _ comparison: MemoryComparison) -> Bool {
    withUnsafePointer(to: a) { a in withUnsafePointer(to: b) { b in comparison.isEqual(a, b) } }
  }

  private static func hasSameText(_ a: Key, _ b: Key) -> Bool {
    guard let a = a as? String, let b = b as? String else { return true }
    return a.hasSameCodePoints(as: b)
  }

  private static func name(_ key: Key) -> String {
    (key as? String) ?? (key as? Int).map(String.init) ?? ""
  }

  private static func key(_ name: String) -> Key? {
    Key.self == String.self ? name as? Key : Int(name).flatMap { $0 as? Key }
  }
}
