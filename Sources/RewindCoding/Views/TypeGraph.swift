/// All types of which the values of a type may consist.
///
/// ```swift
/// TypeGraph(of: AppState.self).contains(Filter.self)   // true if a state has a filter, however deep
/// ```
///
/// It looks at types, not at values, so that an empty list counts like a full one: properties, payloads of
/// cases, elements, and the types between angle brackets, which also leads through references whose contents the
/// runtime does not show. An existential shows nothing. Where the runtime may not be asked
/// (``RuntimeAccess``), ``learn(from:)`` reads the types of one value through its mirror.
package struct TypeGraph {
  private var types: Set<ObjectIdentifier> = []
  /// True if a type among them has a macro of Observation, under which its properties are computed.
  package private(set) var hasObservation = false
  /// The names of types that a mirror has shown, as `String(reflecting:)` returns them.
  private var names: Set<String> = []

  private static let limit = 4_096
  /// The length of a name above which a type is not followed: a generic type may contain itself with ever longer
  /// arguments.
  private static let longestName = 1_000
  /// The depth to which mirrors are read.
  private static let depthLimit = 8

  package init() {}

  /// Follows a type to all others.
  ///
  /// O(types); some hundred microseconds for the state of an app.
  package init(of type: Any.Type) {
    var rest = [type]
    while let next = rest.popLast(), types.count < Self.limit {
      guard types.insert(ObjectIdentifier(next)).inserted else { continue }
      rest += Self.parts(of: next)
      if !hasObservation, TypeKind(next) == .structure, !TypeName.isOfSystem(next) {
        hasObservation = TypeLayout.declaredFields(of: next).contains { $0.isObservation }
      }
    }
  }

  package func contains(_ type: Any.Type) -> Bool {
    types.contains(ObjectIdentifier(type))
      || !names.isEmpty && names.contains(TypeName.reflected(type))
  }

  private static func parts(of type: Any.Type) -> [Any.Type] {
    if PartTypes.isScalar(type) { return [] }
    let name = TypeName.reflected(type)
    guard name.utf8.count < longestName else { return [] }
    if let container = type as? any PartedType.Type { return container.parts }
    if name.hasPrefix("Swift."), let list = type as? any InlineList.Type {
      return [list.elementType]
    }
    let arguments = GenericArguments.of(type)
    // What the system's types consist of is no state of the app.
    guard !TypeName.isOfSystem(type) else { return arguments }
    switch TypeKind(type) {
    case .enumeration: return arguments + (EnumLayout(of: type)?.cases.compactMap(\.payload) ?? [])
    case .tuple: return TypeLayout(of: type)?.fields.map(\.type) ?? []
    case .structure: return arguments + TypeLayout.declaredFields(of: type).map(\.type)
    case .instance:
      let parent: Any.Type? = (type as? AnyClass).flatMap { _getSuperclass($0) }
      return TypeLayout.declaredFields(of: type).map(\.type) + (parent.map { [$0] } ?? [])
    case .function, .existential, .metatype, .other: return []
    }
  }

  // MARK: - By a value

  /// Adds the types that a value's mirror shows.
  package mutating func learn(from value: Any) { learn(from: value, depth: 0) }

  private mutating func learn(from value: Any, depth: Int) {
    insert(named: TypeName.reflected(type(of: value)))
    guard depth < Self.depthLimit else { return }
    let mirror = Mirror(reflecting: value)
    let isList = [.collection, .set, .dictionary].contains(mirror.displayStyle)
    for child in mirror.children.prefix(isList ? 1 : .max) {
      learn(from: child.value, depth: depth + 1)
    }
  }

  /// Adds a name, and those between its angle brackets, since an empty list has no element to look at.
  private mutating func insert(named name: String) {
    guard names.insert(name).inserted, let open = name.firstIndex(of: "<"), name.hasSuffix(">")
    else { return }
    let arguments = name[name.index(after: open)...].dropLast()
    for argument in arguments.parts(between: ",", outside: "<>") {
      insert(named: String(argument.drop { $0 == " " }))
    }
  }
}
