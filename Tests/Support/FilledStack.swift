/// Runs `body` above a stack that was written full of one byte before, so that what is read and was never written has
/// another value for each byte.
@inline(never)
public func withStack<Result>(
  filledWith byte: UInt8,
  _ body: () throws -> Result
) rethrows -> Result {
  fill(byte, frames: 256)
  return try body()
}

/// Fills 1 KB in each of some nested frames.
@inline(never)
private func fill(_ byte: UInt8, frames: Int) {
  typealias Block = (SIMD64<UInt64>, SIMD64<UInt64>)
  var block: Block = (.zero, .zero)
  withUnsafeMutableBytes(of: &block) { bytes in
    for index in bytes.indices { bytes[index] = byte }
  }
  if frames > 0 { fill(byte, frames: frames - 1) }
  withUnsafeBytes(of: &block) { precondition($0[0] == byte) }
}
