import RewindJSON
import RewindSession

extension SessionLine {
  /// Reads one line and rejects anything ambiguous: a line has one kind, and all members known to
  /// the format have the type that the format requires.
  ///
  /// - Throws: ``SessionLineError`` as ``init(_:)``, and for these.
  init(strictly json: JSONValue) throws(SessionLineError) {
    try self.init(json)
    guard let object = json.object else { return }
    let kinds = Self.markers.filter { object[$0] != nil }
    guard kinds.count <= 1 else { throw SessionLineError(.severalKinds(kinds)) }
    for (member, expected) in kind.optionalMembers {
      guard let value = object[member], !expected.admits(value) else { continue }
      throw SessionLineError(
        .wrongType(member: member, found: value.kind, expected: expected.rawValue)
      )
    }
    switch self {
    case .header where object["session"] == nil:
      throw SessionLineError(.missing(member: "session", kind: "header"))
    case .unknown where kind == .laterKeyframe:
      if object["state"] == nil {
        throw SessionLineError(.missing(member: "state", kind: "keyframe"))
      }
    case .unknown where object["patch"] != nil || object["state"] != nil:
      throw SessionLineError(.missing(member: "after", kind: "state"))
    default:
      break
    }
  }

  /// The members that determine a line's kind, but for `external`: such a line has `after`, too.
  private static let markers = LineKind.allCases.filter { $0 != .external && $0 != .keyframe }
    .compactMap(\.marker)

  /// Returns a header without the members that have a wrong type, and with the required ones.
  static func mended(header json: JSONObject) -> JSONObject {
    guard let header = try? SessionLine(.object(json)) else {
      return JSONObject([("rewind", 1), ("session", "")])
    }
    var mended = json
    for (member, expected) in header.kind.optionalMembers {
      if let value = json[member], !expected.admits(value) { mended[member] = nil }
    }
    for marker in markers.dropFirst() { mended[marker] = nil }
    mended["rewind"] = 1
    if mended["session"] == nil { mended["session"] = "" }
    return mended
  }
}
