/// A measure of how much two values have in common: their kind, and hashes of their parts.
///
/// Hashes differ between processes, results do not: equal parts have equal hashes, and others
/// hardly ever do.
struct Similarity {
  private let kind: JSONValue.Kind
  private let parts: [Part]

  /// A member or element, and the size of its text: sharing a Boolean means little.
  fileprivate struct Part {
    let hash: Int
    let size: Int32
  }

  /// The maximum number of parts that are compared; values that share as many are similar enough.
  private static let partLimit = 64
  /// The maximum size that counts for a part: less suffices to distinguish a long text from chance.
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

  /// Returns about how many bytes of text the two share.
  ///
  /// At least 1, since replacing any value is better than removing it and adding another.
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
