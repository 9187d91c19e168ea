import RewindJSON
import RewindSession

/// Properties of a session that a reader has to know before anything else about it, where it has them.
package struct SessionSigns: Hashable, Sendable {
  /// The number of actions that began before the last one ended: other threads dispatched them, or the
  /// reduction of another action did.
  package private(set) var overlapping = 0
  /// The number of actions that were recorded by reflection, so that an app needs decoders to replay them.
  package private(set) var reflected = 0
  /// The burst of actions in which the app died.
  package let burst: DispatchBurst?
  /// The cycle of causes that the session ends in.
  package let cycle: CauseCycle?
  /// The time zone and the locale in which it was recorded.
  package let timeZone: String?
  package let locale: String?

  /// Reads the lines of a session's actions, in one pass.
  package static func read(_ timeline: Timeline) throws(SessionLogError) -> SessionSigns {
    let log = timeline.log
    var signs = SessionSigns(
      burst: try timeline.finalBurst(),
      cycle: try timeline.finalCycle(),
      timeZone: log.header.timeZone,
      locale: log.header.locale
    )
    for line in 0..<log.lineCount where try log.key(of: line).kind == .action {
      let (overlaps, isReflected) = try log.withBytes(of: line) { bytes in
        (bytes.member("overlap", is: "true"), bytes.member("form", is: "\"reflected\""))
      }
      if overlaps { signs.overlapping += 1 }
      if isReflected { signs.reflected += 1 }
    }
    return signs
  }

  private init(
    burst: DispatchBurst?,
    cycle: CauseCycle?,
    timeZone: String?,
    locale: String?
  ) {
    (self.burst, self.cycle, self.timeZone, self.locale) = (burst, cycle, timeZone, locale)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns true if a member of the object has a value, as it is written.
  fileprivate func member(_ name: StaticString, is value: String) -> Bool {
    // Most lines do not have the name at all, which is seen ten times faster.
    guard mayHave(name) else { return false }
    return JSONCursor.value(of: name, in: self).map { self[$0].elementsEqual(value.utf8) } ?? false
  }

  /// Returns true if the bytes of a name are somewhere, or anything is escaped, as a name may be.
  fileprivate func mayHave(_ name: StaticString) -> Bool {
    let backslash: StaticString = "\\"
    return [name, backslash].contains {
      containsBytes(of: UnsafeRawBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount))
    }
  }
}
