/// Whether values can be followed and encoded on this platform.
///
/// Lengths, hashes and the layout of types are reckoned in words of 64 bits. Where `Int` has 32 (older
/// watches, whose archives are built for arm64_32 as well), everything compiles and nothing is recorded.
package enum PointerWidth {
  package static var isSupported: Bool { MemoryLayout<Int>.size == 8 }
}
