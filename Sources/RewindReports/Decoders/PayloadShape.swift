import RewindCoding
import RewindJSON
import RewindText

/// The common shape of all values of one member of payloads.
///
/// A log has JSON without types, so this distinguishes structures, cases of enums, lists and single
/// values by the contents of all its values.
struct PayloadShape {
  /// The way to decode a value.
  indirect enum Kind {
    /// As a whole, by its type's `Decodable` conformance, or by its text: single values, dictionaries, lists of
    /// those.
    case whole
    case structure
    /// As a case of an enum.
    case cases
    /// Element by element; those of a dictionary too.
    case list(PayloadShape)
    /// As a value in an existential (`any Destination`): by the names of the types that were found in it.
    case existential([Member])
    /// As an `NSError`, by its domain and code.
    case error
    /// As a `BindingAction` that sets a value of a state: by the names in its key path.
    case binding([Member])
  }

  struct Member {
    let name: String
    let shape: PayloadShape

    /// True for the property in which Foundation's errors, such as `URLError`, have their `NSError`.
    var isStoredError: Bool { name == "nsError" && shape.isPlainError }

    /// The name as the end of a key path; nil if one of its parts is not an identifier.
    var path: SwiftSource? {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        .map { String($0).swiftIdentifier }
      return parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: ".")
    }

    /// True if its value cannot be an argument; the members of a superclass are arguments of their own.
    var isLost: Bool {
      name.swiftIdentifier == nil || shape.isLost
        || name == "super" && shape.members.contains(where: \.isLost)
    }

    /// True if it cannot be a case of an enum, or one of the case's values cannot be an argument.
    var isLostCase: Bool {
      name.swiftIdentifier == nil || shape.isLost || shape.members.contains(where: \.isLost)
    }
  }

  /// True if a value was nil or left out.
  private(set) var isOptional = false
  /// The values, without those in them, that cannot be decoded, such as `closure`.
  private var ownMarks: [(pointer: Pointer, mark: String)] = []

  /// True if `Codable` wrote the values.
  private var isCoded = false
  /// True if the recorder has said that a value was nil.
  private var isKnownNil = false
  /// True if the values are made of texts, without `Codable`.
  private(set) var isText = false
  private(set) var isTuple = false
  /// True if the objects have texts as keys, and the values are not `Codable`; these are the elements.
  private(set) var isDictionary = false
  /// True if the recorder has said which members an object has, even if that is none.
  private var isDeclared = false
  private var hasSingles = false
  private var objects = 0
  private var widest = 0
  private var order: [String] = []
  private var shapes: [String: PayloadShape] = [:]
  private var elements: [PayloadShape] = []
  /// The values in an existential, by the names of their types, and these in the order of their occurrence.
  private var opened: [String: PayloadShape] = [:]
  private var typeNames: [String] = []
  /// The values that a `BindingAction` sets, by the names in their key paths: `settings.name`.
  private var bound: [String: PayloadShape] = [:]
  /// True if the action's name says that this is the case of an enum.
  private var isCase = false

  /// More members than this are keys of a dictionary: no initializer has as many parameters.
  private static let memberLimit = 64
  /// The number of pointers to view-only values to keep for messages.
  private static let markLimit = 8

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The value's enum cases according to the action's name, outermost first.
  ///   - pointer: The value's pointer in the payload.
  mutating func add(
    _ value: JSONValue,
    path: ArraySlice<String> = [],
    at pointer: Pointer = .root
  ) {
    switch value {
    case .null:
      isOptional = true
    case .bool, .number, .string:
      hasSingles = true
    case .array(let values) where isTuple:
      add(values.namedByIndex, path, pointer)
    case .array(let values):
      if elements.isEmpty { elements = [PayloadShape()] }
      for (index, value) in values.enumerated() {
        elements[0].add(value, at: pointer.appending(index))
      }
    case .object(let object):
      add(object, path, pointer)
    }
  }

  /// Adds the recorder's outline of a value's declared parts; an existential's belong to its type.
  mutating func add(outline: JSONValue, of value: JSONValue) {
    switch outline {
    case .null: (isOptional, isKnownNil) = (true, true)
    case .string("text"): isText = true
    case .bool(true):
      guard let (type, _) = value.object?.opened else {
        isCoded = true
        return
      }
      open(type) { $0.isCoded = true }
    case .array(let outlines):
      if elements.isEmpty { elements = [PayloadShape()] }
      for (outline, value) in zip(outlines, value.array ?? []) {
        elements[0].add(outline: outline, of: value)
      }
    case .object(let object):
      if let (type, parts) = value.object?.opened {
        open(type) { $0.add(outline: outline, of: parts) }
        return
      }
      if let parts = object["()"] {
        isTuple = true
        return add(outline: parts, of: value.array.map { .object($0.namedByIndex) } ?? value)
      }
      if let elements = object["[:]"] {
        isDictionary = true
        return add(outline: elements, of: .array((value.object?.members ?? []).map(\.value)))
      }
      isDeclared = true
      widest = max(widest, object.count)
      let names = object.members.map { String($0.key.drop { $0 == "." }) }
      isCase = isCase || object.members.contains { $0.key.hasPrefix(".") }
      declare(names)
      for (name, member) in zip(names, object.members) {
        shapes[name]?.add(outline: member.value, of: value[name] ?? .null)
      }
    default: break
    }
  }

  /// Passes the shape of the values of a type in an existential to `body`.
  private mutating func open(_ type: String, _ body: (inout PayloadShape) -> Void) {
    if opened[type] == nil { typeNames.append(type) }
    body(&opened[type, default: PayloadShape()])
  }

  /// Notes the members of an object, in their order among those that are known.
  private mutating func declare(_ names: [String]) {
    for (index, name) in names.enumerated() where shapes[name] == nil {
      guard order.count < Self.memberLimit else { return }
      let neighbor =
        index > 0
        ? order.firstIndex(of: names[index - 1]).map { $0 + 1 }
        : names.first { shapes[$0] != nil }.flatMap { order.firstIndex(of: $0) }
      order.insert(name, at: neighbor ?? order.count)
      // Earlier objects did not have it.
      shapes[name] = PayloadShape(isOptional: objects > 1)
    }
  }

  private mutating func add(
    _ object: JSONObject,
    _ path: ArraySlice<String>,
    _ pointer: Pointer
  ) {
    if let mark = object["$rewind"]?.string {
      if ownMarks.count < Self.markLimit { ownMarks.append((pointer, mark)) }
      return
    }
    if isDictionary {
      if elements.isEmpty { elements = [PayloadShape()] }
      for member in object.members {
        elements[0].add(member.value, at: pointer.appending(member.key))
      }
      return
    }
    objects += 1
    if let property = object.boundProperty {
      bound[property, default: PayloadShape()].add(object["value"] ?? .null, at: pointer)
      return
    }
    if let (type, parts) = object.opened {
      return open(type) { $0.add(parts, at: pointer) }
    }
    widest = max(widest, object.count)
    if let name = path.first, object.count == 1, object[name] != nil { isCase = true }
    declare(object.members.map(\.key))
    for member in object.members {
      shapes[member.key]?.add(
        member.value,
        path: isCase && path.first == member.key
          ? path.dropFirst() : member.key == "_0" ? path : [],
        at: pointer.appending(member.key)
      )
    }
    for key in order where object[key] == nil { shapes[key]?.isOptional = true }
  }

  init(isOptional: Bool = false) {
    self.isOptional = isOptional
  }
}

