import Foundation
import RewindCoding
import RewindJSON

extension ReflectedForm {
  /// Runs a replay that writes in the form of its log, so that the states of an old one can be compared.
  package static func using<Result>(_ form: Int, _ replay: () throws -> Result) rethrows -> Result {
    try $older.withValue(form == 1 ? FirstForm() : nil, operation: replay)
  }
}

/// A value in the first form, that of logs whose header has no `form`.
///
/// It differs from the current form for values in existentials, values with a custom mirror, and
/// texts of types other than `String`. Never changed, since logs in this form must always be
/// replayable.
struct FirstForm: OlderForm {
  /// The maximum nesting depth, as in encoding.
  private static let depthLimit = 128
  /// The maximum number of written elements of a collection: a larger state is unreadable.
  private static let widthLimit = 100_000

  /// The instances that are being written, outermost first.
  private var instances: [ObjectIdentifier] = []
  private var depth = 0

  /// Appends the JSON of any value.
  func write(_ value: Any, to bytes: inout [UInt8]) -> Bool {
    if let encodable = value as? any Encodable {
      JSONEncoding.write(encodable, to: &bytes)
      return false
    }
    var form = self
    form.json(value).write(to: &bytes)
    return true
  }

  /// Returns the JSON of any value.
  private mutating func json(_ value: Any) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { return ["$rewind": "too deep"] }
    if let optional = value as? any OptionalValue {
      return optional.anyValue.map { json($0) } ?? .null
    }
    if let encodable = value as? any Encodable {
      var bytes: [UInt8] = []
      JSONEncoding.write(encodable, to: &bytes)
      return (try? JSONValue(parsing: bytes)) ?? .null
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct: return .object(properties(mirror))
    case .class: return instance(value as AnyObject, mirror)
    case .enum: return enumCase(value, mirror)
    case .tuple: return tuple(mirror)
    case .collection: return .array(elements(mirror))
    case .set: return .array(elements(mirror).sortedByText())
    case .dictionary: return dictionary(mirror)
    default: return opaque(value)
    }
  }

  /// Returns the stored properties, under the names that `Codable` gives them: without the prefixes
  /// of wrappers and lazy storage.
  private mutating func properties(_ mirror: Mirror) -> JSONObject {
    var object = JSONObject()
    if let parent = mirror.superclassMirror,
      !parent.children.isEmpty || parent.superclassMirror != nil
    {
      object["super"] = .object(properties(parent))
    }
    for child in mirror.children {
      if let optional = child.value as? any OptionalValue, optional.anyValue == nil { continue }
      object[Self.name(child.label ?? "\(object.count)")] = json(child.value)
    }
    return object
  }

  private static func name(_ label: String) -> String {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) { return String(label.dropFirst(lazyPrefix.count)) }
    return label.hasPrefix("_") && label.count > 1 ? String(label.dropFirst()) : label
  }

  private mutating func instance(_ object: AnyObject, _ mirror: Mirror) -> JSONValue {
    if type(of: object) is NSError.Type, let error = object as? NSError { return error.json }
    let id = ObjectIdentifier(object)
    guard !instances.contains(id) else { return ["$rewind": "cycle"] }
    instances.append(id)
    defer { instances.removeLast() }
    return .object(properties(mirror))
  }

  private mutating func enumCase(_ value: Any, _ mirror: Mirror) -> JSONValue {
    guard let child = mirror.children.first, let label = child.label else {
      let name = EnumTag.caseName(of: value) ?? "\(value)"
      return .object(JSONObject([(name, JSONValue.object(JSONObject()))]))
    }
    // A case is two nested objects.
    depth += 1
    defer { depth -= 1 }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple else {
      return .object(JSONObject([(label, .object(JSONObject([("_0", json(child.value))])))]))
    }
    var object = JSONObject()
    for (place, child) in payload.children.enumerated() {
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_\(place)"
      if let optional = child.value as? any OptionalValue, optional.anyValue == nil { continue }
      object[label] = json(child.value)
    }
    return .object(JSONObject([(label, .object(object))]))
  }

  private mutating func tuple(_ mirror: Mirror) -> JSONValue {
    let children = Array(mirror.children)
    let labels = children.map { $0.label.flatMap { $0.hasPrefix(".") ? nil : $0 } }
    guard !labels.contains(nil), !children.isEmpty else {
      return .array(children.map { json($0.value) })
    }
    return .object(JSONObject(zip(labels, children).map { ($0 ?? "", json($1.value)) }))
  }

  private mutating func elements(_ mirror: Mirror) -> [JSONValue] {
    var elements: [JSONValue] = []
    for child in mirror.children {
      guard elements.count < Self.widthLimit else {
        let left = mirror.children.count - elements.count
        return elements + [["$rewind": "more", "count": JSONValue(left)]]
      }
      elements.append(json(child.value))
    }
    return elements
  }

  private mutating func dictionary(_ mirror: Mirror) -> JSONValue {
    var pairs: [(key: Any, value: JSONValue)] = []
    for child in mirror.children.prefix(Self.widthLimit) {
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard pair.count == 2 else { continue }
      pairs.append((pair[0], json(pair[1])))
    }
    let names = pairs.map { $0.key as? String ?? ($0.key as? Int).map(String.init) }
    guard names.contains(nil) else {
      let members = zip(names, pairs).map { ($0 ?? "", $1.value) }
      return .object(JSONObject(members.sorted { $0.0.precedesByCodePoints($1.0) }))
    }
    let flat = pairs.map { (key: json($0.key), value: $0.value) }
    return .array(
      flat.sorted { $0.key.text.precedesByCodePoints($1.key.text) }.flatMap { [$0.key, $0.value] }
    )
  }

  private mutating func opaque(_ value: Any) -> JSONValue {
    if let type = value as? Any.Type {
      return ["$rewind": "type", "name": .string(String(describing: type))]
    }
    let type = String(describing: Swift.type(of: value))
    if type.contains("->") { return ["$rewind": "closure"] }
    return ["$rewind": "opaque", "type": .string(type)]
  }
}

extension NSError {
  /// The domain, code and description; other contents may be anything, and may depend on the
  /// system's language.
  fileprivate var json: JSONValue {
    var object = JSONObject([("domain", .string(domain)), ("code", JSONValue(code))])
    if let description = userInfo[NSLocalizedDescriptionKey] as? String {
      object["description"] = .string(description)
    }
    return .object(object)
  }
}

extension [JSONValue] {
  fileprivate func sortedByText() -> [JSONValue] {
    map { (value: $0, text: $0.text) }.sorted { $0.text.precedesByCodePoints($1.text) }.map(\.value)
  }
}

/// An optional of any wrapped type.
private protocol OptionalValue {
  var anyValue: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var anyValue: Any? { self }
}
