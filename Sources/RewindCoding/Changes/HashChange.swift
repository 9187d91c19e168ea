/// The difference between two sets, or two dictionaries, whose elements are values.
///
/// ```
///   old  │a│ │c│ │e│f│          buckets in memory
///   new  │a│ │c'│ │e│f│g│       a changed copy keeps them
/// ```
///
/// If both have the same buckets, these are compared side by side, by their memory. Elements in
/// another bucket than before are looked up; so is every element if the storage has grown.
struct HashChange {
  private let hash: HashAccess
  private let walk: StateDiffer

  init(_ set: any SetAccess.Type, _ element: UnsafePointer<ValueShape>, _ walk: StateDiffer) {
    hash = .set(set, element)
    self.walk = walk
  }

  init(_ dictionary: DictionaryShape, _ walk: StateDiffer) {
    hash = .dictionary(dictionary)
    self.walk = walk
  }

  /// Writes the operations that lead from one to the other.
  ///
  /// `holder` caches the texts of the keys for the next time.
  func write(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    _ holder: ValueSnapshot?
  ) {
    var differences = HashDifferences(hash)
    // A rebuilt container has other buckets, and may hold the same.
    if !differences.findInPlace(old, new), !differences.findSideBySide(old, new) {
      if walk.hasSameContent(old, new, shape) { return }
      differences.lookUpAll(old, new)
    }
    let mark = walk.patch.mark
    if hash.hasNames {
      writeMembers(differences, old, new)
    } else if !writeElements(differences, old, new, holder) {
      walk.patch.goBack(to: mark)
      holder?.texts = nil
      return walk.compareTexts(old, new, shape)
    }
    if isCertainlyShorter(differences.entries.count, hash.count(new)) { return }
    walk.patch.replaceIfShorter(since: mark, minimumSize: 2 * hash.count(new) + 1) {
      walk.write(new, shape, to: $0)
    }
  }

  /// Returns true if the operations on some entries cannot take more than the whole, which has their values too, and
  /// at least five bytes for each other entry: `"":0,`.
  private func isCertainlyShorter(_ changed: Int, _ count: Int) -> Bool {
    let operation = #"{"op":"replace","path":"","value":},"#.utf8.count + walk.patch.path.count
    return changed * (operation + Self.longKey) <= (count - changed) * 5
  }

  /// More bytes than most keys take in a path.
  private static var longKey: Int { 64 }

  // MARK: - An object

  private func writeMembers(
    _ differences: HashDifferences,
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer
  ) {
    guard case .dictionary(let dictionary) = hash else { return }
    let entries = differences.entries
    var (texts, ranges): ([UInt8], [Range<Int32>]) = ([], [])
    for entry in entries {
      let start = Int32(texts.count)
      texts += PatchText.token(dictionary.name(entry.key.value))
      // A name may be removed under one key and added under another with the same text. No token has such a byte.
      texts.append(entry.isInNew ? 1 : 0)
      ranges.append(start..<Int32(texts.count))
    }
    for number in SortedTexts.order(of: ranges, in: texts).0 {
      let token = Array(texts[Int(ranges[number].lowerBound)..<Int(ranges[number].upperBound) - 1])
      let entry = entries[number]
      differences.withValues(of: entry, old, new) { old, new in
        switch (old, new) {
        case (let old?, let new?): change(token, old, new, dictionary.value)
        case (nil, let new?): walk.add(token, new, dictionary.value)
        case (_, nil): walk.patch.remove(token)
        }
      }
    }
  }

  private func change(
    _ token: [UInt8],
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>
  ) {
    let mark = walk.patch.mark
    walk.patch.enter(token)
    walk.compare(old, new, shape)
    walk.patch.leave(to: mark)
  }

  // MARK: - An array that is sorted by its texts

