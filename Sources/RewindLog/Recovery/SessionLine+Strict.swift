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
    let kinds = Self.kindMembers.filter { object[$0] != nil }
    guard kinds.count <= 1 else { throw SessionLineError(.severalKinds(kinds)) }
    for (member, expected) in members {
      guard let value = object[member], !expected.admits(value) else { continue }
      throw SessionLineError(
        .wrongType(member: member, found: value.kind, expected: expected.rawValue)
      )
    }
    switch self {
    case .header where object["session"] == nil:
      throw SessionLineError(.missing(member: "session", kind: "header"))
    case .unknown where object["patch"] != nil || object["state"] != nil:
      throw SessionLineError(.missing(member: "after", kind: "state"))
    default:
      break
    }
  }

  /// The members that determine a line's kind.
  private static let kindMembers = [
    "rewind", "end", "action", "input", "after", "reduced", "note", "gap", "travel",
  ]

  /// The types of members, in words for messages.
  private enum Expected: String {
    case string = "a string"
    case number = "a number"
    case bool = "true or false"
    case isTrue = "true"
    case count = "a whole number from 0 on"
    case counts = "an object of whole numbers"
    case one = "the number 1"

    func admits(_ value: JSONValue) -> Bool {
      switch self {
      case .string: value.string != nil
      case .number: value.number != nil
      case .bool: value.bool != nil
      case .isTrue: value.bool == true
      case .count: value.int.map { (0...JSONObject.largestIndex).contains($0) } ?? false
      case .counts: value.object?.members.allSatisfy { Self.count.admits($0.value) } ?? false
      case .one: value.int == 1
      }
    }
  }

  /// The optional members of a line of this kind.
  private var members: [(String, Expected)] {
    switch self {
    case .header:
      [
        ("rewind", .one), ("session", .string), ("app", .string), ("started", .string),
        ("store", .string), ("attach", .string), ("stateLines", .string), ("segment", .count),
        ("joined", .count), ("build", .string), ("timeZone", .string), ("locale", .string),
      ]
    case .action:
      [
        ("time", .number), ("source", .string), ("cause", .count), ("overlap", .bool),
        ("form", .string),
      ]
    case .state: [("wall", .string), ("made", .bool)]
    case .external:
      [
        ("external", .isTrue), ("wall", .string), ("name", .string), ("source", .string),
      ]
    case .note: [("time", .number)]
    case .gap: [("gap", .counts), ("why", .string), ("index", .count)]
    case .travel: [("to", .count), ("of", .count)]
    case .input, .reduced, .end, .unknown: []
    }
  }

  /// Returns a header without the members that have a wrong type, and with the required ones.
  static func mended(header json: JSONObject) -> JSONObject {
    guard let header = try? SessionLine(.object(json)) else {
      return JSONObject([("rewind", 1), ("session", "")])
    }
    var mended = json
    for (member, expected) in header.members {
      if let value = json[member], !expected.admits(value) { mended[member] = nil }
    }
    for kind in kindMembers.dropFirst() { mended[kind] = nil }
    mended["rewind"] = 1
    if mended["session"] == nil { mended["session"] = "" }
    return mended
  }
}
