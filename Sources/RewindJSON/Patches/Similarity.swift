/// What tells how much two values have in common: their kind, and their parts as hashes.
///
/// Hashes differ between processes, what is found with them does not: equal parts have equal hashes,
/// and others hardly ever do.
struct Similarity {
  private let kind: JSONValue.Kind
  private let parts: [Part]

  /// A member or element, and the bytes of its text, for sharing a truth value says little.
  fileprivate struct Part {
    let hash: Int
    let size: Int32
  }

  /// How many parts are looked at; what has as many in common is alike enough.
  private static let partLimit = 64
  /// Up to how many bytes the size of a part counts: a long text is told from chance by less.
  fileprivate static let sizeLimit = 32

  init(_ value: JSONValue) {
    kind = value.kind
    let parts: [Part] =
      switch value {
      case .array(let elements):
        elements.prefix(Self.partLimit).map { Part($0) }
      case .object(let object):
        object.members.prefix(Self.partLimit).map { Part($0.value, of: $0.key) }
      case .null, .bool, .number, .string:
        []
      }
    self.parts = parts.sorted { $0.hash < $1.hash }
  }

  /// How many bytes of their text the two share, about.
  ///
  /// At least 1, since any two values are better replaced than removed and added.
  func common(with other: Similarity) -> Int32 {
    guard kind == other.kind else { return 1 }
    var common: Int32 = 2
    var (i, j) = (0, 0)
    while i < parts.count, j < other.parts.count {
      if parts[i].hash == other.parts[j].hash {
        common += parts[i].size
        (i, j) = (i + 1, j + 1)
      } else if parts[i].hash < other.parts[j].hash {
        i += 1
      } else {
        j += 1
      }
    }
    return common
  }
}

extension Similarity.Part {
  fileprivate init(_ value: JSONValue, of key: String = "") {
    var hasher = Hasher()
    key.hashCodePoints(into: &hasher)
    hasher.combine(value)
    hash = hasher.finalize()
    size = Int32(min(value.textCount(upTo: Similarity.sizeLimit), Similarity.sizeLimit))
  }
}
