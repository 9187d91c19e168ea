#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Compares two values by their contents, wherever these lie in memory.
///
/// A list that was fetched again is equal to the last one, but in new memory. Comparing its strings and
/// arrays by their contents takes a fraction of the time that writing them takes. The answer "equal" is
/// certain, and "different" is not: values that cannot be compared here are compared by their text.
///
/// Two equal sets or dictionaries may iterate over their elements in different orders. Their own
/// text does not depend on that, since it is sorted; the text of a type whose `encode(to:)`
/// iterates over one itself might. So differing orders are reported.
final class ContentComparison {
  private enum Form {
    /// Bits that are all meaningful.
    case bytes(Int)
    case string
    case url
    case data
    /// The stored properties of a value, one after the other.
    case parts([Part])
    /// The case of an enum, and then its payload.
    case cases(EnumLayout, [ContentComparison?])
    case optional(any OptionalAccess.Type, ContentComparison)
    case list(any ListAccess.Type, ContentComparison)
    case set(any SetAccess.Type, ContentComparison)
    case dictionary(any DictionaryAccess.Type, ContentComparison, ContentComparison)
  }

  private struct Part {
    let offset: Int
    /// The number of bytes, for a part that is compared by its bytes; otherwise 0.
    var byteCount: Int
    let comparison: ContentComparison
  }

  private var form = Form.parts([])

  // MARK: - By type

  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var known: [ObjectIdentifier: ContentComparison] = [:]

  /// Returns the comparison of values of a value type.
  static func of(_ type: Any.Type) -> ContentComparison { lock.withLock { known(type) } }

  /// Returns the comparison of a type; of a type that contains itself, the one under construction.
  private static func known(_ type: Any.Type) -> ContentComparison {
    if let known = known[ObjectIdentifier(type)] { return known }
    let comparison = ContentComparison()
    known[ObjectIdentifier(type)] = comparison
    comparison.form = form(of: type)
    return comparison
  }

  private static func form(of type: Any.Type) -> Form {
    switch type {
    case is String.Type: return .string
    case is URL.Type: return .url
    case is Data.Type: return .data
    default: break
    }
    let memory = TypeMemory(type)
    let isNumber = memory.isTrivial && PartTypes.isScalar(type) && !(type is Decimal.Type)
    if isNumber { return .bytes(memory.size) }
    if let form = form(ofContainer: type) { return form }
    if let layout = TypeLayout(of: type) { return .parts(Self.parts(of: layout)) }
    if let layout = EnumLayout(of: type) {
      return .cases(layout, layout.cases.map { $0.payload.map { known($0) } })
    }
    return .bytes(memory.size)
  }

  /// Returns the form of a container of the standard library; nil for all other types.
  private static func form(ofContainer type: Any.Type) -> Form? {
    guard let parts = StandardContainers.type(type)?.parts else { return nil }
    switch type {
    case let list as any ListAccess.Type: return .list(list, known(parts[0]))
    case let set as any SetAccess.Type: return .set(set, known(parts[0]))
    case let optional as any OptionalAccess.Type: return .optional(optional, known(parts[0]))
    case let dictionary as any DictionaryAccess.Type:
      return .dictionary(dictionary, known(parts[0]), known(parts[1]))
    default: return nil
    }
  }

  /// Returns the parts of a value, with the parts of its parts instead of them; adjacent bytes are one part.
  private static func parts(of layout: TypeLayout) -> [Part] {
    var parts: [Part] = []
    for field in layout.contents {
      let comparison = known(field.type)
      switch comparison.form {
      case .bytes(let count):
        if let last = parts.last, last.byteCount > 0, last.offset + last.byteCount == field.offset {
          parts[parts.count - 1].byteCount += count
        } else {
          parts.append(Part(offset: field.offset, byteCount: count, comparison: comparison))
        }
      case .parts(let inner) where !inner.isEmpty:
        parts += inner.map {
          Part(
            offset: field.offset + $0.offset,
            byteCount: $0.byteCount,
            comparison: $0.comparison
          )
        }
      default: parts.append(Part(offset: field.offset, byteCount: 0, comparison: comparison))
      }
    }
    return parts
  }
}

// MARK: - Comparing

