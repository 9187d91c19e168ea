import RewindJSON
import RewindSession

/// The evidence in a line on why it does not follow from the line before.
struct LineEvidence {
  /// True if it is a JSON object.
  let isObject: Bool
  /// True if one changed byte explains the difference, in the line or in its checksum.
  let isOneByteOff: Bool
  /// Its expected checksum, after the line that it is compared with.
  let computed: Checksum?

  init(_ bytes: [UInt8], after previous: Checksum) {
    isObject = (try? JSONValue(parsing: bytes))?.object != nil
    (isOneByteOff, computed) = bytes.withUnsafeBytes { bytes in
      guard let sealed = ChecksummedLine(bytes) else { return (false, nil) }
      let computed = previous.continued(over: sealed.body)
      let error = computed.singleByteError(insteadOf: sealed.stored, count: sealed.body.count)
      return (error != nil || computed.differsInOneDigit(from: sealed.stored), computed)
    }
  }
}

extension Checksum {
  fileprivate func differsInOneDigit(from other: Checksum) -> Bool {
    let difference = value ^ other.value
    return stride(from: UInt32(0), to: 32, by: 4).contains { difference & ~(15 << $0) == 0 }
  }
}
