import RewindJSON
import RewindTimeline

/// What only the values of a log tell of its types: what stood in existentials, and what bindings set.
struct OpenedTypes {
  /// A type of which a value stood in an existential.
  struct Content: Hashable {
    let type: String
    /// True if it is an error of Foundation's, such as `URLError`, which is made of an `NSError`.
    let isStoredError: Bool
  }

  /// The types by the name of the existential, in the order of their first value.
  private(set) var contents: [String: [Content]] = [:]
  /// The names in the key paths that the actions of a type of binding set, such as `settings.name`, sorted.
  private(set) var properties: [String: [String]] = [:]

  static let bindingAction = "BindingAction"

  /// Looks through a value of a type.
  mutating func look(at value: JSONValue, of type: String, in types: RecordedTypes) {
    if type.hasPrefix("\(Self.bindingAction)<") { return addProperty(of: value, type) }
    switch (TypeForm(type), value) {
    case (_, .null), (.function, _): return
    case (.optional(let wrapped), _): look(at: value, of: wrapped, in: types)
    case (.list(_, let element), .array(let values)):
      for value in values { look(at: value, of: element, in: types) }
    case (.dictionary(_, let element), .object(let object)):
      for member in object.members { look(at: member.value, of: element, in: types) }
    case (.dictionary(let key, let element), .array(let values)):
      for (index, value) in values.enumerated() {
        look(at: value, of: index.isMultiple(of: 2) ? key : element, in: types)
      }
    case (.tuple(let members), _):
      for (index, member) in members.enumerated() {
        look(at: value.member(member.label, at: index), of: member.type, in: types)
      }
    case (.named, _):
      if let arguments = type.resultArguments, let sole = value.object?.members.first {
        let argument = arguments[sole.key == "success" ? 0 : 1]
        return look(at: sole.value["_0"] ?? .null, of: argument, in: types)
      }
      if let declaration = types.declaration(of: type) {
        look(at: value, of: declaration, type, types)
      }
    default: return
    }
  }

  private mutating func look(
    at value: JSONValue,
    of declaration: TypeDeclaration,
    _ type: String,
    _ types: RecordedTypes
  ) {
    switch declaration.form {
    case .existential: open(value, in: type, types)
    case _ where declaration.isCoded: return
    // An instance of a subclass.
    case .structure where value["$type"] != nil && value["$type"]?.string != type:
      open(value, in: type, types)
    case .structure(let members):
      if let element = declaration.elements, let values = value.array {
        for value in values { look(at: value, of: element, in: types) }
      }
      for member in members { look(at: value[member.name] ?? .null, of: member.type, in: types) }
    case .enumeration(let cases):
      guard let sole = value.object?.members.first,
        let found = cases.first(where: { $0.name == sole.key })
      else { return }
      for member in found.payload {
        look(at: sole.value[member.name] ?? .null, of: member.type, in: types)
      }
    case .rawValues, .opaque: return
    }
  }

  private mutating func open(_ value: JSONValue, in existential: String, _ types: RecordedTypes) {
    let type = value["$type"]?.string
    guard let name = type ?? (value["domain"] != nil && value["code"] != nil ? "NSError" : nil)
    else { return }
    // No value is of a protocol only.
    if case .existential? = types.declaration(of: name)?.form { return }
    let isStored = value["nsError"]?["domain"] != nil
    let content = Content(type: name, isStoredError: isStored)
    if contents[existential]?.contains(content) != true {
      contents[existential, default: []].append(content)
    }
    let parts = value.object?.members.filter { $0.key != "$type" } ?? []
    look(at: .object(JSONObject(parts.map { ($0.key, $0.value) })), of: name, in: types)
  }

  private mutating func addProperty(of value: JSONValue, _ type: String) {
    guard let path = value["keyPath"]?.string,
      let match = path.wholeMatch(of: #/\\[A-Za-z_]\w*\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)/#)
    else { return }
    let properties = Set(properties[type] ?? []).union([String(match.1)])
    self.properties[type] = properties.sorted()
  }
}

extension JSONValue {
  /// The part of a tuple, which is an object if each has a label.
  fileprivate func member(_ label: String?, at index: Int) -> JSONValue {
    if let array { return array.indices.contains(index) ? array[index] : .null }
    return label.flatMap { self[$0] } ?? .null
  }
}
