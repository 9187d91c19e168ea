package import RewindJSON
package import RewindLog
import RewindSession
import RewindText

/// The times that a log has of an action.
package struct ActionTimes: Hashable, Sendable {
  /// The seconds that its reducer ran; nil if that was not recorded.
  package var took: JSONNumber?
  /// The seconds until its dispatch returned, with subscribers and views; nil for less than 4 ms, and if it never did.
  package var held: JSONNumber?

  /// The longer of the two.
  package var seconds: Double? { [took, held].compactMap { $0?.double }.max() }

  /// True if a display of 60 frames a second has lost one by it.
  package var isSlow: Bool { seconds.map { $0 >= Self.frame } ?? false }

  /// True if a person notices it, by Apple's figure for a hang.
  package var isHang: Bool { seconds.map { $0 >= Self.hang } ?? false }

  private static let frame = 1.0 / 60
  /// "Discrete delays of 250 ms and more" are hangs in Apple's documentation and in Instruments.
  package static let hang = 0.25

  /// The longer time with its name, of an action that is slow: `held 310 ms`.
  package var slowWords: String? {
    guard isSlow, let seconds else { return nil }
    return (held?.double == seconds ? "held " : "took ") + seconds.duration
  }
}

/// A dispatch that took 4 ms or longer with its subscribers.
package struct HeldDispatch: Hashable, Sendable {
  package let index: Int
  package let seconds: JSONNumber
  package let isOnMain: Bool

  init?(_ json: JSONObject) {
    guard let index = json["index"]?.int, let seconds = json["held"]?.seconds else { return nil }
    (self.index, self.seconds, isOnMain) = (index, seconds, json["main"]?.bool == true)
  }
}

extension Timeline {
  /// Returns the times that the log has of an action.
  package func times(of index: Int) throws(SessionLogError) -> ActionTimes {
    var times = ActionTimes(held: heldDispatches[index]?.seconds)
    guard index > firstIndex else { return times }
    if let line = try stateLine(after: index) {
      times.took = try log.time(ofLine: line)
    } else {
      for line in try lines(of: index) where try log.key(of: line).kind == .reduced {
        times.took = try log.time(ofLine: line)
      }
    }
    return times
  }

  /// Returns the hangs of the session, the longest first.
  package func hangs() throws(SessionLogError) -> [SessionTimes.Hang] {
    var times = TimeCollector()
    for line in 0..<log.lineCount {
      let key = try log.key(of: line)
      switch key.kind {
      case .action: times.begin(key.index ?? 0, "")
      case .patch, .keyframe, .reduced:
        times.end(key.index ?? 0, took: try log.time(ofLine: line))
      case .held:
        if let json = try log.json(of: line).object, let held = HeldDispatch(json) {
          times.add(held)
        }
      default: break
      }
    }
    return try times.hangs().map { (hang) throws(SessionLogError) in
      SessionTimes.Hang(
        index: hang.index,
        type: try action(hang.index).type,
        seconds: hang.seconds
      )
    }
  }

  /// Reads the dispatches that took long.
  func readHeldDispatches() -> [Int: HeldDispatch] {
    var held: [Int: HeldDispatch] = [:]
    for line in 0..<log.lineCount where (try? log.key(of: line).kind) == .held {
      guard let json = try? log.json(of: line).object, let dispatch = HeldDispatch(json) else {
        continue
      }
      held[dispatch.index] = dispatch
    }
    return held
  }
}

extension SessionLog {
  /// Returns the seconds that the reducer of a state line's action ran; nil if the line does not say.
  package func time(ofLine line: Int) throws(SessionLogError) -> JSONNumber? {
    try withBytes(of: line) { bytes -> JSONNumber? in
      // It is the last member; most of a log without times is told by one byte.
      let end = ChecksummedLine(bytes)?.body ?? UnsafeRawBufferPointer(rebasing: bytes.dropLast())
      guard let last = end.last, (0x30...0x39).contains(last) else { return nil }
      guard let value = JSONCursor.value(of: "took", in: bytes) else { return nil }
      return (try? JSONValue(parsing: value, of: bytes))?.seconds
    }
  }
}
