public import RewindJSON

/// The first line of a log, which describes the session.
public struct SessionHeader: Sendable {
  /// The format of the log; this program writes 1.
  public let version: Int
  /// The unique identifier of this session; the logs of several stores share it.
  public let session: String
  public let app: String?
  /// The wall clock at the start, ISO 8601 in UTC.
  public let started: String?
  /// The name of the store in the app.
  public let store: String?
  /// The attachment that recorded the actions: `reducer`, `store`, `middleware`, `dispatcher` or `hooks`.
  public let attach: String?
  /// The recording of states, if not after every action: `keyframes` or `none`.
  public let stateLines: String?
  /// Types that are written by reflection though they are `Encodable`, by their full names.
  public let reflected: [String]
  /// All members, including unknown ones.
  public let json: JSONObject

  public init(_ json: JSONObject) throws(SessionLineError) {
    version = try json.integer("rewind", kind: "header")
    guard version <= 1 else { throw SessionLineError(.newerFormat(version)) }
    session = json["session"]?.string ?? ""
    app = json["app"]?.string
    started = json["started"]?.string
    store = json["store"]?.string
    attach = json["attach"]?.string
    stateLines = json["stateLines"]?.string
    reflected = json["reflected"]?.array?.compactMap { $0.string } ?? []
    self.json = json
  }
}

extension SessionHeader {
  /// Reads the first line of a log; nil if it is not a header that this version can read.
  package init?(of file: ReadableFile) {
    guard let start = try? file.bytes(0..<min(file.length, SessionLine.headerLimit)),
      case .header(let header) = try? SessionLine(JSONValue(parsing: start.prefix { $0 != 0x0A }))
    else { return nil }
    self = header
  }
}
