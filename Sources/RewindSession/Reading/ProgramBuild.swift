/// The build of the running program, by an identifier that the linker derives from its contents.
///
/// A recording has it in its header, and a replay in its greeting. If they are equal, nothing was changed in
/// between, so a crash that does not happen again is not fixed.
package enum ProgramBuild {
  /// The identifier; nil where there is none.
  ///
  /// | system | it is |
  /// |---|---|
  /// | Apple's | the `LC_UUID` of the image that this library is linked into: the executable, or what Xcode loads in its stead |
  /// | others | the ELF build ID of the executable, or else a checksum of its bytes |
  package static let current: String? = read()

  #if canImport(Darwin)
  private static func read() -> String? {
    // The header: the magic number, three more words, and the number of commands. A command begins with its
    // kind and its size (mach-o/loader.h).
    let image = #dsohandle
    func word(_ offset: Int) -> UInt32 {
      image.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
    let (magic64, uuidCommand): (UInt32, UInt32) = (0xFEED_FACF, 0x1B)
    var command = word(0) == magic64 ? 32 : 28
    for _ in 0..<word(16) {
      if word(command) == uuidCommand {
        return (8..<24).map { image.load(fromByteOffset: command + $0, as: UInt8.self) }.hexadecimal
      }
      command += Int(word(command + 4))
    }
    return nil
  }
  #else
  private static func read() -> String? {
    guard let file = try? ReadableFile.open("/proc/self/exe") else { return nil }
    return elfBuildID(of: file) ?? checksum(of: file)
  }

  /// Reads the note `NT_GNU_BUILD_ID` of a 64-bit file (elf.h).
  private static func elfBuildID(of file: ReadableFile) -> String? {
    guard let head = try? file.bytes(0..<64), head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    else {
      return nil
    }
    let (start, size, count) = (
      head.number(at: 32, 8), head.number(at: 54, 2), head.number(at: 56, 2)
    )
    for segment in 0..<count {
      let begin = start + segment * size
      guard let header = try? file.bytes(begin..<begin + 56), header.count == 56 else { return nil }
      let (noteSegment, offset, length) = (4, header.number(at: 8, 8), header.number(at: 32, 8))
      guard header.number(at: 0, 4) == noteSegment, length < 1 << 16,
        let notes = try? file.bytes(offset..<offset + length), notes.count == length
      else { continue }
      if let found = buildID(in: notes) { return found }
    }
    return nil
  }

  /// Each note has the sizes of its name and its contents and its type, and then both, padded to words.
  private static func buildID(in notes: [UInt8]) -> String? {
    var note = 0
    while note + 12 <= notes.count {
      let (name, size) = (notes.number(at: note, 4), notes.number(at: note + 4, 4))
      let begin = note + 12 + (name + 3) & ~3
      guard begin + size <= notes.count else { return nil }
      if notes.number(at: note + 8, 4) == 3, notes[(note + 12)...].starts(with: "GNU\0".utf8) {
        return notes[begin..<begin + size].hexadecimal
      }
      note = begin + (size + 3) & ~3
    }
    return nil
  }

  private static func checksum(of file: ReadableFile) -> String? {
    let length = file.length
    var checksum = Checksum()
    for start in stride(from: 0, to: length, by: 1 << 20) {
      guard let bytes = try? file.bytes(start..<min(start + 1 << 20, length)) else { return nil }
      checksum = checksum.continued(over: bytes)
    }
    return "\(checksum.text)-\(length)"
  }
  #endif
}

extension [UInt8] {
  /// Returns an unsigned number of some bytes, the lowest first; 0 where there are too few.
  fileprivate func number(at offset: Int, _ size: Int) -> Int {
    guard offset >= 0, offset + size <= count else { return 0 }
    let number = self[offset..<offset + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: number & UInt64(Int32.max))
  }
}

extension Collection<UInt8> {
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
