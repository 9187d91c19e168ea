import Foundation
import RewindCoding
import RewindJSON
import RewindSession

/// The lines of notes, travels and long dispatches.
extension RecordingLog {
  /// The time at which a dispatch begins, in nanoseconds; nil if none is timed.
  var timeOfDispatch: Int? { clock.isTiming ? clock.nanoseconds() : nil }

  /// Writes that a dispatch with its subscribers and views took so long that a frame may have been lost; below that,
  /// nothing: half a frame of the fastest displays.
  func noteReturn(of index: Int?, since start: Int) {
    let time = clock.nanoseconds() - start
    guard let index, time >= 4_000_000, !lock.isForked else { return }
    var line = LineBuffer(#"{"held":"#)
    line.append(seconds: time)
    line.append(#","index":"#)
    line.append(digits: index)
    if Thread.isMainThread { line.append(#","main":true"#) }
    lock.withLock { _ = writer.append(.held, &line) }
    writer.reportFailure()
  }

  /// Writes a move of a time machine, to the state after an action; nil if that is not in the log.
  func writeTravel(_ kind: String, to target: Int?, of skipped: Int?) {
    defer { writer.reportFailure() }
    lock.withLock {
      let to = target.map { #","to":\#($0)"# } ?? ""
      let of = skipped.map { #","of":\#($0)"# } ?? ""
      let line = #"{"travel":"\#(kind)","index":\#(numbers.last)\#(to)\#(of)"#
      writer.append(.travel, Array(line.utf8))
      // After a travel, no state may be written relative to one before it.
      keyframes.requireWhole()
    }
  }

  func write(note text: String) {
    if !lock.isForked { write(text: redactor.redact(text)) }
  }

  /// Writes a note of the recorder's own, or one without secrets.
  func write(text: String) {
    var line = Array(#"{"note":"#.utf8)
    text.writeJSON(to: &line)
    defer { writer.reportFailure() }
    lock.withLock {
      line += #","index":\#(numbers.last),"time":\#(clock.time)"#.utf8
      writer.append(.note, line)
    }
  }
}

extension SessionClock {
  /// The seconds since the clock was made, as a JSON number with microseconds.
  var time: String {
    var line = LineBuffer()
    prependTime(to: &line)
    return String(decoding: line.contents, as: UTF8.self)
  }

  /// Appends the seconds since the clock was made, as a JSON number with microseconds.
  func prependTime(to line: inout LineBuffer) {
    let time = microseconds()
    line.prepend(digits: time % 1_000_000, width: 6)
    line.prepend(".")
    line.prepend(digits: time / 1_000_000)
  }
}
