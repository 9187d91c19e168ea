#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The symbols of the program's files: what Apple's systems offer as `dladdr`, and Linux only for symbols that a
/// program exports.
///
/// On Linux the file at an address is known from `/proc/self/maps`, and its table is read from the file:
///
/// ```
/// ELF header: at 0x28 offset of the section headers, at 0x3A their size, at 0x3C their number
/// section:    at 4 type (2 = symbols) │ at 0x18 offset │ at 0x20 size │ at 0x28 the section with the names
/// symbol:     name, 4 bytes │ type, 1 │ … │ at 8 address in the file
/// ```
enum SymbolTable {
  /// Returns the symbols at an address of the running program; none if it was stripped.
  static func symbols(at address: UInt) -> [String] {
    #if canImport(Darwin)
    var info = Dl_info()
    guard dladdr(UnsafeRawPointer(bitPattern: address), &info) != 0, let name = info.dli_sname,
      UInt(bitPattern: info.dli_saddr) == address
    else { return [] }
    return [String(cString: name)]
    #elseif os(Linux) && _pointerBitWidth(_64)
    guard let file = mappedFile(at: address) else { return [] }
    return withFile(file.path) { symbols(at: address - file.start, in: $0) } ?? []
    #else
    return []
    #endif
  }

  /// Returns the words for a symbol; nil if it is not one of Swift's.
  static func demangled(_ symbol: String) -> String? {
    let length = symbol.utf8.count
    guard let words = symbol.withCString({ runtimeDemangle($0, length, nil, nil, 0) }) else {
      return nil
    }
    defer { free(words) }
    return String(cString: words)
  }
}

#if os(Linux) && _pointerBitWidth(_64)
extension SymbolTable {
  /// Returns the file whose code is at an address, and the address of the file's beginning.
  private static func mappedFile(at address: UInt) -> (path: String, start: UInt)? {
    guard let maps = fopen("/proc/self/maps", "r") else { return nil }
    defer { fclose(maps) }
    var starts: [String: UInt] = [:]
    var line = [CChar](repeating: 0, count: 4_200)
    while fgets(&line, CInt(line.count), maps) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
      // 55a0b5640000-55a0b5646000 r-xp 00001000 08:01 131 /path
      let words = text.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard words.count == 6 else { continue }
      let path = String(words[5].drop { $0 == " " }.prefix { $0 != "\n" })
      guard path.hasPrefix("/") else { continue }
      let range = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard range.count == 2, let offset = UInt(words[2], radix: 16) else { continue }
      if offset == 0, starts[path] == nil { starts[path] = range[0] }
      if range[0] <= address, address < range[1] { return starts[path].map { (path, $0) } }
    }
    return nil
  }

  private static func withFile<Result>(
    _ path: String,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size > 0, let bytes = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      bytes != MAP_FAILED
    else { return nil }
    defer { munmap(bytes, size) }
    return body(UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// Returns the symbols at an offset from the beginning of a file's memory; none if the file is not as expected.
  private static func symbols(at offset: UInt, in file: UnsafeRawBufferPointer) -> [String] {
    func number<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Value.Type) -> Int? {
      guard offset >= 0, offset <= file.count - MemoryLayout<Value>.size else { return nil }
      return Int(truncatingIfNeeded: file.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
    let isElf64 = file.count > 64 && file.prefix(5).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2])
    guard isElf64, let headers = number(0x28, UInt64.self), let size = number(0x3A, UInt16.self),
      let count = number(0x3C, UInt16.self), let address = firstAddress(number)
    else { return [] }
    let wanted = UInt64(offset) + address
    for section in 0..<count {
      let header = headers + section * size
      guard number(header + 4, UInt32.self) == 2, let start = number(header + 0x18, UInt64.self),
        let length = number(header + 0x20, UInt64.self),
        let link = number(header + 0x28, UInt32.self),
        let names = number(headers + link * size + 0x18, UInt64.self),
        start >= 0, length >= 0, start <= file.count - length
      else { continue }
      return found(wanted, from: start, to: start + length, in: file).compactMap { symbol in
        guard let name = number(symbol, UInt32.self), names + name < file.count else { return nil }
        let bytes = file[(names + name)...].prefix { $0 != 0 }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return []
  }

  /// Returns the offsets of the symbols with an address.
  ///
  /// A plain loop: a large program has hundreds of thousands.
  private static func found(
    _ address: UInt64,
    from start: Int,
    to end: Int,
    in file: UnsafeRawBufferPointer
  ) -> [Int] {
    var found: [Int] = []
    guard let base = file.baseAddress else { return [] }
    var offset = start
    while offset + 24 <= end {
      if (base + offset + 8).loadUnaligned(as: UInt64.self) == address { found.append(offset) }
      offset += 24
    }
    return found
  }

  /// Returns the address that a file gives its own beginning: 0, but for programs that are always loaded at
  /// one address.
  private static func firstAddress(
    _ number: (Int, UInt64.Type) -> Int?
  ) -> UInt64? {
    guard let headers = number(0x20, UInt64.self), let sizes = number(0x30, UInt64.self) else {
      return nil
    }
    // At 0x36 the size of a program header, at 0x38 their number; type 1 is loaded into memory.
    let (size, count) = (sizes >> 48 & 0xFFFF, number(0x38, UInt64.self).map { $0 & 0xFFFF } ?? 0)
    for segment in 0..<count {
      let header = headers + segment * size
      guard let type = number(header, UInt64.self), type & 0xFFFF_FFFF == 1 else { continue }
      return number(header + 0x10, UInt64.self).map { UInt64(truncatingIfNeeded: $0) }
    }
    return nil
  }
}
#endif

@_silgen_name("swift_demangle")
private func runtimeDemangle(
  _ symbol: UnsafePointer<CChar>,
  _ length: Int,
  _ output: UnsafeMutablePointer<CChar>?,
  _ outputLength: UnsafeMutablePointer<Int>?,
  _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
