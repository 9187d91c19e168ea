/// True on platforms where values can be compared and encoded.
///
/// Lengths, hashes and the layout of types are counted in words of 64 bits. Where `Int` has 32
/// (older watches, whose archives are built for arm64_32 as well), everything compiles and nothing
/// is recorded.
package enum PointerWidth {
  package static var isSupported: Bool { MemoryLayout<Int>.size == 8 }
}
