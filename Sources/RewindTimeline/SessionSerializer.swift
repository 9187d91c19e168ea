package import RewindJSON
package import RewindLog
import RewindSession

/// A session log that is assembled in memory, with its checksum chain.
package struct SessionSerializer: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var checksum = Checksum()
  /// The state on the last state line.
  private var state: JSONValue?
  private var bytesSinceKeyframe = 0

  package init() {}

  /// True if a state line was added.
  package var hasState: Bool { state != nil }

  /// Adds a line unchanged, with its checksum.
  package mutating func add(_ line: JSONObject) {
    var line = line
    line["crc"] = nil
    var text: [UInt8] = []
    JSONValue.object(line).write(to: &text)
    text.removeLast()
    checksum = text.seal(after: checksum)
    bytes += text
    bytesSinceKeyframe += text.count
  }

  /// Adds a state line: a patch, and the whole state once the lines since the last one have outgrown it.
  ///
  /// - Parameters:
  ///   - index: The action that led to the state.
  ///   - next: The state.
  ///   - members: Further members, such as `wall`.
  ///   - isExternal: True if the state changed without an action.
  ///   - isWhole: True after a gap and the like, where a patch alone does not do.
  package mutating func add(
    after index: Int,
    _ next: JSONValue,
    _ members: [(String, JSONValue)] = [],
    isExternal: Bool = false,
    isWhole: Bool = false
  ) {
    var line = JSONObject(isExternal ? [("external", true)] : [])
    line["after"] = JSONValue(index)
    let size = next.textCount(upTo: bytesSinceKeyframe)
    let isKeyframe =
      state == nil || isWhole
      || KeyframeRule.isDue(bytes: bytesSinceKeyframe, size: size, length: bytes.count)
    if isKeyframe { line["state"] = next }
    if let state { line["patch"] = Patch(from: state, to: next).json }
    for (name, value) in members { line[name] = value }
    add(line)
    if isKeyframe { bytesSinceKeyframe = 0 }
    state = next
  }

  /// Returns the session as a log in memory.
  package func log(named name: String) throws(SessionLogError) -> SessionLog {
    try SessionLog.open(bytes: bytes, name: name)
  }

  /// Writes the log atomically: readers see the old file or the new one, complete.
  package func write(to path: String) throws {
    try PrivateFile.write(bytes, to: path)
  }
}

extension SessionSerializer {
  /// Adds a line that is known to be an object.
  package mutating func add(_ line: JSONValue) {
    guard case .object(let object) = line else {
      fatalError("A line of a session is an object, not \(line.kind.rawValue).")
    }
    add(object)
  }
}
