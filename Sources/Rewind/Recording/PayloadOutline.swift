import Foundation
import RewindCoding
import RewindJSON

/// The declared parts of an action that is written by reflection, where its payload does not show them:
/// members that are nil, which it leaves out, parts that `Codable` writes, and texts, tuples, dictionaries
/// and empty structures that it does not.
///
/// An outline is for `rewind decoders` only. An object has the members of a structure, in the order in
/// which they are declared, or one case, with a period before its name, and an array has elements; `true`
/// is a part that `Codable` writes, `"text"` one made of a text, such as a `Character`, `null` one that is
/// nil, and `false` one of which nothing is known. A tuple has its parts, as a case has them, under `()`, and a
/// dictionary that is not `Codable` its elements under `[:]`. It has no values.
///
/// ```
/// Book(seat: nil, guest: Guest("Ann"), notes: [])     {"seat":null,"guest":true,"notes":true}
/// ```
struct PayloadOutline {
  /// True if the payload does not show all of it.
  private var isNeeded = false

  private static let depthLimit = 8
  /// The first elements of a list stand for all.
  private static let elementLimit = 4

  /// Returns the outline of an action; nil if its payload shows as much.
  static func outline(of action: Any) -> JSONValue? {
    var outline = PayloadOutline()
    let made = outline.outline(of: action, depth: 0)
    // `nil` would be a JSON value as well.
    return outline.isNeeded ? .some(made) : .none
  }

  private mutating func outline(of value: Any, depth: Int) -> JSONValue {
    let mirror = Mirror(reflecting: value)
    let isCoded = value is any Encodable && !ReflectedTypes.contains(type(of: value))
    if mirror.displayStyle == .optional {
      if let some = mirror.children.first { return outline(of: some.value, depth: depth) }
      isNeeded = true
      return isCoded ? true : .null
    }
    if isCoded {
      isNeeded = isNeeded || hasParts(value)
      return true
    }
    if value is Character || value is Substring || value is Unicode.Scalar {
      isNeeded = true
      return "text"
    }
    guard depth < Self.depthLimit, !(value is any CustomReflectable) || isStandard(value) else {
      return false
    }
    switch mirror.displayStyle {
    case .struct: return members(mirror, depth)
    // The objects of Foundation, and key paths, are written in forms of their own.
    case .class:
      let hasOwnForm = type(of: value) is NSObject.Type || value is AnyKeyPath
      return hasOwnForm ? false : object(mirror, depth)
    case .enum: return enumCase(value, mirror, depth)
    case .collection:
      let elements = mirror.children.prefix(Self.elementLimit)
      return .array(elements.map { outline(of: $0.value, depth: depth + 1) })
    case .dictionary:
      guard let values = values(mirror, depth) else { return false }
      isNeeded = true
      return ["[:]": values]
    case .tuple:
      isNeeded = true
      return ["()": tuple(mirror, depth)]
    default: return false
    }
  }

  private mutating func members(_ mirror: Mirror, _ depth: Int) -> JSONValue {
    let labels = mirror.children.compactMap(\.label)
    guard labels.count == mirror.children.count else { return false }
    // An empty dictionary looks the same.
    if depth > 0, labels.isEmpty { isNeeded = true }
    var members: [(String, JSONValue)] = []
    for (index, (name, child)) in zip(MemberNames(labels).names, mirror.children).enumerated() {
      let name = CaseValue.name(name, at: index)
      members.append((name, outline(of: child.value, depth: depth + 1)))
    }
    return .object(JSONObject(members))
  }

  /// Returns the outlines of a dictionary's first values; nil if it is empty, or its keys are no texts.
  private mutating func values(_ mirror: Mirror, _ depth: Int) -> JSONValue? {
    let pairs = mirror.children.prefix(Self.elementLimit)
      .compactMap { $0.value as? (key: AnyHashable, value: Any) }
    guard !pairs.isEmpty, pairs.allSatisfy({ $0.key is String }) else { return nil }
    return .array(pairs.map { outline(of: $0.value, depth: depth + 1) })
  }

  /// Returns the outlines of a tuple's parts; it is written as a list unless all have labels.
  private mutating func tuple(_ mirror: Mirror, _ depth: Int) -> JSONValue {
    let isObject = mirror.children.allSatisfy { $0.label?.hasPrefix(".") == false }
    let parts = mirror.children.enumerated().map { index, child in
      (isObject ? child.label ?? "" : "_\(index)", outline(of: child.value, depth: depth + 1))
    }
    return .object(JSONObject(parts))
  }

  /// Returns the outline of an instance; inherited members are under `super`, as in its payload.
  private mutating func object(_ mirror: Mirror, _ depth: Int) -> JSONValue {
    guard mirror.readableChildren.count == mirror.children.count,
      var object = members(mirror, depth).object
    else { return false }
    if let parent = mirror.superclassMirror, parent.subjectType is AnyClass,
      let inherited = self.object(parent, depth).object, !inherited.isEmpty
    {
      object["super"] = .object(inherited)
    }
    return .object(object)
  }

  private mutating func enumCase(_ value: Any, _ mirror: Mirror, _ depth: Int) -> JSONValue {
    guard let child = mirror.children.first, let name = child.label else {
      return EnumTag.caseName(of: value).map { [".\($0)": [:]] } ?? false
    }
    let payload = Mirror(reflecting: child.value)
    let members =
      payload.displayStyle == .tuple
      ? members(payload, depth) : ["_0": outline(of: child.value, depth: depth + 1)]
    // A structure in a structure looks the same.
    if depth > 0, payload.displayStyle == .tuple { isNeeded = true }
    return .object(JSONObject([(".\(name)", members)]))
  }

  private func isStandard(_ value: Any) -> Bool {
    TypeName.reflected(type(of: value)).hasPrefix("Swift.")
  }

  /// True if a value that `Codable` writes looks in JSON like one that reflection writes in parts.
  private func hasParts(_ value: Any) -> Bool {
    switch value {
    case is UUID, is Date, is Data, is URL, is Decimal: return false
    default: break
    }
    let mirror = Mirror(reflecting: value)
    guard isStandard(value), mirror.displayStyle != .dictionary else { return true }
    return mirror.children.prefix(Self.elementLimit).contains { hasParts($0.value) }
  }
}

/// The outlines that a log has already.
struct WrittenOutlines {
  private var counts: [[UInt8]: Int] = [:]
  private var written: [ObjectIdentifier: Set<JSONValue>] = [:]

  /// The actions of a name that are looked at; later ones rarely show anything new.
  private static let limit = 64

  /// Returns the outline of an action, recorded under a name, if the log does not have it yet.
  mutating func next(for action: Any, named name: [UInt8]) -> JSONValue? {
    let count = counts[name, default: 0]
    guard count < Self.limit, !(action is any ActionForm) else { return nil }
    counts[name] = count + 1
    guard let outline = PayloadOutline.outline(of: action),
      written[ObjectIdentifier(type(of: action)), default: []].insert(outline).inserted
    else { return nil }
    return outline
  }
}
