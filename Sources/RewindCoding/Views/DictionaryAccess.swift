/// Access to a dictionary's keys and values, by its type.
///
/// The keys and values of the standard library's own storage are read in memory (``HashStorage``);
/// access through these functions goes to the unspecialized dictionary, which is slow.
protocol DictionaryAccess {
  static var keyType: Any.Type { get }
  static var keyStride: Int { get }
  static var valueStride: Int { get }
  static func count(_ dictionary: UnsafeRawPointer) -> Int
  /// Passes all keys and values to `body`, in no particular order.
  static func forEach(
    _ dictionary: UnsafeRawPointer,
    _ body: (_ key: UnsafeRawPointer, _ value: UnsafeRawPointer) -> Void
  )
  /// Passes the keys for which two dictionaries differ to `body`, as long as they have their keys in the same order, but
  /// for those that only one has.
  ///
  /// - Returns: False if they have not, with some keys passed on.
  static func forEachDifference(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    isSame: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool,
    hasSameText: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool,
    body: (_ key: UnsafeRawPointer, _ isInOld: Bool, _ isInNew: Bool) -> Void
  ) -> Bool
  /// Passes the key and value under which a dictionary holds a key; calls nothing if it does not.
  static func find(
    _ key: UnsafeRawPointer,
    in dictionary: UnsafeRawPointer,
    _ body: (_ key: UnsafeRawPointer, _ value: UnsafeRawPointer) -> Void
  )
}

extension Dictionary: DictionaryAccess {
  static var keyType: Any.Type { Key.self }
  static var keyStride: Int { MemoryLayout<Key>.stride }
  static var valueStride: Int { MemoryLayout<Value>.stride }

  static func count(_ dictionary: UnsafeRawPointer) -> Int {
    dictionary.assumingMemoryBound(to: Self.self).pointee.count
  }

  static func forEach(
    _ dictionary: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) {
    for (key, value) in dictionary.assumingMemoryBound(to: Self.self).pointee {
      withUnsafePointer(to: key) { key in withUnsafePointer(to: value) { body(key, $0) } }
    }
  }

  static func forEachDifference(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    isSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    hasSameText: (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    body: (UnsafeRawPointer, Bool, Bool) -> Void
  ) -> Bool {
    let old = old.assumingMemoryBound(to: Self.self).pointee
    let new = new.assumingMemoryBound(to: Self.self).pointee
    var (before, after) = (old.makeIterator(), new.makeIterator())
    var (a, b) = (before.next(), after.next())
    while let one = a, let other = b {
      if one.key == other.key {
        withUnsafePointer(to: one.key) { key in
          withUnsafePointer(to: other.key) { otherKey in
            guard hasSameText(key, otherKey) else {
              body(key, true, false)
              return body(otherKey, false, true)
            }
            let isEqual = withUnsafePointer(to: one.value) { value in
              withUnsafePointer(to: other.value) { isSame(value, $0) }
            }
            if !isEqual { body(key, true, true) }
          }
        }
        (a, b) = (before.next(), after.next())
      } else if new.index(forKey: one.key) == nil {
        withUnsafePointer(to: one.key) { body($0, true, false) }
        a = before.next()
      } else if old.index(forKey: other.key) == nil {
        withUnsafePointer(to: other.key) { body($0, false, true) }
        b = after.next()
      } else {
        return false
      }
    }
    while let one = a {
      guard new.index(forKey: one.key) == nil else { return false }
      withUnsafePointer(to: one.key) { body($0, true, false) }
      a = before.next()
    }
    while let other = b {
      guard old.index(forKey: other.key) == nil else { return false }
      withUnsafePointer(to: other.key) { body($0, false, true) }
      b = after.next()
    }
    return true
  }

  static func find(
    _ key: UnsafeRawPointer,
    in dictionary: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) {
    let values = dictionary.assumingMemoryBound(to: Self.self).pointee
    guard let index = values.index(forKey: key.assumingMemoryBound(to: Key.self).pointee) else {
      return
    }
    withUnsafePointer(to: values.keys[index]) { key in
      withUnsafePointer(to: values.values[index]) { body(key, $0) }
    }
  }
}

extension DictionaryAccess {
  /// Passes all keys and values to `body`, in no particular order, from memory if possible.
  static func forEachPair(
    _ dictionary: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) {
    guard let storage = HashStorage(dictionary: dictionary) else {
      return forEach(dictionary, body)
    }
    storage.forEachBucket { bucket in
      body(storage.keys + bucket * keyStride, storage.values + bucket * valueStride)
    }
  }
}
