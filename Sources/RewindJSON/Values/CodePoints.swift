extension String {
  /// Returns true if both strings have the same code points.
  ///
  /// `==` considers a composed and a decomposed "é" equal; a session log must not, since a member
  /// name or value that changed between the two did change.
  package func hasSameCodePoints(as other: String) -> Bool {
    if hasSameBits(as: other) { return true }
    guard utf8.count == other.utf8.count else { return false }
    let same = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs in
        UnsafeRawBufferPointer(mine).hasSameBytes(as: UnsafeRawBufferPointer(theirs))
      }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Returns true if both are one string in memory; equal strings of up to 15 bytes always are.
  private func hasSameBits(as other: String) -> Bool {
    guard MemoryLayout<String>.size == MemoryLayout<Bits>.size else { return false }
    let (mine, theirs) = (unsafeBitCast(self, to: Bits.self), unsafeBitCast(other, to: Bits.self))
    return mine.first == theirs.first && mine.second == theirs.second
  }

  /// The memory of a string; a tuple's type would have to be looked up each time in a build that is not optimized.
  private struct Bits {
    let first, second: UInt64
  }

  /// Returns true if these code points sort before the other's, by their UTF-8 bytes.
  package func precedesByCodePoints(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Feeds the code points to a hasher; strings equal by ``hasSameCodePoints(as:)`` hash alike.
  package func hashCodePoints(into hasher: inout Hasher) {
    let done: Void? = utf8.withContiguousStorageIfAvailable { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if done == nil {
      for byte in utf8 { hasher.combine(byte) }
    }
    hasher.combine(0xFF as UInt8)
  }
}

/// A string as a dictionary key, compared by code points.
package struct CodePoints: Hashable, Sendable {
  package let string: String

  package init(_ string: String) {
    self.string = string
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.string.hasSameCodePoints(as: b.string)
  }

  package func hash(into hasher: inout Hasher) {
    string.hashCodePoints(into: &hasher)
  }
}
