package import RewindJSON
import RewindLog

/// Determines from a state line's bytes, without parsing it, that its patch does not change some values.
///
/// It looks at every `"path":"…"` and `"from":"…"` of the patch, in any position. A text in a value
/// that looks like one causes a needless parse, never a wrong answer. A patch that contains a backslash
/// may write them differently, so it counts as touching everything, as does a line without a patch.
package struct PatchFilter {
  private let watched: [[UInt8]]
  private let ids: [[UInt8]]

  /// - Parameters:
  ///   - pointers: The pointers of the values.
  ///   - ids: The members that identify elements.
  package init(_ pointers: [Pointer], ids: Set<String> = ["id"]) {
    watched = pointers.map { Array($0.description.utf8) }
    self.ids = ids.map { Array($0.utf8) }
  }

  /// Returns true if the patch on a line may change one of the values.
  package func mayTouch(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let patch = JSONCursor.value(of: "patch", in: line) else { return true }
    let bytes = UnsafeRawBufferPointer(rebasing: line[patch])
    if bytes.contains(UInt8(ascii: "\\")) { return true }
    return mayTouch("\"path\"", bytes) || mayTouch("\"from\"", bytes)
  }

  private func mayTouch(_ member: StaticString, _ patch: UnsafeRawBufferPointer) -> Bool {
    let count = member.utf8CodeUnitCount
    var position = 0
    while position + count <= patch.count {
      // The letter after the quote is the rarer of the two.
      guard patch[position + 1] == member.utf8Start[1],
        (0..<count).allSatisfy({ patch[position + $0] == member.utf8Start[$0] })
      else {
        position += 1
        continue
      }
      position += count
      Self.skipSpace(&position, patch)
      guard position < patch.count, patch[position] == UInt8(ascii: ":") else { continue }
      position += 1
      Self.skipSpace(&position, patch)
      guard position < patch.count, patch[position] == UInt8(ascii: "\"") else { continue }
      position += 1
      let start = position
      while position < patch.count, patch[position] != UInt8(ascii: "\"") { position += 1 }
      let path = UnsafeRawBufferPointer(rebasing: patch[start..<position])
      if watched.contains(where: { isNear(path, $0) }) { return true }
    }
    return false
  }

  private static func skipSpace(_ position: inout Int, _ patch: UnsafeRawBufferPointer) {
    while position < patch.count, patch[position] <= UInt8(ascii: " ") { position += 1 }
  }

  /// Returns true if one of two pointers leads into the other, or is that of an element of an array that the other
  /// passes through, where later elements are shifted.
  private func isNear(_ path: UnsafeRawBufferPointer, _ pointer: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    var common = 0
    while common < path.count, common < pointer.count, path[common] == pointer[common] {
      common += 1
    }
    let pathGoesOn = common < path.count && path[common] != slash
    let pointerGoesOn = common < pointer.count && pointer[common] != slash
    let parts = common < path.count && common < pointer.count
    if !parts, !pathGoesOn, !pointerGoesOn { return true }
    // They differ within a token: an array's elements shift only if both tokens refer to elements.
    var start = common
    while start > 0, path[start - 1] != slash { start -= 1 }
    // An element whose `id` is written is another one from then on.
    if ids.contains(where: { path[start...].elementsEqual($0) }) { return true }
    // A change within another element shifts none.
    return Self.isElement(path[start...])
      && Self.isElement(pointer[start...].prefix { $0 != slash })
  }

  private static func isElement(_ token: some Collection<UInt8>) -> Bool {
    token.first == UInt8(ascii: "-") || token.allSatisfy { (0x30...0x39).contains($0) }
  }
}
