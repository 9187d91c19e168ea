import RewindJSON
import RewindSession

/// The evidence in the lines from the first bad one on, as to why the chain of checksums breaks there.
struct LinesAfterBreak {
  /// The number of lines that end with a checksum, right or wrong.
  private(set) var sealedLines = 0
  /// The first line that continues the one before the break: those in between were inserted.
  private(set) var resumption: Int?
  /// True if some line is complete: a JSON object.
  private var hasWholeLine = false
  /// True if some line ends as lines do.
  private var hasEnd = false
  /// True if a line after the first is blank, or the parts of one line have line feeds between them: two
  /// bytes at least are line feeds.
  private var hasHole = false
  /// The number of bytes that are no line feeds.
  private var textLength = 0
  /// Lines that continue one another; a line alone is not verified by another.
  private(set) var runs: [Range<Int>] = []
  private var run = 0..<0
  /// The checksum of the last line of the run.
  private var above: Checksum?
  /// True if the first line begins as lines of a session do, or with bytes that were never written.
  private var beginsAsLine = false
  private var count = 0

  /// Takes the next line.
  mutating func take(_ line: Int, _ bytes: UnsafeRawBufferPointer, after tip: Checksum) {
    if count == 0 { beginsAsLine = bytes.first == UInt8(ascii: "{") || bytes.first == 0 }
    let length = bytes.count { $0 != 0x0A }
    hasHole = hasHole || bytes.isEmpty && count > 0 || length < bytes.count
    count += 1
    textLength += length
    if let sealed = ChecksummedLine(bytes) {
      take(line, sealed, after: tip)
    } else if !bytes.isFragment {
      endRun()
    }
    hasEnd = hasEnd || bytes.endsAsLine
    hasWholeLine = hasWholeLine || bytes.isObject
  }

  private mutating func take(_ line: Int, _ sealed: ChecksummedLine, after tip: Checksum) {
    sealedLines += 1
    if resumption == nil, sealed.continues(tip) {
      resumption = line
      // The lines in between do not belong here.
      runs.removeAll()
      run = line..<(line + 1)
    } else if let above, sealed.continues(above) {
      run = run.lowerBound..<(line + 1)
    } else {
      endRun()
      run = line..<(line + 1)
    }
    above = sealed.stored
  }

  /// Ends a run of lines that continue one another.
  mutating func endRun() {
    if run.count > 1, runs.count < ChecksumCheck.listLimit { runs.append(run) }
    run = 0..<0
    above = nil
  }

  /// True if they are the parts of one line that was not completely written.
  ///
  /// A killed recorder may have copied later bytes of its last line before earlier ones. The file
  /// was filled with line feeds before, so that they appear where bytes are missing. A
  /// single one may also be a changed byte; a copy leaves more.
  var areOneTornLine: Bool {
    guard !hasWholeLine, textLength > 0 else { return count == 0 }
    // A single byte among line feeds was changed there.
    return hasHole && sealedLines <= 1 && textLength > 1
      || beginsAsLine && sealedLines == 0 && !hasEnd
  }
}

extension UnsafeRawBufferPointer {
  /// True if a line without a checksum is the beginning of a line: a failed write leaves such.
  var isFragment: Bool {
    isEmpty || first == UInt8(ascii: "{") && !isObject
  }

  /// True if the line is a JSON object.
  fileprivate var isObject: Bool {
    let text = trimmingBlanks
    guard text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") else { return false }
    return (try? JSONValue(parsing: text))?.object != nil
  }

  private var trimmingBlanks: UnsafeRawBufferPointer {
    let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0D].contains($0) }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return UnsafeRawBufferPointer(rebasing: self[..<0]) }
    return UnsafeRawBufferPointer(rebasing: self[first...last])
  }

  /// True if the line ends with a checksum of which one byte may be wrong, or with the last part of a
  /// checksum, or if one byte follows.
  fileprivate var endsAsLine: Bool {
    wrongBytesAtEnd(self) <= 1 || wrongBytesAtEnd(UnsafeRawBufferPointer(rebasing: dropLast())) == 0
      || !isEmpty && count < ChecksummedLine.overhead && wrongBytesAtEnd(self, count) == 0
  }

  /// Returns the number of the last `length` bytes that do not belong to a checksum.
  private func wrongBytesAtEnd(
    _ bytes: UnsafeRawBufferPointer,
    _ length: Int = ChecksummedLine.overhead
  ) -> Int {
    guard bytes.count >= length else { return length }
    let model = Array(#","crc":"00000000"}"#.utf8)
    return zip(bytes.suffix(length), model.suffix(length)).count { byte, model in
      model == UInt8(ascii: "0") ? !Character(Unicode.Scalar(byte)).isHexDigit : byte != model
    }
  }
}
