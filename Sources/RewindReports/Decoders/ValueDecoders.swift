import RewindCoding
import RewindJSON
import RewindText
import RewindTimeline

/// Swift that makes values of recorded ones, by their types: an expression for each, and a function for each type
/// that is not `Codable`.
///
/// ```
/// private func decodeSeat(_ recorded: JSONValue) throws -> Seat {
///   Seat(row: try recorded.value("row"), guest: try recorded.member("guest").optional { value in try decodeGuest(value) })
/// }
/// ```
struct ValueDecoders {
  /// Why no value of a type can be made.
  struct Obstacle {
    /// The part that is to blame.
    let pointer: Pointer
    /// What it is: `a function`.
    let reason: String

    var words: String { "\(pointer.tokens.isEmpty ? "it" : pointer.description) is \(reason)" }

    fileprivate func below(_ names: String...) -> Obstacle {
      Obstacle(pointer: Pointer(tokens: names + pointer.tokens), reason: reason)
    }
  }

  let types: RecordedTypes
  let opened: OpenedTypes
  /// The functions by the types that they make.
  private var functions: [String: SwiftSource] = [:]
  private var taken: Set<String> = []
  /// The types whose functions are not written yet.
  private var rest: [String] = []
  /// What a person has to write: the cases that are comments.
  private(set) var warnings: [String] = []
  /// The key paths of the properties that actions set, with their names: a program for a store has none of its own.
  private(set) var names: [SwiftSource] = []
  /// True if there is an ID of an element of the Composable Architecture's stacks.
  private(set) var hasStackIDs = false

  /// Types that are made of texts.
  private static let texts: Set<String> = ["Character", "Substring", "Unicode.Scalar"]

  init(_ types: RecordedTypes, _ opened: OpenedTypes) {
    (self.types, self.opened) = (types, opened)
  }

  /// Writes the functions that the expressions so far call, and those that these call.
  mutating func writeFunctions() -> [SwiftSource] {
    var lines: [SwiftSource] = []
    while !rest.isEmpty {
      let type = rest.removeFirst()
      guard let declaration = types.declaration(of: type), let name = functions[type],
        let swift = type.swiftType
      else { continue }
      let head: SwiftSource = "private func \(name)(_ recorded: JSONValue) throws -> \(swift) {"
      let isLong = head.text.count > SwiftExpression.width
      lines +=
        isLong
        ? ["", "private func \(name)(", "  _ recorded: JSONValue", ") throws -> \(swift) {"]
        : ["", head]
      lines += body(of: type, swift, declaration) + ["}"]
    }
    return lines
  }