// MARK: - What cannot be decoded

extension PayloadShape {
  /// The parts that cannot be decoded, with their pointers.
  var marks: [(pointer: Pointer, mark: String)] {
    let parts =
      elements.flatMap(\.marks) + order.flatMap { shapes[$0]?.marks ?? [] }
      + typeNames.flatMap { opened[$0]?.marks ?? [] }
    return Array((ownMarks + parts).prefix(Self.markLimit))
  }

  /// True if no value of this shape can be decoded: of an enum's cases, only those with such a part are
  /// lost.
  var isLost: Bool {
    guard ownMarks.isEmpty else { return true }
    return switch kind {
    case .error: false
    case .binding(let members): members.isEmpty
    case .whole: !marks.isEmpty
    case .list(let element): element.isLost
    case .structure: members.contains(where: \.isLost)
    case .cases: !members.isEmpty && members.allSatisfy(\.isLostCase)
    case .existential(let types): types.allSatisfy(\.shape.isLost)
    }
  }

  /// The parts that Swift cannot name where a name has to be: a case, an argument, the target of a binding, a
  /// type in an existential.
  func unnamed(isEnum: Bool = false, at pointer: Pointer = .root) -> [Pointer] {
    func unnamed(_ members: [Member], at pointer: Pointer, areCases: Bool) -> [Pointer] {
      members.flatMap { member -> [Pointer] in
        let inner = pointer.appending(member.name)
        if member.name.swiftIdentifier == nil { return [inner] }
        return areCases || member.name == "super"
          ? unnamed(member.shape.members, at: inner, areCases: false)
          : member.shape.unnamed(at: inner)
      }
    }
    if isEnum { return unnamed(members, at: pointer, areCases: true) }
    switch kind {
    case .whole, .error: return []
    case .list(let element): return element.unnamed(at: pointer.appending("*"))
    case .structure: return unnamed(members, at: pointer, areCases: false)
    case .cases: return unnamed(members, at: pointer, areCases: true)
    case .existential(let types):
      return typeNames.filter { $0.swiftType == nil }.map { pointer.appending($0) }
        + types.flatMap { $0.shape.unnamed(at: pointer.appending($0.name)) }
    case .binding:
      return bound.keys.sorted().filter { Member(name: $0, shape: self).path == nil }
        .map { pointer.appending($0) }
    }
  }

