import RewindCoding
import RewindText

/// Swift expressions that decode recorded values, based on their shapes.
enum DecoderExpressions {
  /// Returns an expression for an action of a type.
  static func action(_ type: RecordedType, _ payload: PayloadShape) -> SwiftExpression {
    let source = Source("payload")
    guard let name = type.name.swiftType else { return .text(unknown) }
    if type.isEnum { return matching(payload.members, name, from: source) }
    switch payload.kind {
    case .structure, .cases:
      return .call(name, arguments(payload.members, from: source))
    case .whole, .list, .binding, .existential, .error:
      return .text("try payload.value(as: \(name).self)")
    }
  }

  /// The source for a type without a name; such types are left out before.
  private static let unknown: SwiftSource = "throw RecordedValueError.unknownType(\"\")"

  /// Returns an expression for a value of a shape, whose type Swift infers.
  static func value(_ shape: PayloadShape, from source: Source) -> SwiftExpression {
    if shape.isAlwaysNil {
      return .closure(
        "try \(source.path).optional",
        parameters: "_",
        .text("throw RecordedValueError.unexpected(\"nil\", found: \"a value\")")
      )
    }
    switch shape.kind {
    case .whole where !shape.isText, .structure where shape.isUnknown:
      return .text("try \(source.value)")
    case .binding(let members):
      return binding(members, from: source)
    case .whole, .list, .structure, .cases, .existential, .error:
      guard shape.isOptional else { return object(shape, from: source) }
      return .closure(
        "try \(source.path).optional",
        parameters: "value",
        object(shape, from: Source("value"))
      )
    }
  }

  /// Returns an expression for an action that sets a value of a state.
  private static func binding(
    _ members: [PayloadShape.Member],
    from source: Source
  ) -> SwiftExpression {
    let made = members.compactMap { member in
      member.path.map { path in
        (
          name: member.name,
          SwiftExpression.call(
            ".set",
            [
              SwiftExpression.Argument(label: nil, value: .text("\\.\(path)")),
              SwiftExpression.Argument(
                label: nil,
                value: value(member.shape, from: Source("value"))
              ),
            ]
          )
        )
      }
    }
    return .closure(
      "try \(source.path).binding",
      parameters: "property, value",
      .select("property", made, otherwise: "throw RecordedValueError.unknownCase(property)")
    )
  }

  private static func object(_ shape: PayloadShape, from source: Source) -> SwiftExpression {
    switch shape.kind {
    case .whole: .text("try \(source.text)")
    case .list(let element):
      .closure(
        shape.isDictionary ? "try \(source.path).dictionary" : "try \(source.path).list",
        parameters: "element",
        value(element, from: Source("element"))
      )
    case .cases: matching(shape.members, "", from: source)
    case .existential(let types): opening(types, from: source)
    case .error: .text("try \(source.path).nsError()")
    default: .call(shape.isTuple ? "" : ".init", arguments(shape.members, from: source))
    }
  }

  /// Returns an expression for a value in an existential, whose type has to be named.
  private static func opening(
    _ types: [PayloadShape.Member],
    from source: Source
  ) -> SwiftExpression {
    let value = Source("value")
    let made = types.filter { !$0.shape.isLost }.compactMap { type in
      type.name.swiftType.map { name in
        let expression: SwiftExpression =
          switch type.shape.kind {
          case .cases: matching(type.shape.members, name, from: value)
          case .whole: .text("try value.value(as: \(name).self)")
          case .error: .text("try value.nsError()")
          default: .call(name, arguments(type.shape.members, from: value))
          }
        return (name: type.name, expression)
      }
    }
    return .closure(
      "try \(source.path).existential",
      parameters: "type, value",
      .select("type", made, otherwise: "throw RecordedValueError.unknownType(type)")
    )
  }

  /// Returns the arguments of an initializer: an object's own properties, then those that it inherits.
  private static func arguments(
    _ members: [PayloadShape.Member],
    from source: Source
  ) -> [SwiftExpression.Argument] {
    let inherited = members.filter { $0.name == "super" && !$0.shape.members.isEmpty }.flatMap {
      arguments($0.shape.members, from: source.member($0.name))
    }
    return members.filter { $0.name != "super" || $0.shape.members.isEmpty }.map { member in
      SwiftExpression.Argument(
        label: member.label,
        value: argument(member.shape, from: source.member(member.name))
      )
    } + inherited
  }

  /// Returns an expression for an argument; the initializer takes the value of a property with a wrapper.
  private static func argument(_ shape: PayloadShape, from source: Source) -> SwiftExpression {
    guard shape.isWrapper,
      let wrapped = shape.members.first(where: { $0.name == "wrappedValue" })
    else { return value(shape, from: source) }
    return value(wrapped.shape, from: source.member(wrapped.name))
  }

  /// Returns an expression for a case of an enum; without the type's name where Swift infers it.
  private static func matching(
    _ cases: [PayloadShape.Member],
    _ type: SwiftSource,
    from source: Source
  ) -> SwiftExpression {
    let made = cases.filter { !$0.isLostCase }.compactMap { enumCase in
      enumCase.name.swiftIdentifier.map { name in
        let values = arguments(enumCase.shape.members, from: Source("values"))
        let made: SwiftSource = "\(type).\(name)"
        return (
          name: enumCase.name, values.isEmpty ? .text(made) : SwiftExpression.call(made, values)
        )
      }
    }
    return .closure(
      "try \(source.path).enumCase",
      parameters: "name, values",
      .select("name", made, otherwise: "throw RecordedValueError.unknownCase(name)")
    )
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

extension PayloadShape.Member {
  /// The label of an initializer's argument; nil for values under `_0`, `_1`, …: they have none.
  fileprivate var label: SwiftSource? {
    // Errors such as `URLError` are made of one of the class.
    if isStoredError { return "_nsError" }
    return CaseValue.index(ofName: name) == nil ? name.swiftIdentifier : nil
  }
}
