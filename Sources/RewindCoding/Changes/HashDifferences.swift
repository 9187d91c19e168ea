/// The keys for which two sets or dictionaries differ.
struct HashDifferences {
  /// A key, in memory of its own, and its position.
  struct Entry {
    let key: ValueBox
    let isInOld: Bool
    let isInNew: Bool
  }

  private let hash: HashAccess
  private(set) var entries: [Entry] = []

  init(_ hash: HashAccess) {
    self.hash = hash
  }

  /// Passes the values of a key to `body`, with nil for a container that lacks it.
  func withValues(
    of entry: Entry,
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ body: (_ old: UnsafeRawPointer?, _ new: UnsafeRawPointer?) -> Void
  ) {
    let key = entry.key.value
    guard entry.isInOld else { return hash.find(key, in: new) { body(nil, $1) } }
    hash.find(key, in: old) { _, before in
      guard entry.isInNew else { return body(before, nil) }
      hash.find(key, in: new) { body(before, $1) }
    }
  }

  /// Finds the keys by their buckets; returns false if these are not the same in both.
  mutating func findInPlace(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    guard let before = hash.storage(of: old), let after = hash.storage(of: new),
      before.hasSameBuckets(as: after)
    else { return false }
    let buckets = HashBuckets(hash, before, after)
    var (changed, onlyOld, onlyNew): ([Int], [Int], [Int]) = ([], [], [])
    buckets.compare(changed: &changed, onlyOld: &onlyOld, onlyNew: &onlyNew)
    for bucket in changed { append(buckets.oldKey(bucket), isInOld: true, isInNew: true) }
    for bucket in onlyOld { lookUp(old: buckets.oldKey(bucket), buckets.oldValue(bucket), new) }
    for bucket in onlyNew { lookUp(new: buckets.newKey(bucket), old) }
    return true
  }

  /// Finds the keys of two dictionaries by passing through both, as a changed copy keeps the order of its entries;
  /// returns false if it has not.
  mutating func findSideBySide(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    guard case .dictionary(let dictionary) = hash else { return false }
    let comparison = dictionary.value.pointee.comparison
    var found: [Entry] = []
    let isWhole = dictionary.access.forEachDifference(old, new) { before, after in
      comparison.isEqual(before, after)
    } hasSameText: {
      hasSameText($0, $1)
    } body: { key, isInOld, isInNew in
      let key = ValueBox(key, hash.keyShape)
      found.append(Entry(key: key, isInOld: isInOld, isInNew: isInNew))
    }
    if isWhole { entries += found }
    return isWhole
  }

  /// Finds the keys by looking up each.
  mutating func lookUpAll(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) {
    var (oldKeys, newKeys): ([ValueBox], [ValueBox]) = ([], [])
    hash.forEachKey(old) { oldKeys.append(ValueBox($0, hash.keyShape)) }
    hash.forEachKey(new) { newKeys.append(ValueBox($0, hash.keyShape)) }
    for key in oldKeys {
      hash.find(key.value, in: old) { _, value in lookUp(old: key.value, value, new) }
    }
    for key in newKeys { lookUp(new: key.value, old) }
  }

  /// Adds a key of the older one, if the newer one holds a different value or none.
  private mutating func lookUp(
    old key: UnsafeRawPointer,
    _ value: UnsafeRawPointer,
    _ new: UnsafeRawPointer
  ) {
    var (isFound, isSame) = (false, false)
    hash.find(key, in: new) { found, after in
      isFound = hasSameText(key, found)
      isSame = hash.valueShape?.pointee.comparison.isEqual(value, after) ?? true
    }
    if !isFound || !isSame { append(key, isInOld: true, isInNew: isFound) }
  }

  /// Adds a key of the newer one that the older one lacks.
  private mutating func lookUp(new key: UnsafeRawPointer, _ old: UnsafeRawPointer) {
    var isFound = false
    hash.find(key, in: old) { found, _ in isFound = hasSameText(key, found) }
    if !isFound { append(key, isInOld: false, isInNew: true) }
  }

  /// Returns true if two equal keys have the same text: "é" as one code point and as two are equal keys.
  private func hasSameText(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    let shape = hash.keyShape
    if shape.pointee.comparison.isEqual(a, b) { return true }
    var order = false
    return shape.pointee.content?.isEqual(a, b, &order) ?? false
  }

  private mutating func append(_ key: UnsafeRawPointer, isInOld: Bool, isInNew: Bool) {
    let key = ValueBox(key, hash.keyShape)
    entries.append(Entry(key: key, isInOld: isInOld, isInNew: isInNew))
  }
}

/// The buckets of two versions of one set or dictionary, side by side.
private struct HashBuckets {
  private let old: HashStorage
  private let new: HashStorage
  private let key: UnsafePointer<ValueShape>
  private let value: UnsafePointer<ValueShape>?

  init(_ hash: HashAccess, _ old: HashStorage, _ new: HashStorage) {
    (self.old, self.new) = (old, new)
    key = hash.keyShape
    value = hash.valueShape
  }

  func oldKey(_ bucket: Int) -> UnsafeRawPointer { old.keys + bucket * key.pointee.stride }
  func newKey(_ bucket: Int) -> UnsafeRawPointer { new.keys + bucket * key.pointee.stride }
  func oldValue(_ bucket: Int) -> UnsafeRawPointer {
    value.map { old.values + bucket * $0.pointee.stride } ?? oldKey(bucket)
  }

  /// Finds the buckets whose key or value differs.
  func compare(changed: inout [Int], onlyOld: inout [Int], onlyNew: inout [Int]) {
    let count = old.bucketCount
    var start = 0
    while start < count {
      let (before, after) = (old.word(at: start), new.word(at: start))
      compare(before & after, start, &changed, &onlyOld, &onlyNew)
      Self.collect(before & ~after, start, &onlyOld)
      Self.collect(after & ~before, start, &onlyNew)
      start += UInt.bitWidth
    }
  }

  /// Compares the buckets that are occupied in both, adjacent ones together.
  private func compare(
    _ occupied: UInt,
    _ start: Int,
    _ changed: inout [Int],
    _ onlyOld: inout [Int],
    _ onlyNew: inout [Int]
  ) {
    var bits = occupied
    while bits != 0 {
      let first = bits.trailingZeroBitCount
      let count = (~(bits >> UInt(first))).trailingZeroBitCount
      bits = first + count >= UInt.bitWidth ? 0 : bits & (~0 << UInt(first + count))
      var bucket = start + first
      let end = bucket + count
      while true {
        bucket += commonBuckets(bucket, end - bucket)
        if bucket >= end { break }
        if hasSameKey(bucket) {
          changed.append(bucket)
        } else {
          onlyOld.append(bucket)
          onlyNew.append(bucket)
        }
        bucket += 1
      }
    }
  }

  private func hasSameKey(_ bucket: Int) -> Bool {
    key.pointee.comparison.isEqual(oldKey(bucket), newKey(bucket))
  }

  /// Returns the number of equal buckets, starting with the given one.
  private func commonBuckets(_ bucket: Int, _ count: Int) -> Int {
    let keys = key.pointee.comparison.commonHead(oldKey(bucket), newKey(bucket), count)
    guard let value, keys > 0 else { return keys }
    let stride = value.pointee.stride
    return value.pointee.comparison.commonHead(
      old.values + bucket * stride,
      new.values + bucket * stride,
      keys
    )
  }

  private static func collect(_ bits: UInt, _ start: Int, _ buckets: inout [Int]) {
    var bits = bits
    while bits != 0 {
      buckets.append(start + bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }
}
