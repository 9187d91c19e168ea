public import RewindJSON
public import RewindLog
import RewindSession
public import RewindTimeline

/// A session log made by hand, line by line.
public struct SessionFile: Sendable {
  public private(set) var lines: [JSONValue]

  /// A log that has only its header yet, with the rules of redaction that it lists and how its actions
  /// came into it, and its first state, which the app has made or only has.
  public init(
    app: String = "test",
    redacted rules: JSONValue? = nil,
    attach: String? = nil,
    _ members: KeyValuePairs<String, JSONValue> = [:],
    start: JSONValue? = nil,
    isMade: Bool = false
  ) {
    var header = JSONObject([
      ("rewind", 1), ("session", "00000000-0000-0000-0000-000000000001"), ("app", .string(app)),
      ("started", "2026-11-21T08:00:00.000Z"),
    ])
    for (name, value) in members { header[name] = value }
    header["redacted"] = rules
    header["attach"] = attach.map { .string($0) }
    lines = [.object(header)]
    guard let start else { return }
    add(isMade ? ["after": 0, "state": start, "made": true] : ["after": 0, "state": start])
  }

  public mutating func add(_ line: JSONValue) {
    lines.append(line)
  }

  /// Adds an action and, where it is given, the state after it, whole.
  public mutating func add(
    _ index: Int,
    _ type: String,
    _ payload: JSONValue = [:],
    state: JSONValue?,
    cause: Int? = nil
  ) {
    var line: [(String, JSONValue)] = [
      ("index", JSONValue(index)), ("time", JSONValue(index)),
      ("action", ["type": .string(type), "payload": payload]),
    ]
    if let cause { line.append(("cause", JSONValue(cause))) }
    add(.object(JSONObject(line)))
    if let state { add(["after": JSONValue(index), "state": state]) }
  }

  /// The log as bytes, with its chain of checksums.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var checksum = Checksum()
    for line in lines {
      var text = Array(line.text.utf8.dropLast())
      checksum = text.seal(after: checksum)
      bytes += text
    }
    return bytes
  }

  /// Writes the log into a folder and gives its path.
  public func write(to folder: TemporaryFolder, as name: String = "test.jsonl") throws -> String {
    try folder.file(name, String(decoding: bytes, as: UTF8.self)).path
  }

  /// Opens the log, in memory.
  public func timeline() throws -> Timeline { try Timeline.open(SessionLog.open(bytes: bytes)) }
}

extension SessionLog {
  /// A line without its checksum, as it was given to the writer.
  public func text(of line: Int) throws -> String {
    String(decoding: try bytes(of: line).dropLast(ChecksummedLine.overhead), as: UTF8.self) + "}"
  }
}
