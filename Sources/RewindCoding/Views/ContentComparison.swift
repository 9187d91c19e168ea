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
class ContentComparison {
  /// Returns true if both values have the same contents; sets `order` if a set or dictionary in
  /// them iterates in another order.
  func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ order: inout Bool) -> Bool { false }

  /// The number of bytes, if the comparison is one of bytes.
  fileprivate var byteCount: Int? { nil }

  // MARK: - By type

  /// Returns the comparison of values of a value type.
  static func of(_ type: Any.Type) -> ContentComparison {
    lock.withLock {
      var maker = ContentComparisonMaker(known: known)
      let comparison = maker.comparison(of: type)
      known = maker.known
      return comparison
    }
  }

  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var known: [ObjectIdentifier: ContentComparison] = [:]
}

/// The comparisons made while the comparison of a type is built.
struct ContentComparisonMaker {
  fileprivate var known: [ObjectIdentifier: ContentComparison]

  /// Returns the comparison of a type; of a type that contains itself, the one under construction.
  mutating func comparison(of type: Any.Type) -> ContentComparison {
    let id = ObjectIdentifier(type)
    if let known = known[id] { return known }
    let parts = PartComparison()
    known[id] = parts
    let comparison = make(type, parts)
    known[id] = comparison
    return comparison
  }

  private mutating func make(_ type: Any.Type, _ parts: PartComparison) -> ContentComparison {
    if let leaf = Self.leaves[ObjectIdentifier(type)] { return leaf }
    if let container = type as? any ComparableContainer.Type {
      parts.append(container.comparison(&self), at: 0)
      return parts
    }
    switch TypeKind(type) {
    case .structure, .tuple:
      guard let layout = TypeLayout(of: type) else { break }
      for field in layout.contents { parts.append(comparison(of: field.type), at: field.offset) }
      return parts
    case .enumeration:
      guard let layout = EnumLayout(of: type) else { break }
      let payloads = layout.cases.map { $0.payload.map { comparison(of: $0) } }
      parts.append(CaseComparison(layout, payloads), at: 0)
      return parts
    default: break
    }
    return ByteComparison(TypeMemory(type).size)
  }

  nonisolated(unsafe) private static let leaves: [ObjectIdentifier: ContentComparison] = [
    ObjectIdentifier(String.self): StringComparison(),
    ObjectIdentifier(URL.self): URLComparison(),
    ObjectIdentifier(Data.self): DataComparison(),
  ]
}

// MARK: - Leaves

/// Bits that are all meaningful.
private final class ByteComparison: ContentComparison {
  private let count: Int

  init(_ count: Int) { self.count = count }

  override fileprivate var byteCount: Int? { count }

  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    UnsafeRawBufferPointer(start: a, count: count)
      .hasSameBytes(as: UnsafeRawBufferPointer(start: b, count: count))
  }
}

private final class StringComparison: ContentComparison {
  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    a.assumingMemoryBound(to: String.self).pointee
      .hasSameCodePoints(as: b.assumingMemoryBound(to: String.self).pointee)
  }
}

private final class URLComparison: ContentComparison {
  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    let a = a.assumingMemoryBound(to: URL.self).pointee
    let b = b.assumingMemoryBound(to: URL.self).pointee
    return a.relativeString == b.relativeString && a.baseURL == b.baseURL
  }
}

private final class DataComparison: ContentComparison {
  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    a.assumingMemoryBound(to: Data.self).pointee == b.assumingMemoryBound(to: Data.self).pointee
  }
}

// MARK: - Parts

/// The stored properties of a value, one after the other.
private final class PartComparison: ContentComparison {
  private struct Part {
    let offset: Int
    /// The number of bytes, for a part that is compared by its bytes; otherwise 0.
    var byteCount: Int
    let comparison: ContentComparison
  }

  private var parts: [Part] = []

  func append(_ comparison: ContentComparison, at offset: Int) {
    if let inner = comparison as? PartComparison, inner !== self, !inner.parts.isEmpty {
      for part in inner.parts {
        append(part.comparison, at: offset + part.offset, byteCount: part.byteCount)
      }
    } else {
      append(comparison, at: offset, byteCount: comparison.byteCount ?? 0)
    }
  }

  /// Appends a part; adjacent bytes are compared together.
  private func append(_ comparison: ContentComparison, at offset: Int, byteCount: Int) {
    if let last = parts.last, last.byteCount > 0, byteCount > 0,
      last.offset + last.byteCount == offset
    {
      parts[parts.count - 1].byteCount += byteCount
    } else {
      parts.append(Part(offset: offset, byteCount: byteCount, comparison: comparison))
    }
  }

  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    parts.withUnsafeBufferPointer { parts in
      var number = 0
      while number < parts.count {
        let offset = parts[number].offset
        let count = parts[number].byteCount
        if count > 0 {
          let first = UnsafeRawBufferPointer(start: a + offset, count: count)
          guard first.hasSameBytes(as: UnsafeRawBufferPointer(start: b + offset, count: count))
          else { return false }
        } else if !parts[number].comparison.isEqual(a + offset, b + offset, &order) {
          return false
        }
        number += 1
      }
      return true
    }
  }
}

