import Foundation
package import RewindJSON

/// The types of the values in a log, each of which it tells once.
///
/// ```
/// "Cart":    {"struct":[["items","[Item]"],["byName","[String: User]"],["note","String?"]]}
/// "Item":    {"struct":[["id","UUID"],["cached","Data","declared"],["title_key","String","written"]],"id":"id"}
/// "Filter":  {"enum":[["all"],["named",["_0","String"]],["priced",["from","Int"],["to","Int"]]]}
/// "Unit":    {"enum":[["kg"],["lb"]],"raw":"String","values":["kg","pound"]}
/// ```
///
/// It looks at declarations, as ``TypeGraph`` does, so that an empty list tells as much as a full one. A member has its
/// name in the log and its type; an instance of a subclass has what it inherits under `super`. `"declared"` marks one
/// that no value has shown under its name, as where `CodingKeys` or an `encode(to:)` leaves it out or calls it
/// something else, and `"written"` one that only `encode(to:)` knows. Where its keys are no enum, they may be made of
/// data: all of them are one member, `*`.
///
/// `"codable"` is true for a type that `Codable` writes, `"encode"` if it cannot be decoded; `"private"` for one that
/// no other file can name. Types of Swift and Foundation, and subclasses of `NSObject`, have their names only, or
/// `{"opaque":true}` if they are not `Codable`; protocols have `{"any":true}`. Where the runtime may not be asked
/// (``RuntimeAccess``), there are none.
package struct TypeCatalog {
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: [String: Int] = [:]

  private static let limit = 4_096
  /// The length of a name above which a type is not followed: a generic type may contain itself with ever longer
  /// arguments.
  private static let longestName = 500

  package init() {}

  /// Returns the types of which values of some types may consist, those that it has not returned before.
  ///
  /// O(types), and for each that is new some ten thousand instructions; it asks enums for their cases, which is the
  /// app's code.
  package mutating func newTypes(of types: [Any.Type], _ shown: LeftOutProperties) -> JSONObject {
    guard RuntimeAccess.isAllowed else { return JSONObject() }
    var found: [Any.Type] = []
    var rest = types
    while let next = rest.popLast(), names.count < Self.limit {
      if PartTypes.isScalar(next) { continue }
      guard names[ObjectIdentifier(next)] == nil else { continue }
      if isDescribed(next) || Self.leafMark(of: next) != nil {
        names[ObjectIdentifier(next)] = ""
        found.append(next)
      }
      rest += Self.parts(of: next) + (shown.keys[ObjectIdentifier(next)]?.members.map(\.type) ?? [])
    }
    name(found)
    return JSONObject(found.map { (name(of: $0), .object(description(of: $0, shown))) })
  }

  /// Returns a type's name in the log: `[String: User]`, `Filter`, `Item?`.
  package func name(of type: Any.Type) -> String {
    if let name = names[ObjectIdentifier(type)] { return name }
    if TypeKind(type) == .tuple, let layout = TypeLayout(of: type) {
      let parts = layout.fields.map { field in
        let type = self.name(of: field.type)
        return field.name.hasPrefix(".") ? type : "\(field.name): \(type)"
      }
      return "(" + parts.joined(separator: ", ") + ")"
    }
    let name = TypeName.readable(type)
    guard let container = StandardContainers.type(type) else { return name }
    let parts = container.parts.map { self.name(of: $0) }
    switch name.prefix(while: { $0 != "<" }) {
    case "Optional": return parts[0] + "?"
    case "Array": return "[\(parts[0])]"
    case "Dictionary" where parts.count == 2: return "[\(parts[0]): \(parts[1])]"
    case let base: return "\(base)<\(parts.joined(separator: ", "))>"
    }
  }

  /// Gives new types their names: two of one name have their modules, or else numbers.
  private mutating func name(_ types: [Any.Type]) {
    let short = types.map { TypeName.readable($0) }
    var counts: [String: Int] = [:]
    for name in short { counts[name, default: 0] += 1 }
    for (type, short) in zip(types, short) {
      var name = short
      if counts[short] != 1 || taken[short] != nil {
        name = TypeName.reflected(type).prefix { $0 != "." } + "." + short
      }
      let number = taken[name, default: 0] + 1
      taken[name] = number
      names[ObjectIdentifier(type)] = number == 1 ? name : "\(name)#\(number)"
    }
  }

  // MARK: - One type

  private func isDescribed(_ type: Any.Type) -> Bool {
    switch TypeKind(type) {
    case .structure, .enumeration, .instance:
      !TypeName.isOfSystem(type) && !(type is NSObject.Type)
        && TypeName.reflected(type).utf8.count < Self.longestName
    case .tuple, .function, .existential, .metatype, .other: false
    }
  }

  private static func parts(of type: Any.Type) -> [Any.Type] {
    let fields = fields(of: type).map(\.type)
    let cases = EnumLayout(of: type)?.cases.compactMap(\.payload) ?? []
    let name = TypeName.reflected(type)
    // To ask whether a type conforms to a protocol takes the runtime 200,000 instructions, once.
    let parts =
      name.contains("<")
      ? (type as? any PartedType.Type)?.parts ?? GenericArguments.of(type) : []
    guard !TypeName.isOfSystem(type), name.utf8.count < longestName else { return parts }
    let parent: Any.Type? = (type as? AnyClass).flatMap { _getSuperclass($0) }
    return fields + cases + parts + (parent.map { [$0] } ?? [])
  }

  /// The stored properties of a structure, a tuple or a class, without those of its superclass.
  private static func fields(of type: Any.Type) -> [TypeLayout.Field] {
    if TypeKind(type) == .tuple { return TypeLayout(of: type)?.fields ?? [] }
    return TypeLayout.declaredFields(of: type)
      .filter { !AddedProperty.isOne($0.name, $0.type, of: type) }
  }

  /// The mark of a type without parts that `Codable` does not write; nil for others.
  private static func leafMark(of type: Any.Type) -> String? {
    switch TypeKind(type) {
    case .existential: return "any"
    case .structure, .enumeration, .instance:
      let isCodable = type is any Encodable.Type && type is any Decodable.Type
      return isCodable || StandardContainers.type(type) != nil ? nil : "opaque"
    case .tuple, .function, .metatype, .other: return nil
    }
  }

  private func description(of type: Any.Type, _ shown: LeftOutProperties) -> JSONObject {
    var json = JSONObject()
    guard isDescribed(type) else {
      if let mark = Self.leafMark(of: type) { json[mark] = true }
      return json
    }
    let isCoded = type is any Encodable.Type && !ReflectedTypes.contains(type)
    addParts(of: type, isCoded, shown, to: &json)
    if isCoded { json["codable"] = type is any Decodable.Type ? true : "encode" }
    if TypeName.reflected(type).contains("(unknown context at ") { json["private"] = true }
    return json
  }

  private func addParts(
    of type: Any.Type,
    _ isCoded: Bool,
    _ shown: LeftOutProperties,
    to json: inout JSONObject
  ) {
    if TypeKind(type) == .enumeration {
      json["enum"] = .array(EnumLayout(of: type)?.cases.map(json(of:)) ?? [])
      addRawValues(of: type, to: &json)
      return
    }
    let keys = shown.keys[ObjectIdentifier(type)]
    let isSeen = !isCoded && !(type is any CustomReflectable.Type)
    let fields = Self.fields(of: type)
    let labels = MemberNames(fields.map(\.name)).names
    // A property wrapper's storage is `_name`; a key may be called either.
    let written = zip(labels, fields).map { label, field in
      [label, field.name].first { keys?.mayWrite($0) ?? false }
    }
    var members = fields.indices.map { index in
      let mark: JSONValue? = isSeen || written[index] != nil ? nil : "declared"
      return member(written[index] ?? labels[index], fields[index].type, mark)
    }
    if let type = type as? AnyClass, let parent = _getSuperclass(type), isDescribed(parent) {
      members.insert(member("super", parent, nil), at: 0)
    }
    members += writtenOnly(keys, besides: Set(labels + fields.map(\.name)))
    json["struct"] = .array(members)
    if let type = type as? any Identifiable.Type {
      let id = Self.idProperty(of: type, labels, fields, shown.ids[ObjectIdentifier(type)])
      json["id"] = id.map { index in
        // Under a key of another name, it is the only one of its type.
        let others = keys?.members.filter { !labels.contains($0.name) } ?? []
        let keyed = others.filter { $0.type == fields[index].type }
        let key = written[index] == nil && keyed.count == 1 ? keyed[0].name : nil
        return .string(written[index] ?? key ?? labels[index])
      }
    }
    if let list = type as? any Collection.Type { json["elements"] = .string(element(of: list)) }
  }

  /// Returns the property that identifies values: `id`, the one that a computed `id` returned, or the only one of its
  /// type; nil if that is not clear.
  private static func idProperty<Value: Identifiable>(
    of type: Value.Type,
    _ labels: [String],
    _ fields: [TypeLayout.Field],
    _ seen: String?
  ) -> Int? {
    if let stored = labels.firstIndex(of: "id") ?? fields.firstIndex(where: { $0.name == seen }) {
      return stored
    }
    let sameType = fields.indices.filter { fields[$0].type == Value.ID.self }
    return sameType.count == 1 ? sameType[0] : nil
  }

  private func member(_ label: String, _ type: Any.Type, _ mark: JSONValue?) -> JSONValue {
    .array([.string(label), .string(name(of: type))] + (mark.map { [$0] } ?? []))
  }

  /// The members that an `encode(to:)` has written and that are no properties.
  private func writtenOnly(_ keys: EncodedKeys?, besides names: Set<String>) -> [JSONValue] {
    let others = keys?.members.filter { !names.contains($0.name) } ?? []
    guard let first = others.first, let keys else { return [] }
    if keys.areNamed { return others.map { member($0.name, $0.type, "written") } }
    return [member("*", first.type, "written")]
  }

  private func element<List: Collection>(of type: List.Type) -> String {
    name(of: List.Element.self)
  }

  // MARK: - Enums

  private func json(of enumCase: EnumLayout.Case) -> JSONValue {
    var json: [JSONValue] = [.string(enumCase.name)]
    guard let payload = enumCase.payload else { return .array(json) }
    if TypeKind(payload) == .tuple, let layout = TypeLayout(of: payload) {
      for (index, field) in layout.fields.enumerated() {
        json.append(member(CaseValue.name(field.name, at: index), field.type, nil))
      }
    } else {
      json.append(member("_0", payload, nil))
    }
    return .array(json)
  }

  /// Adds the raw values where they are what is written.
  private func addRawValues(of type: Any.Type, to json: inout JSONObject) {
    guard let raw = type as? any RawRepresentable.Type, type is any Encodable.Type,
      !ReflectedTypes.contains(type)
    else { return }
    func add<Raw: RawRepresentable>(_ type: Raw.Type) {
      json["raw"] = .string(name(of: Raw.RawValue.self))
      guard let all = (type as? any CaseIterable.Type)?.allValues as? [Raw] else { return }
      let values: [JSONValue] = all.compactMap { value in
        switch value.rawValue {
        case let text as String: .string(text)
        case let number as any BinaryInteger: .number(JSONNumber(Int(truncatingIfNeeded: number)))
        default: nil
        }
      }
      if values.count == all.count { json["values"] = .array(values) }
    }
    add(raw)
  }
}

extension CaseIterable {
  fileprivate static var allValues: [Self] { Array(allCases) }
}
