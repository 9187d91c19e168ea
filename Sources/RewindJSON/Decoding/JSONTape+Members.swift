#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension JSONTape {
  /// From how many members on an object that is not read in the order of its text gets an index;
  /// before, looking at all keys costs less.
  private static let indexedCount = 16

  /// The place of the value under `key` in the object at `object`; nil where there is none.
  ///
  /// Members that are asked for in the order of the text are found at once. Seven bytes after the
  /// key must be there to be read.
  @inline(__always)
  func member(of object: Int, _ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let expected = nodes[object &+ 1].next
    if expected < nodes[object].next, isKey(expected, key) { return found(expected, in: object) }
    return search(object, key)
  }

  /// As ``member(of:_:)``, for keys that may not be read beyond their ends.
  func member(of object: Int, unpadded key: UnsafeBufferPointer<UInt8>) -> Int? {
    let expected = nodes[object &+ 1].next
    if expected < nodes[object].next, isKey(expected, unpadded: key) {
      return found(expected, in: object)
    }
    return key.withPadding { search(object, $0) }
  }

  private func isKey(_ node: Int, unpadded key: UnsafeBufferPointer<UInt8>) -> Bool {
    if nodes[node].kind == .escapedString { return isEscapedKey(node, key) }
    guard nodes[node].length == key.count, let base = key.baseAddress else {
      return nodes[node].length == key.count
    }
    return memcmp(state.pointee.bytes.bytes + nodes[node].start, base, key.count) == 0
  }

  /// Expects the member after the one that was found to be asked for next.
  @inline(__always)
  private func found(_ keyNode: Int, in object: Int) -> Int {
    let following = next(after: keyNode &+ 1)
    let upper = nodes[object &+ 1].payload & ~0xFFFF_FFFF
    nodes[object &+ 1].payload = upper | UInt64(truncatingIfNeeded: following)
    return keyNode &+ 1
  }

  /// Both texts have room to be read eight bytes at a time.
  @inline(__always)
  private func isKey(_ node: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    if nodes[node].kind == .escapedString { return isEscapedKey(node, key) }
    guard nodes[node].length == key.count, let base = key.baseAddress else {
      return nodes[node].length == key.count
    }
    let text = UnsafeRawPointer(state.pointee.bytes.bytes + nodes[node].start)
    let name = UnsafeRawPointer(base)
    var place = 0
    while place < key.count {
      let difference =
        text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        ^ name.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let rest = key.count &- place
      // The lower a byte is in the word, the earlier it is in the text.
      let counted =
        rest >= 8
        ? difference : difference.littleEndian &<< UInt64(truncatingIfNeeded: 64 &- 8 &* rest)
      if counted != 0 { return false }
      place &+= 8
    }
    return true
  }

  @inline(never)
  private func isEscapedKey(_ node: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    string(node).utf8.elementsEqual(key)
  }

  @inline(never)
  private func search(_ object: Int, _ key: UnsafeBufferPointer<UInt8>) -> Int? {
    if nodes[object].count >= Self.indexedCount { return indexed(object, key) }
    var node = object &+ 2
    while node < nodes[object].next {
      if isKey(node, key) { return found(node, in: object) }
      node = next(after: node &+ 1)
    }
    return nil
  }

  private func indexed(_ object: Int, _ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let number = nodes[object &+ 1].count
    let index = number > 0 ? state.pointee.running.indexes[number - 1] : makeIndex(of: object)
    let found = index[String(decoding: key, as: UTF8.self).codePoints]
    return found.map { self.found($0, in: object) }
  }

  /// Of members with one key, the first is found.
  private func makeIndex(of object: Int) -> [CodePoints: Int] {
    var index: [CodePoints: Int] = [:]
    index.reserveCapacity(nodes[object].count)
    var node = object + 2
    while node < nodes[object].next {
      let key = string(node).codePoints
      if index[key] == nil { index[key] = node }
      node = next(after: node + 1)
    }
    state.pointee.running.indexes.append(index)
    nodes[object + 1].payload += UInt64(state.pointee.running.indexes.count) << 32
    return index
  }

  /// The names of the members, in the order of the text.
  func keys(of object: Int) -> [String] {
    var keys: [String] = []
    eachKey(of: object) { keys.append($0) }
    return keys
  }

  @inline(__always)
  func eachKey(of object: Int, _ body: (String) -> Void) {
    var node = object &+ 2
    while node < nodes[object].next {
      body(string(node))
      node = next(after: node &+ 1)
    }
  }
}

extension JSONTape {
  /// The index of an element in its array, which is known of the one that was read last.
  func index(of element: Int, in array: Int) -> Int {
    if nodes[array + 1].next == element { return nodes[array + 1].count }
    var place = array + 2
    var index = 0
    while place < element {
      place = next(after: place)
      index += 1
    }
    return index
  }

  /// The place of the element after another, whose index is known from then on.
  @inline(__always)
  func element(after element: Int, in array: Int) -> Int {
    self.element(after: element, at: index(of: element, in: array) &+ 1, in: array)
  }

  /// The place of the element after another, which has an index.
  @inline(__always)
  func element(after element: Int, at index: Int, in array: Int) -> Int {
    let following = next(after: element)
    nodes[array &+ 1].payload =
      UInt64(truncatingIfNeeded: index) << 32 | UInt64(truncatingIfNeeded: following)
    return following
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Gives a copy that can be read eight bytes at a time.
  fileprivate func withPadding<Result>(_ body: (Self) -> Result) -> Result {
    let copy = Array(self) + repeatElement(0, count: 8)
    return copy.withUnsafeBufferPointer { body(Self(rebasing: $0[..<count])) }
  }
}

extension String {
  fileprivate var codePoints: CodePoints { CodePoints(self) }
}
