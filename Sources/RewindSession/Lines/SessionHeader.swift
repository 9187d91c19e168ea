public import RewindJSON

/// The first line of a log; it describes the session.
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
  /// The build of the program, by an identifier of its executable.
  public let build: String?
  /// The time zone in which the program ran, such as `America/Los_Angeles`.
  public let timeZone: String?
  /// The locale in which the program ran, such as `en_US`.
  public let locale: String?
  /// The replay that showed the death with which the session ends; nil if none is known to have done so.
  public let reproduced: ReproducedDeath?
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
    build = json["build"]?.string
    timeZone = json["timeZone"]?.string
    locale = json["locale"]?.string
    reproduced = ReproducedDeath(json["reproduced"])
    self.json = json
  }
}

/// A replay in which a program died as the session ends.
public struct ReproducedDeath: Hashable, Sendable {
  /// The build of the program; nil if it did not say.
  public let build: String?
  /// The kind of death, such as `trap`, `abort` or `exit(1)`.
  public let death: String

  package init(build: String?, death: String) {
    (self.build, self.death) = (build, death)
  }

  fileprivate init?(_ json: JSONValue?) {
    guard let death = json?.object?["death"]?.string else { return nil }
    self.init(build: json?.object?["build"]?.string, death: death)
  }

  /// The member of the header.
  package var json: JSONValue {
    var json = JSONObject([("death", .string(death))])
    json["build"] = build.map { .string($0) }
    return .object(json)
  }
}

extension SessionHeader {
  /// True if this library made all patches, so that none replaces a value by an equal one.
  package var hasLeastPatches: Bool { build != nil }

  /// Reads the first line of a log; nil if it is not a header that this version can read.
  package init?(of file: ReadableFile) {
    guard let start = try? file.bytes(0..<min(file.length, SessionLine.headerLimit)),
      case .header(let header) = try? SessionLine(JSONValue(parsing: start.prefix { $0 != 0x0A }))
    else { return nil }
    self = header
  }
}
