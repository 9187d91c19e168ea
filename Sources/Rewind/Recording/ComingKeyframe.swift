import Foundation
import RewindCoding
import RewindJSON
import RewindSession

/// A whole state that is being composed of the log's lines on a thread of its own, since encoding a large one would
/// delay a dispatch by more than a frame.
///
/// ```
///   file    … {"after":8,"state":{…}} … {"after":90,"patch":[…]} │ {"after":91,…} {"after":92,…} │ {"keyframe":92,…}
///             └─────────── read by the thread, as a reader ──────┘ └── patches are collected ────┘
/// ```
///
/// It repeats what the patches say, so that nothing is lost to a death before it. Its lines hold no value of the app,
/// and none of the app's code runs for it.
final class ComingKeyframe: @unchecked Sendable {
  /// The operations of the states behind the lines that are read, with commas; guarded by the log's lock.
  @exclusivity(unchecked) private var operations: [UInt8] = []
  /// The part of the file that it is composed of.
  private let range: Range<Int>
  private let file: ReadableFile

  /// The bytes of operations that are added with the lock held.
  private static let fewOperations = 1 << 12
  /// The seconds for which it waits for the moment between two actions, and for room in the file.
  private static let patience = 10.0

  init(from start: Int, to end: Int, of file: ReadableFile) {
    range = start..<end
    self.file = file
  }

  /// Adds the patch of a state line, with its brackets; call it with the log's lock held.
  func add(patch: UnsafeRawBufferPointer) {
    guard patch.count > 2 else { return }
    if !operations.isEmpty { operations.append(UInt8(ascii: ",")) }
    operations.append(contentsOf: patch[1..<patch.count - 1])
  }

  /// Starts to compose it; it is passed to `log` when it is complete.
  func compose(for log: RecordingLog) {
    let thread = Thread { [weak log] in
      self.write { log }
    }
    thread.name = "rewind.keyframe"
    thread.qualityOfService = .utility
    // Values are read level by level, of which there may be 128.
    thread.stackSize = 4 << 20
    thread.start()
  }

  private func write(to log: () -> RecordingLog?) {
    var body = LineBuffer()
    body.append(#","state":"#)
    guard let count = composeState(&body) else {
      log()?.giveUp(self)
      return
    }
    body.append(#","patch":["#)
    var (checksum, sealed, hasOperations) = (Checksum(), 0, false)
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while let log = log(), Date() < deadline {
      checksum = checksum.continued(
        over: UnsafeRawBufferPointer(rebasing: body.contents[sealed...])
      )
      sealed = body.count
      let isDone: Bool? =
        log.lock.withLock {
          guard log.coming === self else { return true }
          let isLast = operations.count <= Self.fewOperations
          if isLast, !log.canTake(keyframe: body.count + operations.count) { return false }
          if !operations.isEmpty {
            if hasOperations { body.append(UInt8(ascii: ",")) }
            body.append(operations)
            hasOperations = true
            operations.removeAll()
          }
          guard isLast else { return nil }
          body.append("]")
          checksum = checksum.continued(
            over: UnsafeRawBufferPointer(rebasing: body.contents[sealed...])
          )
          log.append(keyframe: &body, checksum, size: count)
          return true
        } ?? true
      if isDone == true { return }
      if isDone == false { usleep(1_000) }
    }
    log()?.giveUp(self)
  }

  /// Appends the text of the state, and returns its size; nil if the lines do not lead to one.
  private func composeState(_ body: inout LineBuffer) -> Int? {
    guard let state = LoggedState(in: range, of: file).value else { return nil }
    var text: [UInt8] = []
    state.write(to: &text)
    body.append(text)
    return text.count
  }
}
