import RewindCoding
import RewindSession

/// The whole states that are composed of the log's lines; call everything with the lock held, except
/// ``giveUp(_:)``.
extension RecordingLog {
  /// Starts to compose the last state in the log, unless one is being composed.
  func beginKeyframe() {
    guard coming == nil else { return }
    guard let file = writer.reader else { return keyframes.requireEncoding() }
    let coming = ComingKeyframe(from: keyframeStart, to: writer.length, of: file)
    self.coming = coming
    keyframes.noteComing()
    coming.compose(for: self)
  }

  /// Returns true if a whole state of so many bytes can be written now: between two actions, where the disk has room.
  func canTake(keyframe count: Int) -> Bool {
    numbers.open.isEmpty && writer.hasRoom(for: count + Self.otherBytes)
  }

  /// More bytes than such a line has besides the state and the patches.
  private static var otherBytes: Int { 1 << 8 }

  /// Appends a whole state that was composed; `checksum` is that of its line behind the number.
  func append(keyframe line: inout LineBuffer, _ checksum: Checksum, size: Int) {
    let count = line.count
    line.prepend(digits: numbers.lastWithState)
    line.prepend(#"{"keyframe":"#)
    let head = UnsafeRawBufferPointer(rebasing: line.contents.dropLast(count))
    let own = Checksum().continued(over: head).followed(by: checksum, count: count)
    let start = writer.length
    coming = nil
    guard !writer.needsKeyframe, writer.append(.laterKeyframe, &line, own: own) else { return }
    keyframeStart = start
    keyframes.note(composed: size)
    last.encoder?.noteWholeState(size)
  }

  /// Notes that a whole state could not be composed: the next one is encoded.
  func giveUp(_ keyframe: ComingKeyframe) {
    lock.withLock {
      guard coming === keyframe else { return }
      coming = nil
      keyframes.requireEncoding()
    }
  }
}
