extension JSONWriter {
  /// The number of written bytes.
  @_transparent
  var count: Int { state.pointee.buffer.count }

  @_transparent
  func reserve(_ count: Int) {
    if state.pointee.buffer.capacity &- state.pointee.buffer.count < count {
      state.pointee.buffer.grow(by: count)
    }
  }

  /// The address of the next byte; room for it must be reserved.
  @_transparent
  var end: UnsafeMutablePointer<UInt8> {
    state.pointee.buffer.bytes + state.pointee.buffer.count
  }

  /// Counts `count` bytes that were stored at ``end`` as written.
  @_transparent
  func advance(_ count: Int) {
    state.pointee.buffer.count &+= count
  }

  @_transparent
  func put(_ byte: UInt8) {
    reserve(1)
    end.pointee = byte
    advance(1)
  }

  func put(_ text: StaticString) {
    state.pointee.buffer.append(
      UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
  }

  /// Appends text that is known to need no escapes.
  func put(plain text: String) {
    let done: Void? = text.utf8.withContiguousStorageIfAvailable {
      state.pointee.buffer.append(UnsafeRawBufferPointer($0))
    }
    if done == nil {
      for byte in text.utf8 { put(byte) }
    }
  }

  /// Discards everything from `count` on.
  func truncate(to count: Int) {
    state.pointee.buffer.count = count
  }

  /// Appends the comma that separates an element or member from the one before it.
  @_transparent
  func separate() {
    reserve(1)
    let last = state.pointee.buffer.bytes[state.pointee.buffer.count &- 1]
    if last != UInt8(ascii: "["), last != UInt8(ascii: "{") {
      end.pointee = UInt8(ascii: ",")
      advance(1)
    }
  }
}
