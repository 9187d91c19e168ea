import RewindJSON
import RewindSession

/// The lines that are neither of actions nor of states.
extension RecordingLog {
  /// Writes a move of a time machine, to the state after so many of its actions.
  func writeTravel(_ kind: String, to position: Int) {
    withLock {
      var line = Array(#"{"travel":"\#(kind)","index":\#(index),"to":\#(position)"#.utf8)
      writer.append(.other, &line)
      // Nothing behind a journey is told from what was before it.
      bytesSinceKeyframe = .max / 2
    }
  }

  func write(note text: String) {
    var line = Array(#"{"note":"#.utf8)
    redactor.redact(text).writeJSON(to: &line)
    withLock {
      line.append(contentsOf: #","index":\#(index),"time":"#.utf8)
      clock.writeTime(to: &line)
      writer.append(.other, &line)
    }
  }
}

extension SessionClock {
  /// Appends the seconds since the clock was made, as a JSON number with microseconds.
  func writeTime(to bytes: inout [UInt8]) {
    let time = microseconds()
    bytes.append(digits: time / 1_000_000)
    bytes.append(UInt8(ascii: "."))
    bytes.append(digits: time % 1_000_000, width: 6)
  }
}