  /// True if all values were nil, and of a type that is not `Codable`.
  var isAlwaysNil: Bool {
    isKnownNil && !isCoded && !hasSingles && objects == 0 && elements.isEmpty && ownMarks.isEmpty
  }

  /// The pointers at which only nil was recorded.
  func nilPointers(at pointer: Pointer = .root) -> [Pointer] {
    if isAlwaysNil { return [pointer] }
    if case .list(let element) = kind { return element.nilPointers(at: pointer.appending("*")) }
    return members.filter { !$0.shape.isLost }
      .flatMap { $0.shape.nilPointers(at: pointer.appending($0.name)) }
  }
}

extension PayloadShape {
  /// The way to decode a value of this shape.
  var kind: Kind {
    if !bound.isEmpty {
      return .binding(
        bound.sorted { $0.key < $1.key }.map { Member(name: $0.key, shape: $0.value) }
          .filter { !$0.shape.isLost && $0.path != nil }
      )
    }
    if !opened.isEmpty {
      let named = typeNames.filter { $0.swiftType != nil }
        .compactMap { name in opened[name].map { Member(name: name, shape: $0) } }
      var unnamed = self
      unnamed.opened = [:]
      return .existential(
        named + (unnamed.isPlainError ? [Member(name: "NSError", shape: unnamed)] : [])
      )
    }
    if isTuple { return .structure }
    if isDictionary, let element = elements.first { return .list(element) }
    if isPlainError { return .error }
    if isCoded || hasSingles || objects > 0 && !elements.isEmpty { return .whole }
    if let element = elements.first {
      if case .whole = element.kind, !element.isText { return .whole }
      return .list(element)
    }
    guard objects > 0, order.count < Self.memberLimit,
      order.allSatisfy({ $0.swiftIdentifier != nil })
    else {
      return .whole
    }
    return looksLikeCases ? .cases : .structure
  }

  /// The members of the objects: properties, or cases.
  var members: [Member] {
    order.compactMap { name in shapes[name].map { Member(name: name, shape: $0) } }
  }

  /// True if the objects look like `{"case":{…}}`, as enums are written.
  ///
  /// A structure with one member that is a structure looks the same. So the case has to be empty, have an
  /// unlabeled value, or be one of several cases.
  private var looksLikeCases: Bool {
    let members = members
    guard widest == 1, members.allSatisfy({ $0.shape.isObject }) else { return false }
    return isCase || members.count > 1
      || members.allSatisfy { $0.shape.order.allSatisfy { $0.hasPrefix("_") } }
  }

  /// True if this has the members that an `NSError` is written with.
  var isPlainError: Bool {
    !isCoded && isObject && shapes["domain"]?.hasSingles == true
      && shapes["code"]?.hasSingles == true
      && order.allSatisfy { ["domain", "code", "description"].contains($0) }
  }

  /// True if an error of Foundation's is among the values, such as a `URLError`.
  var hasStoredErrors: Bool {
    members.contains { $0.isStoredError || $0.shape.hasStoredErrors }
      || elements.contains(where: \.hasStoredErrors)
      || opened.values.contains(where: \.hasStoredErrors)
  }

  /// True if an ID of an element of the Composable Architecture's stacks is among the values.
  var hasStackIDs: Bool {
    members.contains { $0.name == "id" && $0.shape.order == ["generation"] || $0.shape.hasStackIDs }
      || elements.contains(where: \.hasStackIDs) || opened.values.contains(where: \.hasStackIDs)
  }

  /// True if all objects were empty, as those of an empty dictionary are, and nothing else is known of them.
  var isUnknown: Bool { order.isEmpty && !isDeclared }

  /// True if the members include that under which a property wrapper has its value.
  var isWrapper: Bool { isObject && !isOptional && shapes["wrappedValue"] != nil }

  private var isObject: Bool {
    objects > 0 && !hasSingles && elements.isEmpty && opened.isEmpty
  }
}

extension [JSONValue] {
  /// The parts of a tuple, under `_0`, `_1`, ….
  fileprivate var namedByIndex: JSONObject {
    JSONObject(enumerated().map { (CaseValue.name(nil, at: $0), $1) })
  }
}

extension JSONObject {
  /// The name of the type of a value in an existential, and the value; nil if this is not one.
  fileprivate var opened: (type: String, value: JSONValue)? {
    guard let type = self["$type"]?.string else { return nil }
    return (
      type, .object(JSONObject(members.filter { $0.key != "$type" }.map { ($0.key, $0.value) }))
    )
  }

  /// The key path that a `BindingAction` sets, without the type that it begins with; nil if this is not one.
  fileprivate var boundProperty: String? {
    guard let path = self["keyPath"]?.string, self["value"] != nil,
      let match = path.wholeMatch(of: #/\\[A-Za-z_]\w*\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)/#)
    else { return nil }
    return String(match.1)
  }
}
