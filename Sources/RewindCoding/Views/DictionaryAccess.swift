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