  /// Returns the name of the function that makes values of a type.
  mutating func function(of type: String) -> SwiftSource {
    if let name = functions[type] { return name }
    let base = "decode" + type.replacing("()", with: "Void").swiftTypeName(prefix: "Type")
    var name = base
    var number = 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(base)\(number)"
    }
    functions[type] = SwiftSource(trusted: name)
    rest.append(type)
    return SwiftSource(trusted: name)
  }

  // MARK: - Expressions

  /// Returns an expression for a value of a type, whose type Swift infers.
  mutating func value(_ type: String, from source: Source) -> SwiftExpression {
    if isCoded(type) { return .text("try \(source.value)") }
    if Self.texts.contains(type) { return .text("try \(source.text)") }
    switch TypeForm(type) {
    case .optional(let wrapped):
      return closure("optional", of: source, wrapped, named: "value")
    case .list(let base, let element):
      let list = closure("list", of: source, element, named: "element")
      return base == "Array"
        ? list : .call(SwiftSource(trusted: base), [.init(label: nil, value: list)])
    case .dictionary(let key, let element):
      guard !["String", "Int"].contains(key) else {
        return closure("dictionary", of: source, element, named: "element")
      }
      let parts = [("keys", key), ("values", element)].map { label, type in
        let name = SwiftSource(trusted: type == key ? "key" : "element")
        return SwiftExpression.Argument(
          label: SwiftSource(trusted: label),
          value: .closure("", parameters: name, value(type, from: Source(name)))
        )
      }
      return .call("try \(source.path).dictionary", parts)
    case .tuple(let members):
      return .call("", arguments(named(members), from: Source(source.path)))
    case .function: return .text("throw RecordedValueError.unknownType(\(type.swiftLiteral))")
    case .named: return named(type, from: source)
    }
  }

  private mutating func closure(
    _ method: SwiftSource,
    of source: Source,
    _ type: String,
    named name: SwiftSource
  ) -> SwiftExpression {
    let inner = value(type, from: Source(name))
    return .closure("try \(source.path).\(method)", parameters: name, inner)
  }

  private mutating func named(_ type: String, from source: Source) -> SwiftExpression {
    if let arguments = type.resultArguments { return result(arguments, from: source) }
    if type.hasPrefix("\(OpenedTypes.bindingAction)<") { return binding(type, from: source) }
    if type == "NSError" { return .text("try \(source.path).nsError()") }
    guard let declaration = types.declaration(of: type) else {
      return .text("try \(source.value)")
    }
    if isOpened(type, declaration) { return existential(type, from: source) }
    return .text("try \(function(of: type))(\(source.path))")
  }

  private mutating func result(_ types: [String], from source: Source) -> SwiftExpression {
    let values = Source("values").member("_0")
    let made = zip(["success", "failure"], types).filter { obstacle(to: $0.1) == nil }
      .map { name, type in
        let head = SwiftSource(trusted: ".\(name)")
        return (
          name: name,
          SwiftExpression.call(head, [.init(label: nil, value: value(type, from: values))])
        )
      }
    return cases(made, of: source)
  }

  private func cases(
    _ made: [(name: String, SwiftExpression)],
    of source: Source,
    comments: [SwiftSource] = []
  ) -> SwiftExpression {
    .closure(
      "try \(source.path).enumCase",
      parameters: "name, values",
      .select(
        "name",
        made,
        comments: comments,
        otherwise: "throw RecordedValueError.unknownCase(name)"
      )
    )
  }

  /// Returns an expression for a value in an existential, by the types that were found in it.
  private mutating func existential(_ type: String, from source: Source) -> SwiftExpression {
    var made: [(name: String, SwiftExpression)] = []
    for content in contents(of: type) {
      guard let swift = content.type.swiftType else { continue }
      let expression: SwiftExpression
      if content.type == "NSError" {
        expression = .text("try value.nsError()")
      } else if content.isStoredError {
        expression = .text("\(swift)(_nsError: try value.member(\"nsError\").nsError())")
      } else if isCoded(content.type) {
        expression = .text("try value.value(as: \(swift).self)")
      } else {
        // Its type is known: neither an existential nor one of its subclasses.
        expression = .text("try \(function(of: content.type))(value)")
      }
      made.append((content.type, expression))
    }
    return .closure(
      "try \(source.path).existential",
      parameters: "type, value",
      .select("type", made, otherwise: "throw RecordedValueError.unknownType(type)")
    )
  }

  /// True for an existential, and for a class of which subclasses were recorded.
  private func isOpened(_ type: String, _ declaration: TypeDeclaration) -> Bool {
    if case .existential = declaration.form { return true }
    return opened.contents[type] != nil
  }

  /// The types that were found in an existential and can be made.
  private func contents(
    of existential: String,
    within outer: Set<String> = []
  ) -> [OpenedTypes.Content] {
    (opened.contents[existential] ?? []).filter { content in
      content.type.swiftType != nil
        && (content.type == "NSError" || content.isStoredError
          || obstacle(to: content.type, within: outer) == nil)
    }
  }

  /// Returns an expression for an action that sets a value of a state.
  private mutating func binding(_ type: String, from source: Source) -> SwiftExpression {
    var made: [(name: String, SwiftExpression)] = []
    let root = type.typeArguments.first ?? ""
    for property in opened.properties[type] ?? [] {
      let parts = property.split(separator: ".").map { String($0).swiftIdentifier }
      guard !parts.contains(nil) else { continue }
      let dotted = parts.compactMap(\.self).joined(separator: ".")
      let path: SwiftSource = "\\.\(dotted)"
      let set = self.type(of: property, in: root)
      guard set.map({ obstacle(to: $0) == nil }) ?? true else { continue }
      if let root = root.swiftType {
        let name: SwiftSource = "\\\(root).\(dotted): \(property.swiftLiteral)"
        if !names.contains(name) { names.append(name) }
      }
      let value = set.map { self.value($0, from: Source("value")) } ?? .text("try value.value()")
      made.append(
        (
          property,
          .call(".set", [.init(label: nil, value: .text(path)), .init(label: nil, value: value)])
        )
      )
    }
    return .closure(
      "try \(source.path).binding",
      parameters: "property, value",
      .select("property", made, otherwise: "throw RecordedValueError.unknownCase(property)")
    )
  }

  /// Returns the type at the end of a key path; nil where it is not told.
  private func type(of property: String, in state: String) -> String? {
    property.split(separator: ".").reduce(state as String?) { type, name in
      type.flatMap { type in
        guard case .structure(let members)? = types.declaration(of: type)?.form,
          let member = members.first(where: { $0.name == name })
        else { return nil }
        return types.declaration(of: member.type)?.wrapped?.type ?? member.type
      }
    }
  }

  // MARK: - Functions

  private mutating func body(
    of type: String,
    _ swift: SwiftSource,
    _ declaration: TypeDeclaration
  ) -> [SwiftSource] {
    let source = Source("recorded")
    if let elements = declaration.elements {
      // Only the Composable Architecture's have a label: their elements are told apart by their IDs.
      let label: SwiftSource? = type.hasPrefix("IdentifiedArray<") ? "uniqueElements" : nil
      let list = closure("list", of: source, elements, named: "element")
      return SwiftExpression.call(swift, [.init(label: label, value: list)]).lines(indent: 2)
    }
    switch declaration.form {
    case .structure(let members):
      if type == "StackElementID" { hasStackIDs = true }
      return SwiftExpression.call(swift, arguments(members, from: source)).lines(indent: 2)
    case .enumeration(let all):
      var made: [(name: String, SwiftExpression)] = []
      var comments: [SwiftSource] = []
      for enumCase in all {
        if let obstacle = obstacle(to: enumCase) {
          warnings.append("\(type): \(obstacle.words): write this case, or leave it out.")
          comments.append("// case \(enumCase.name.swiftLiteral): \(obstacle.words.swiftComment)")
        } else if let name = enumCase.name.swiftIdentifier {
          let arguments = arguments(enumCase.payload, from: Source("values"))
          made.append(
            (enumCase.name, arguments.isEmpty ? .text(".\(name)") : .call(".\(name)", arguments))
          )
        }
      }
      return cases(made, of: source, comments: comments).lines(indent: 2)
    case .rawValues, .existential, .opaque: return []
    }
  }

  /// Returns the arguments of an initializer: an object's own properties, then those that it inherits.
  private mutating func arguments(
    _ members: [TypeDeclaration.Member],
    from source: Source
  ) -> [SwiftExpression.Argument] {
    var arguments: [SwiftExpression.Argument] = []
    for member in members where member.name != "super" {
      let place = source.member(member.name)
      // The initializer takes the value of a property with a wrapper.
      let wrapped = types.declaration(of: member.type)?.wrapped
      let made =
        wrapped.map { value($0.type, from: Source(place.path).member($0.name)) }
        ?? value(Self.presented(by: member.type) ?? member.type, from: place)
      let label = CaseValue.index(ofName: member.name) == nil ? member.name.swiftIdentifier : nil
      arguments.append(.init(label: label, value: made))
    }
    if let parent = members.first(where: { $0.name == "super" }),
      case .structure(let inherited)? = types.declaration(of: parent.type)?.form
    {
      arguments += self.arguments(inherited, from: Source(source.member("super").path))
    }
    return arguments
  }

  /// Returns the type of what a wrapper of the Composable Architecture presents, as its mirror shows it; nil for others.
  private static func presented(by type: String) -> String? {
    type.hasPrefix("PresentationState<") ? type.typeArguments.first.map { $0 + "?" } : nil
  }

  private func named(_ members: [TypeForm.TupleMember]) -> [TypeDeclaration.Member] {
    members.enumerated().map { index, member in
      TypeDeclaration.Member(CaseValue.name(member.label, at: index), member.type)
    }
  }

  /// A Swift expression for a recorded value, or for a member of it.
  struct Source {
    private let object: SwiftSource
    private let key: String?

    init(_ object: SwiftSource, key: String? = nil) {
      (self.object, self.key) = (object, key)
    }

    func member(_ name: String) -> Source { Source(path, key: name) }

    /// The value as JSON.
    var path: SwiftSource { key.map { "\(object).member(\($0.swiftLiteral))" } ?? object }
    /// The value as the expected type.
    var value: SwiftSource { call("value") }
    /// The value as the expected type, made of a text.
    var text: SwiftSource { call("text") }

    private func call(_ method: SwiftSource) -> SwiftSource {
      "\(object).\(method)(\(key?.swiftLiteral ?? ""))"
    }
  }
}

