extension JSONWriter {
  /// Writes a JSON string: only `"`, `\` and control characters are escaped.
  func write(_ string: String) {
    let length = string.utf8.count
    reserve(length + 2)
    let target = UnsafeMutableRawPointer(end)
    // Nothing is called in the closure, so the string need not be retained for it.
    let copied = string.utf8.withContiguousStorageIfAvailable { $0.copyPlain(to: target + 1) }
    guard copied == length else { return writeEscaped(string) }
    target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length &+ 1, as: UInt8.self)
    advance(length &+ 2)
  }

  /// Writes a JSON string whose contents are known to need no escapes.
  func write(plain text: String) {
    put(UInt8(ascii: "\""))
    put(plain: text)
    put(UInt8(ascii: "\""))
  }

  @inline(never)
  private func writeEscaped(_ string: String) {
    put(UInt8(ascii: "\""))
    let done: Void? = string.utf8.withContiguousStorageIfAvailable { putEscaped($0) }
    if done == nil { Array(string.utf8).withUnsafeBufferPointer { putEscaped($0) } }
    put(UInt8(ascii: "\""))
  }

  private func putEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
    var rest = utf8
    while !rest.isEmpty {
      reserve(rest.count)
      let plain = rest.copyPlain(to: UnsafeMutableRawPointer(end))
      advance(plain)
      guard plain < rest.count else { return }
      putEscape(of: rest[plain])
      rest = UnsafeBufferPointer(rebasing: rest[(plain + 1)...])
    }
  }

  private func putEscape(of byte: UInt8) {
    if let letter = byte.shortEscape {
      put(UInt8(ascii: "\\"))
      put(letter)
    } else {
      put(#"\u00"#)
      put(byte >> 4 &+ UInt8(ascii: "0"))
      let low = byte & 15
      put(low < 10 ? low &+ UInt8(ascii: "0") : low &- 10 &+ UInt8(ascii: "a"))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Copies bytes that need no escapes, up to the first that does; there must be room for all bytes.
  ///
  /// - Returns: The number of bytes before that one. After them, the target may be written to as well.
  @inline(__always)
  func copyPlain(to target: UnsafeMutableRawPointer) -> Int {
    guard let start = baseAddress else { return 0 }
    let source = UnsafeRawPointer(start)
    var done = 0
    while done &+ 8 <= count {
      let word = source.loadUnaligned(fromByteOffset: done, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: done, as: UInt64.self)
      let found = UInt64(littleEndian: word).bytesToEscape
      if found != 0 { return done &+ found.trailingZeroBitCount / 8 }
      done &+= 8
    }
    while done < count {
      let byte = source.load(fromByteOffset: done, as: UInt8.self)
      if byte.isEscaped { return done }
      target.storeBytes(of: byte, toByteOffset: done, as: UInt8.self)
      done &+= 1
    }
    return done
  }
}

extension UInt8 {
  /// True if JSON requires an escape for this byte in a string.
  @_transparent
  var isEscaped: Bool { self < 0x20 || self == 0x22 || self == 0x5C }
}
