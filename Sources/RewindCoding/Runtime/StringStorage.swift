#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Compares two strings by their bytes, without a generic call.
///
/// A string is two words (`StringObject.swift`, part of the stable ABI). One of up to 15 bytes is
/// in them; of a longer one the first has the count in its lower 48 bits, and the second the
/// address of the bytes less 32, below four flag bits:
///
/// ```
///   63    62    61    60
///   immortal  Cocoa*  small  no fast UTF-8  │ address - 32
/// ```
///
/// Tried on strings of each kind; strings of any other kind are compared by the standard library.
enum StringStorage {
  /// Returns true if two strings have the same code points; the pointers are to strings.
  static func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    let (first, second) = (a.load(as: UInt64.self), b.load(as: UInt64.self))
    let object = a.load(fromByteOffset: 8, as: UInt64.self)
    let other = b.load(fromByteOffset: 8, as: UInt64.self)
    if first == second, object == other { return true }
    guard isTrusted, isPlain(object), isPlain(other) else { return isEqualSlowly(a, b) }
    // Two long strings may be equal; a long and a short one cannot.
    guard (object | other) & isSmall == 0 else { return false }
    let count = first & countMask
    guard count == second & countMask, let bytes = bytes(object), let others = self.bytes(other)
    else { return false }
    return memcmp(bytes, others, Int(count)) == 0
  }

  private static let isSmall: UInt64 = 0x2000_0000_0000_0000
  private static let hasSlowText: UInt64 = 0x1000_0000_0000_0000
  private static let countMask: UInt64 = 0x0000_FFFF_FFFF_FFFF

  /// Returns true if a string is a short one, or has contiguous bytes.
  private static func isPlain(_ object: UInt64) -> Bool {
    object & isSmall != 0 || object & hasSlowText == 0
  }

  private static func bytes(_ object: UInt64) -> UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: UInt(object & 0x0FFF_FFFF_FFFF_FFFF) + 32)
  }

  private static func isEqualSlowly(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    let a = a.assumingMemoryBound(to: String.self).pointee
    return a.hasSameCodePoints(as: b.assumingMemoryBound(to: String.self).pointee)
  }

  private static let isTrusted: Bool = {
    guard RuntimeAccess.isAllowed, MemoryLayout<String>.size == 16 else { return false }
    let stem = "a literal of more than fifteen bytes"
    let made = String(decoding: Array(stem.utf8), as: UTF8.self)
    var shared = made
    shared.reserveCapacity(200)
    for text in [stem, made, shared, "short", "an é that is no ASCII", ""] {
      let isRight = withUnsafeBytes(of: text) { words -> Bool in
        let object = words.load(fromByteOffset: 8, as: UInt64.self)
        guard text.utf8.count > 15 else { return object & isSmall != 0 }
        guard object & (isSmall | hasSlowText) == 0, let bytes = bytes(object) else { return false }
        let count = Int(words.load(as: UInt64.self) & countMask)
        guard count == text.utf8.count else { return false }
        return UnsafeRawBufferPointer(start: bytes, count: count).elementsEqual(text.utf8)
      }
      guard isRight else { return false }
    }
    return true
  }()
}