// MARK: - What cannot be made

extension ValueDecoders {
  /// True if `Codable` writes and reads the values of a type.
  func isCoded(_ type: String) -> Bool {
    switch TypeForm(type) {
    case .optional(let wrapped): return isCoded(wrapped)
    case .list(_, let element): return isCoded(element)
    case .dictionary(let key, let value): return isCoded(key) && isCoded(value)
    case .tuple, .function: return false
    case .named:
      if Self.texts.contains(type) || type.resultArguments != nil { return false }
      return types.declaration(of: type).map { $0.isCoded && $0.isDecodable } ?? true
    }
  }

  /// Returns why no value of a type can be made; nil if nothing speaks against it.
  func obstacle(to type: String) -> Obstacle? { obstacle(to: type, within: []) }

  private func obstacle(to type: String, within outer: Set<String>) -> Obstacle? {
    if isCoded(type) || Self.texts.contains(type) || outer.contains(type) { return nil }
    func failure(_ reason: String) -> Obstacle { Obstacle(pointer: .root, reason: reason) }
    switch TypeForm(type) {
    case .optional(let wrapped): return obstacle(to: wrapped, within: outer)
    case .list(_, let element): return obstacle(to: element, within: outer)?.below("*")
    case .dictionary(let key, let value):
      return [key, value].compactMap { obstacle(to: $0, within: outer)?.below("*") }.first
    case .tuple(let members): return obstacle(to: named(members), within: outer)
    case .function: return failure("a function")
    case .named: break
    }
    if let arguments = type.resultArguments {
      let obstacles = arguments.map { obstacle(to: $0, within: outer) }
      return obstacles.contains { $0 == nil } ? nil : obstacles.first?.map { $0 }
    }
    if type == "NSError" { return nil }
    if type.hasPrefix("\(OpenedTypes.bindingAction)<") {
      return opened.properties[type] == nil ? failure("a binding that was not recorded") : nil
    }
    guard let declaration = types.declaration(of: type) else { return nil }
    return obstacle(to: declaration, type, within: outer.union([type]))
  }

