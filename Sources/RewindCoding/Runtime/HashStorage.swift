/// The buckets of a dictionary or set in memory.
///
/// The standard library's own storage (`DictionaryStorage.swift`, `SetStorage.swift`, part of its
/// stable ABI, since it is inlined into apps):
///
/// ```
///          dictionary                            set
///   16     count │ 24 capacity │ 32 scale, … │ 40 seed
///   48     ─▶ keys                               ─▶ elements
///   56     ─▶ values                             bitmap of the occupied buckets
///   64     bitmap of the occupied buckets
/// ```
///
/// A changed copy keeps the buckets of its original, so two versions of one dictionary are compared
/// like two arrays. Access to an unspecialized dictionary key by key takes a hundred times as long.
///
/// Tried on dictionaries whose contents are known; anything but the standard library's own storage,
/// such as a dictionary from Objective-C, has no buckets here.
struct HashStorage {
  private let object: UnsafeRawPointer
  /// The addresses of the keys or elements, and of the values; an empty container has none.
  let keys: UnsafeRawPointer
  let values: UnsafeRawPointer
  private let bitmap: UnsafePointer<UInt>

  /// Finds the storage of a dictionary that is not empty; the pointer is to the dictionary.
  init?(dictionary: UnsafeRawPointer) {
    guard RuntimeAccess.isAllowed, Self.isTrusted else { return nil }
    self.init(dictionary, isSet: false)
  }

  /// Finds the storage of a set that is not empty; the pointer is to the set.
  init?(set: UnsafeRawPointer) {
    guard RuntimeAccess.isAllowed, Self.isTrusted else { return nil }
    self.init(set, isSet: true)
  }

  private init?(_ container: UnsafeRawPointer, isSet: Bool) {
    let word = container.load(as: UInt.self)
    // The address of a native object has no flags in its bits.
    guard UInt64(word) & 0xF000_0000_0000_0007 == 0,
      let object = UnsafeRawPointer(bitPattern: word),
      StorageClass.isKnown(object, isSet: isSet)
    else { return nil }
    self.object = object
    guard object.load(fromByteOffset: 16, as: Int.self) > 0 else { return nil }
    keys = object.load(fromByteOffset: 48, as: UnsafeRawPointer.self)
    values = isSet ? keys : object.load(fromByteOffset: 56, as: UnsafeRawPointer.self)
    bitmap = (object + (isSet ? 56 : 64)).assumingMemoryBound(to: UInt.self)
  }

  var count: Int { object.load(fromByteOffset: 16, as: Int.self) }
  var bucketCount: Int { 1 << Int(object.load(fromByteOffset: 32, as: Int8.self)) }
  private var seed: Int { object.load(fromByteOffset: 40, as: Int.self) }

  /// Returns the bits of the occupied buckets, starting at a multiple of a word's bits.
  func word(at bucket: Int) -> UInt {
    let word = bitmap[bucket / UInt.bitWidth]
    // A bitmap has whole words, with bits for buckets that do not exist.
    let count = bucketCount
    return count < UInt.bitWidth ? word & ((1 << UInt(count)) &- 1) : word
  }

  /// Returns true if a key has the same bucket in both, unless a key that only one of them has is there.
  func hasSameBuckets(as other: HashStorage) -> Bool {
    bucketCount == other.bucketCount && seed == other.seed
  }

  /// Passes the occupied buckets to `body`, in order.
  @inline(__always)
  func forEachBucket(_ body: (Int) -> Void) {
    let count = bucketCount
    var start = 0
    while start < count {
      var bits = word(at: start)
      while bits != 0 {
        body(start + bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
      start += UInt.bitWidth
    }
  }

  // MARK: - Verification

  private static let isTrusted: Bool = {
    var texts: [String: Int16] = [:]
    var numbers: Set<Int32> = []
    for number in 0..<100 {
      texts["a key of more than fifteen bytes \(number)"] = Int16(number)
      numbers.insert(Int32(number) * 77)
    }
    texts["a key of more than fifteen bytes 50"] = nil
    let original = texts
    texts["a key of more than fifteen bytes 51"] = -1
    return withUnsafePointer(to: &texts) { texts in
      withUnsafePointer(to: original) { original in
        finds(texts.pointee, texts) && finds(original.pointee, original)
          && HashStorage(texts, isSet: false)?.seed == HashStorage(original, isSet: false)?.seed
      }
    } && withUnsafePointer(to: &numbers) { finds($0.pointee, $0) }
  }()

  private static func finds(_ texts: [String: Int16], _ memory: UnsafeRawPointer) -> Bool {
    guard let storage = HashStorage(memory, isSet: false), storage.count == texts.count else {
      return false
    }
    var found: [String: Int16] = [:]
    storage.forEachBucket { bucket in
      let key = storage.keys.assumingMemoryBound(to: String.self)[bucket]
      found[key] = storage.values.assumingMemoryBound(to: Int16.self)[bucket]
    }
    return found == texts
  }

  private static func finds(_ numbers: Set<Int32>, _ memory: UnsafeRawPointer) -> Bool {
    guard let storage = HashStorage(memory, isSet: true), storage.count == numbers.count else {
      return false
    }
    var found: Set<Int32> = []
    storage.forEachBucket { found.insert(storage.keys.assumingMemoryBound(to: Int32.self)[$0]) }
    return found == numbers
  }
}

/// The classes of the standard library's own storage, by the addresses in its objects.
private enum StorageClass {
  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var known: [UnsafeRawPointer: Bool?] = [:]

  /// Returns true if an object is storage of a dictionary, or of a set.
  static func isKnown(_ object: UnsafeRawPointer, isSet: Bool) -> Bool {
    let isa = object.load(as: UnsafeRawPointer.self)
    if let known = lock.withLock({ known[isa] }) { return known == isSet }
    let instance = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    let name = String(reflecting: type(of: instance))
    let kind: Bool? =
      if name.hasPrefix("Swift._DictionaryStorage<") {
        false
      } else if name.hasPrefix("Swift._SetStorage<") { true } else { nil }
    lock.withLock { known[isa] = kind }
    return kind == isSet
  }
}