  /// Writes the operations on an array; returns false if the texts do not determine the indexes.
  private func writeElements(
    _ differences: HashDifferences,
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ holder: ValueSnapshot?
  ) -> Bool {
    guard var texts = holder?.texts ?? texts(of: old), texts.count == hash.count(old),
      !texts.isWasteful
    else { return false }
    let entries = differences.entries.map { (text: walk.text($0.key.value, hash.keyShape), $0) }
    var removed: [Int] = []
    for (text, entry) in entries where entry.isInOld {
      let (index, isFound) = texts.index(of: text)
      guard isFound else { return false }
      if !entry.isInNew { removed.append(index) }
    }
    for index in removed.sorted(by: >) {
      for _ in 0..<hash.width { walk.patch.remove(PatchText.token(index * hash.width)) }
      texts.remove(at: index)
    }
    for (text, entry) in entries where !entry.isInOld {
      let (index, isFound) = texts.index(of: text)
      guard !isFound else { return false }
      differences.withValues(of: entry, old, new) { _, value in
        add(entry.key.value, value, at: index * hash.width)
      }
      texts.insert(text, at: index)
    }
    for (text, entry) in entries where entry.isInOld && entry.isInNew {
      let token = PatchText.token(texts.index(of: text).index * hash.width + 1)
      guard let shape = hash.valueShape else { continue }
      differences.withValues(of: entry, old, new) { old, new in
        if let old, let new {
          walk.sources.withoutCopies { change(token, old, new, shape) }
        }
      }
    }
    holder?.texts = texts
    return true
  }

  private func add(_ key: UnsafeRawPointer, _ value: UnsafeRawPointer?, at index: Int) {
    walk.patch.add(PatchText.token(index)) { walk.write(key, hash.keyShape, to: $0) }
    guard let value, let shape = hash.valueShape else { return }
    walk.patch.add(PatchText.token(index + 1)) { walk.write(value, shape, to: $0) }
  }

  /// Returns the texts by which an array of many elements is sorted, which take a while to find; nil for others.
  func manyTexts(of container: UnsafeRawPointer) -> SortedTexts? {
    hash.hasNames || hash.count(container) < Self.manyCount ? nil : texts(of: container)
  }

  /// The fewest elements whose texts are found before they change: in a debug build they take a millisecond.
  private static var manyCount: Int { 256 }

  private func texts(of container: UnsafeRawPointer) -> SortedTexts? {
    let scratch = walk.scratch
    let start = scratch.count
    var ranges: [Range<Int32>] = []
    hash.forEachKey(container) { key in
      let begin = Int32(scratch.count - start)
      walk.write(key, hash.keyShape, to: scratch)
      ranges.append(begin..<Int32(scratch.count - start))
    }
    let bytes = Array(scratch.state.pointee.buffer.contents[start...])
    scratch.truncate(to: start)
    return SortedTexts(bytes, ranges)
  }
}

/// A set, or a dictionary, whose elements are accessed through its type.
enum HashAccess {
  case set(any SetAccess.Type, UnsafePointer<ValueShape>)
  case dictionary(DictionaryShape)

  /// True if the keys are written as member names.
  var hasNames: Bool {
    guard case .dictionary(let dictionary) = self, case .elements = dictionary.keys else {
      if case .dictionary = self { return true }
      return false
    }
    return false
  }

  /// The number of array elements that a key takes, with its value.
  var width: Int { if case .set = self { 1 } else { 2 } }

  /// The shape of keys, or of a set's elements.
  var keyShape: UnsafePointer<ValueShape> {
    switch self {
    case .set(_, let element): element
    case .dictionary(let dictionary): dictionary.key
    }
  }

  var valueShape: UnsafePointer<ValueShape>? {
    if case .dictionary(let dictionary) = self { dictionary.value } else { nil }
  }

  func count(_ container: UnsafeRawPointer) -> Int {
    switch self {
    case .set(let set, _): set.count(container)
    case .dictionary(let dictionary): dictionary.access.count(container)
    }
  }

  func storage(of container: UnsafeRawPointer) -> HashStorage? {
    switch self {
    case .set: HashStorage(set: container)
    case .dictionary: HashStorage(dictionary: container)
    }
  }

  func forEachKey(_ container: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch self {
    case .set(let set, _): set.forEachElement(container, body)
    case .dictionary(let dictionary):
      dictionary.access.forEachPair(container) { key, _ in body(key) }
    }
  }

  /// Passes the key equal to a given one, and its value, to `body`; a set's element is both.
  func find(
    _ key: UnsafeRawPointer,
    in container: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer) -> Void
  ) {
    switch self {
    case .set(let set, _): set.find(key, in: container) { body($0, $0) }
    case .dictionary(let dictionary): dictionary.access.find(key, in: container, body)
    }
  }
}