  private func obstacle(
    to declaration: TypeDeclaration,
    _ type: String,
    within outer: Set<String>
  ) -> Obstacle? {
    func failure(_ reason: String) -> Obstacle { Obstacle(pointer: .root, reason: reason) }
    if case .existential = declaration.form {
      return contents(of: type, within: outer).isEmpty
        ? failure("an existential (\(type)) without a value") : nil
    }
    if declaration.isPrivate { return failure("of a private type (\(type))") }
    if let element = declaration.elements {
      return obstacle(to: element, within: outer)?.below("*")
    }
    guard type.swiftType != nil else {
      return failure("of a type that Swift cannot name (\(type))")
    }
    switch declaration.form {
    case .structure(let members):
      // What `Codable` writes by hand, or a mirror of its own shows, need not be the members.
      guard members.allSatisfy({ $0.mark == nil }) else {
        return failure(
          declaration.isCoded
            ? "Encodable and not Decodable (\(type))" : "\(type), whose mirror is its own"
        )
      }
      return obstacle(to: members, within: outer)
    case .enumeration(let cases):
      let obstacles = cases.map { obstacle(to: $0, within: outer) }
      return obstacles.contains { $0 == nil } ? nil : obstacles.first?.map { $0 }
    case .rawValues: return failure("Encodable and not Decodable (\(type))")
    case .existential, .opaque: return failure("\(type), which is not Codable")
    }
  }

  private func obstacle(
    to enumCase: TypeDeclaration.Case,
    within outer: Set<String> = []
  ) -> Obstacle? {
    guard enumCase.name.swiftIdentifier != nil else {
      return Obstacle(pointer: Pointer(tokens: [enumCase.name]), reason: "no name in Swift")
    }
    return obstacle(to: enumCase.payload, within: outer)?.below(enumCase.name)
  }

  private func obstacle(
    to members: [TypeDeclaration.Member],
    within outer: Set<String>
  ) -> Obstacle? {
    for member in members {
      if member.name == "super",
        case .structure(let inherited)? = types.declaration(of: member.type)?.form
      {
        guard !outer.contains(member.type) else {
          return Obstacle(pointer: Pointer(tokens: ["super"]), reason: "a class above itself")
        }
        let outer = outer.union([member.type])
        if let obstacle = obstacle(to: inherited, within: outer) { return obstacle.below("super") }
        continue
      }
      guard member.name.swiftIdentifier != nil else {
        return Obstacle(pointer: Pointer(tokens: [member.name]), reason: "no name in Swift")
      }
      let type =
        types.declaration(of: member.type)?.wrapped?.type ?? Self.presented(by: member.type)
        ?? member.type
      if let obstacle = obstacle(to: type, within: outer) { return obstacle.below(member.name) }
    }
    return nil
  }
}
