#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The symbols of the running program, as far as Apple's systems tell them; Linux tells only those that a program
/// exports, and a getter is not among them.
enum SymbolTable {
  /// Returns the symbol at an address; nil in a program that was stripped, and where only documented functions may be
  /// used: ``demangled(_:)`` is not one.
  static func symbol(at address: UInt) -> String? {
    #if canImport(Darwin)
    var info = Dl_info()
    guard RuntimeAccess.isAllowed, dladdr(UnsafeRawPointer(bitPattern: address), &info) != 0,
      let name = info.dli_sname, UInt(bitPattern: info.dli_saddr) == address
    else { return nil }
    return String(cString: name)
    #else
    return nil
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

@_silgen_name("swift_demangle")
private func runtimeDemangle(
  _ symbol: UnsafePointer<CChar>,
  _ length: Int,
  _ output: UnsafeMutablePointer<CChar>?,
  _ outputLength: UnsafeMutablePointer<Int>?,
  _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