extension ContentComparison {
  /// Returns true if both values have the same contents; sets `order` if a set or dictionary in
  /// them iterates in another order.
  func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ order: inout Bool) -> Bool {
    switch form {
    case .bytes(let count): return Self.hasSameBytes(a, b, count)
    case .string:
      return a.assumingMemoryBound(to: String.self).pointee
        .hasSameCodePoints(as: b.assumingMemoryBound(to: String.self).pointee)
    case .url:
      let (a, b) = (a.load(as: URL.self), b.load(as: URL.self))
      return a.relativeString == b.relativeString && a.baseURL == b.baseURL
    case .data: return a.load(as: Data.self) == b.load(as: Data.self)
    case .parts(let parts): return Self.hasSameParts(parts, a, b, &order)
    case .cases(let layout, let payloads):
      let number = layout.number(of: a)
      guard number == layout.number(of: b) else { return false }
      guard let comparison = payloads[number] else { return true }
      var isEqual = false
      layout.withPayload(of: a, number) { a in
        layout.withPayload(of: b, number) { b in isEqual = comparison.isEqual(a, b, &order) }
      }
      return isEqual
    case .optional(let optional, let wrapped):
      let isNil = optional.isNil(a)
      guard optional.isNil(b) == isNil else { return false }
      // The wrapped value has the same address as the optional.
      return isNil || wrapped.isEqual(a, b, &order)
    case .list(let list, let element): return Self.isEqual(a, b, list, element, &order)
    case .set(let set, let element):
      return set.count(a) == set.count(b) && Self.isEqual(a, b, set, element, &order)
    case .dictionary(let dictionary, let key, let value):
      return dictionary.count(a) == dictionary.count(b)
        && Self.isEqual(a, b, dictionary, key, value, &order)
    }
  }

  private static func hasSameBytes(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ count: Int
  ) -> Bool {
    UnsafeRawBufferPointer(start: a, count: count)
      .hasSameBytes(as: UnsafeRawBufferPointer(start: b, count: count))
  }

  private static func hasSameParts(
    _ parts: [Part],
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    parts.withUnsafeBufferPointer { parts in
      var number = 0
      while number < parts.count {
        let (offset, count) = (parts[number].offset, parts[number].byteCount)
        let isSame =
          count > 0
          ? hasSameBytes(a + offset, b + offset, count)
          : parts[number].comparison.isEqual(a + offset, b + offset, &order)
        guard isSame else { return false }
        number += 1
      }
      return true
    }
  }

  private static func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ list: any ListAccess.Type,
    _ element: ContentComparison,
    _ order: inout Bool
  ) -> Bool {
    var isEqual = false
    list.withElements(a, b) { a, b in
      guard a.count == b.count else { return }
      guard let first = a.base, let second = b.base, first != second else {
        isEqual = true
        return
      }
      let stride = list.stride
      var offset = 0
      while offset < a.count * stride {
        guard element.isEqual(first + offset, second + offset, &order) else { return }
        offset += stride
      }
      isEqual = true
    }
    return isEqual
  }

  /// Compares two sets of the same size.
  ///
  /// Equal elements may have different texts; so the found one is compared.
  private static func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ set: any SetAccess.Type,
    _ element: ContentComparison,
    _ order: inout Bool
  ) -> Bool {
    order = order || set.count(a) > 1
    var isEqual = true
    set.forEachElement(a) { value in
      guard isEqual else { return }
      isEqual = false
      set.find(value, in: b) { isEqual = element.isEqual(value, $0, &order) }
    }
    return isEqual
  }

  /// Compares two dictionaries of the same size.
  private static func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ dictionary: any DictionaryAccess.Type,
    _ key: ContentComparison,
    _ value: ContentComparison,
    _ order: inout Bool
  ) -> Bool {
    order = order || dictionary.count(a) > 1
    var isEqual = true
    dictionary.forEachPair(a) { oldKey, oldValue in
      guard isEqual else { return }
      isEqual = false
      dictionary.find(oldKey, in: b) { newKey, newValue in
        isEqual = key.isEqual(oldKey, newKey, &order) && value.isEqual(oldValue, newValue, &order)
      }
    }
    return isEqual
  }
}

// MARK: - Hashing

extension ContentComparison {
  /// The elements of a list that are hashed: they distinguish most lists.
  private static let hashedCount = 8

  /// Adds the contents of a value to a hash; values that ``isEqual(_:_:_:)`` finds equal hash alike.
  ///
  /// Of sets and dictionaries, whose order differs, only the size counts.
  func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) {
    switch form {
    case .bytes(let count):
      hasher.combine(bytes: UnsafeRawBufferPointer(start: value, count: count))
    case .string: value.assumingMemoryBound(to: String.self).pointee.hashCodePoints(into: &hasher)
    case .url: value.load(as: URL.self).relativeString.hashCodePoints(into: &hasher)
    case .data: hasher.combine(value.load(as: Data.self))
    case .parts(let parts):
      for part in parts {
        if part.byteCount > 0 {
          let bytes = UnsafeRawBufferPointer(start: value + part.offset, count: part.byteCount)
          hasher.combine(bytes: bytes)
        } else {
          part.comparison.hash(value + part.offset, into: &hasher)
        }
      }
    case .cases(let layout, let payloads):
      let number = layout.number(of: value)
      hasher.combine(number)
      guard let payload = payloads[number] else { return }
      var copy = hasher
      layout.withPayload(of: value, number) { payload.hash($0, into: &copy) }
      hasher = copy
    case .optional(let optional, let wrapped):
      let isNil = optional.isNil(value)
      hasher.combine(isNil)
      if !isNil { wrapped.hash(value, into: &hasher) }
    case .list(let list, let element):
      var copy = hasher
      list.withElements(value) { elements in
        copy.combine(elements.count)
        guard let first = elements.base else { return }
        for number in 0..<min(elements.count, Self.hashedCount) {
          element.hash(first + number * list.stride, into: &copy)
        }
      }
      hasher = copy
    case .set(let set, _): hasher.combine(set.count(value))
    case .dictionary(let dictionary, _, _): hasher.combine(dictionary.count(value))
    }
  }
}
