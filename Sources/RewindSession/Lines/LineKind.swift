package import RewindJSON

/// The kinds of lines of a session log: the member by which each is known, and those that it may have beside the
/// ones that it must have.
///
/// It is the one description of the format that the readers, the check and the repair share. A new kind of
/// line is a case here; the compiler then names each `switch` that must know it.
package enum LineKind: UInt8, Hashable, Sendable, CaseIterable {
  case header
  case end
  case action
  case input
  /// A state that changed without an action.
  case external
  /// A state line that begins with its patch.
  case patch
  /// A state line that begins with the whole state.
  case keyframe
  /// The end of an action whose state is not recorded.
  case reduced
  case note
  case gap
  case travel
  /// The types of the values in the lines behind it.
  case types
  /// A dispatch that took long, with its subscribers.
  case held
  /// A whole state, told again behind later lines.
  case laterKeyframe
  /// A line of a later version, with members that this one does not know.
  case unknown

  /// Reads the kind of a line.
  ///
  /// The kinds are tried in the order of their cases: the end of a replay may name a missing input, and an
  /// external change is an `after` line, too.
  init(of line: JSONObject) {
    var first = Self.ordered.count
    for member in line.members {
      first = min(first, Self.order[member.key] ?? first)
      if first == 0 { break }
    }
    let kind = first < Self.ordered.count ? Self.ordered[first] : .unknown
    self = kind == .patch && line.beginsWithState ? .keyframe : kind
  }

  private static let ordered = allCases
  /// The index of the first kind that is known by a member.
  private static let order = Dictionary(
    ordered.enumerated().compactMap { index, kind in kind.marker.map { ($0, index) } },
    uniquingKeysWith: min
  )

  /// The member by which a line of this kind is known; nil for an unknown one.
  package var marker: String? {
    switch self {
    case .header: "rewind"
    case .end: "end"
    case .action: "action"
    case .input: "input"
    case .external: "external"
    case .patch, .keyframe: "after"
    case .reduced: "reduced"
    case .note: "note"
    case .gap: "gap"
    case .travel: "travel"
    case .types: "types"
    case .held: "held"
    case .laterKeyframe: "keyframe"
    case .unknown: nil
    }
  }

  /// The members with a type that the format fixes and ``SessionLine`` does not insist on.
  package var optionalMembers: [(name: String, type: MemberType)] {
    switch self {
    case .header:
      [
        ("rewind", .one), ("session", .string), ("app", .string), ("started", .string),
        ("store", .string), ("attach", .string), ("stateLines", .string), ("segment", .count),
        ("build", .string), ("timeZone", .string), ("locale", .string),
        ("configuration", .string), ("device", .string), ("refreshRate", .count),
        ("lowPower", .bool), ("thermal", .string),
      ]
    case .action:
      [
        ("time", .number), ("source", .string), ("cause", .cause), ("subscribed", .cause),
        ("origin", .cause), ("overlap", .bool), ("form", .string),
      ]
    case .patch, .keyframe: [("wall", .string), ("made", .bool), ("took", .seconds)]
    case .external:
      [
        ("external", .isTrue), ("wall", .string), ("name", .string), ("source", .string),
        ("time", .number),
      ]
    case .note: [("time", .number)]
    case .gap: [("gap", .counts), ("why", .string), ("index", .count)]
    case .travel: [("to", .count), ("of", .count)]
    case .types: [("types", .object), ("state", .string), ("inputs", .object)]
    case .held: [("held", .seconds), ("index", .count), ("main", .isTrue)]
    case .laterKeyframe: [("keyframe", .count)]
    case .reduced: [("took", .seconds)]
    case .input, .end, .unknown: []
    }
  }

  /// The type of a member, in words for messages.
  package enum MemberType: String {
    case string = "a string"
    case number = "a number"
    case seconds = "a number of seconds from 0 on"
    case bool = "true or false"
    case isTrue = "true"
    case count = "a whole number from 0 on"
    case counts = "an object of whole numbers"
    case one = "the number 1"
    case object = "an object"
    case cause = "an action's number, or a store and a number"

    /// Returns true for a value of this type.
    package func admits(_ value: JSONValue) -> Bool {
      switch self {
      case .string: value.string != nil
      case .number: value.number != nil
      case .seconds: value.seconds != nil
      case .bool: value.bool != nil
      case .isTrue: value.bool == true
      case .count: value.int.map { (0...JSONObject.largestIndex).contains($0) } ?? false
      case .counts: value.object?.members.allSatisfy { Self.count.admits($0.value) } ?? false
      case .one: value.int == 1
      case .object: value.object != nil
      case .cause:
        Self.count.admits(value)
          || value["index"].map(Self.count.admits) ?? false && value["store"]?.string != nil
      }
    }
  }
}

extension JSONValue {
  /// The number, if it is a duration in seconds that a session can have: from 0 to thirty years.
  package var seconds: JSONNumber? { number.flatMap { (0..<1e9).contains($0.double) ? $0 : nil } }
}

/// A set of kinds of lines, as one number: a walk through a log asks it for each line.
package struct LineKinds: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt16 = 0

  package init(arrayLiteral kinds: LineKind...) {
    for kind in kinds { bits |= kind.bit }
  }

  package func contains(_ kind: LineKind) -> Bool { bits & kind.bit != 0 }
}

extension LineKind {
  fileprivate var bit: UInt16 { 1 << rawValue }
}

extension JSONObject {
  /// True if the whole state comes before the patch, or alone.
  fileprivate var beginsWithState: Bool {
    guard let state = position(of: "state") else { return false }
    return position(of: "patch").map { state < $0 } ?? true
  }
}