/// The case of an enum, and then its payload.
private final class CaseComparison: ContentComparison {
  private let layout: EnumLayout
  private let payloads: [ContentComparison?]

  init(_ layout: EnumLayout, _ payloads: [ContentComparison?]) {
    self.layout = layout
    self.payloads = payloads
  }

  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    let number = layout.number(of: a)
    guard number == layout.number(of: b) else { return false }
    guard let comparison = payloads[number] else { return true }
    var isEqual = false
    layout.withPayload(of: a, number) { a in
      layout.withPayload(of: b, number) { b in isEqual = comparison.isEqual(a, b, &order) }
    }
    return isEqual
  }
}

// MARK: - Containers

/// A generic type of the standard library whose instances are compared by their contents.
private protocol ComparableContainer {
  static func comparison(_ maker: inout ContentComparisonMaker) -> ContentComparison
}

extension Optional: ComparableContainer {
  fileprivate static func comparison(_ maker: inout ContentComparisonMaker) -> ContentComparison {
    WrappedComparison<Wrapped>(maker.comparison(of: Wrapped.self))
  }
}

private final class WrappedComparison<Wrapped>: ContentComparison {
  private let wrapped: ContentComparison

  init(_ wrapped: ContentComparison) { self.wrapped = wrapped }

  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    let isNil = a.assumingMemoryBound(to: Wrapped?.self).pointee == nil
    guard (b.assumingMemoryBound(to: Wrapped?.self).pointee == nil) == isNil else { return false }
    // The wrapped value has the same address as the optional.
    return isNil || wrapped.isEqual(a, b, &order)
  }
}

extension Array: ComparableContainer {
  fileprivate static func comparison(_ maker: inout ContentComparisonMaker) -> ContentComparison {
    ListComparison(Self.self, maker.comparison(of: Element.self))
  }
}

extension ContiguousArray: ComparableContainer {
  fileprivate static func comparison(_ maker: inout ContentComparisonMaker) -> ContentComparison {
    ListComparison(Self.self, maker.comparison(of: Element.self))
  }
}

private final class ListComparison: ContentComparison {
  private let list: any ListAccess.Type
  private let element: ContentComparison

  init(_ list: any ListAccess.Type, _ element: ContentComparison) {
    self.list = list
    self.element = element
  }

  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
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
}

extension Set: ComparableContainer {
  fileprivate static func comparison(_ maker: inout ContentComparisonMaker) -> ContentComparison {
    SetComparison<Element>(maker.comparison(of: Element.self))
  }
}

private final class SetComparison<Element: Hashable>: ContentComparison {
  private let element: ContentComparison

  init(_ element: ContentComparison) { self.element = element }

  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    let (place, set) = (a, b.assumingMemoryBound(to: Set<Element>.self).pointee)
    let first = place.assumingMemoryBound(to: Set<Element>.self).pointee
    guard first.count == set.count else { return false }
    if set.isEmpty { return true }
    order = order || set.count > 1
    // Equal elements may have different texts; so the found one is compared.
    for value in first {
      guard let index = set.firstIndex(of: value) else { return false }
      let isSame = withUnsafePointer(to: value) { a in
        withUnsafePointer(to: set[index]) { element.isEqual(a, $0, &order) }
      }
      guard isSame else { return false }
    }
    return true
  }
}

extension Dictionary: ComparableContainer {
  fileprivate static func comparison(_ maker: inout ContentComparisonMaker) -> ContentComparison {
    KeyComparison<Key, Value>(maker.comparison(of: Key.self), maker.comparison(of: Value.self))
  }
}

private final class KeyComparison<Key: Hashable, Value>: ContentComparison {
  private let key: ContentComparison
  private let value: ContentComparison

  init(_ key: ContentComparison, _ value: ContentComparison) {
    self.key = key
    self.value = value
  }

  override func isEqual(
    _ a: UnsafeRawPointer,
    _ b: UnsafeRawPointer,
    _ order: inout Bool
  ) -> Bool {
    let first = a.assumingMemoryBound(to: [Key: Value].self).pointee
    let second = b.assumingMemoryBound(to: [Key: Value].self).pointee
    guard first.count == second.count else { return false }
    if first.isEmpty { return true }
    order = order || first.count > 1
    for (key, value) in first {
      guard let index = second.index(forKey: key) else { return false }
      let isSame = withUnsafePointer(to: key) { a in
        withUnsafePointer(to: second.keys[index]) { self.key.isEqual(a, $0, &order) }
      }
      guard isSame else { return false }
      let hasSameValue = withUnsafePointer(to: value) { a in
        withUnsafePointer(to: second.values[index]) { self.value.isEqual(a, $0, &order) }
      }
      guard hasSameValue else { return false }
    }
    return true
  }
}
