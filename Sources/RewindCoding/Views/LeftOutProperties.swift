import Foundation

/// The stored properties that the `encode(to:)` of their types leaves out, so that no log shows them.
///
/// An app that saves part of its state lists that part in `CodingKeys`. A property counts as left out if its type's
/// coding keys have no such name, whatever its value. A type whose keys have other names than its properties
/// could mean any of them, so nothing is said of it.
package struct LeftOutProperties {
  /// The paths, with `*` for an element of an array or a dictionary.
  package private(set) var paths: [String] = []
  /// The names of the types whose properties are left out.
  package private(set) var types: [String] = []
  /// The parts of values that are elsewhere, or that no text has: what a property wrapper reads from `UserDefaults`, and
  /// the attributes of a text where that does not encode itself.
  package private(set) var elsewhere: (paths: [String], types: [String]) = ([], [])
  /// The keys under which the first value of a type writes its properties.
  private(set) var keys: [ObjectIdentifier: EncodedKeys] = [:]

  /// The property of the first value of a type whose value its computed `id` is.
  private(set) var ids: [ObjectIdentifier: String] = [:]

  private var seen: Set<ObjectIdentifier> = []

  package init() {}

  /// The depth to which states are searched; a type is looked at once, in the first value of it.
  private static let depthLimit = 16

  /// Searches a state that is written by its `encode(to:)` or by reflection.
  ///
  /// It calls `encode(to:)` of one value of each type once, and reads the first element of each collection.
  package static func find(in state: Any) -> LeftOutProperties {
    var found = LeftOutProperties()
    found.search(state, at: "", depth: 0)
    return found
  }

  private mutating func search(_ value: Any, at path: String, depth: Int) {
    let type = type(of: value)
    guard depth < Self.depthLimit, !PartTypes.isScalar(type) else { return }
    #if !canImport(Darwin)
    if value is AttributedString { return note(elsewhere: value, at: "\(path)/runs") }
    #endif
    if Self.isOfApp(type), let members = StoredProperties.ofStructure(value) {
      guard seen.insert(ObjectIdentifier(type)).inserted else { return }
      return search(membersOf: value, type, members, at: path, depth)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      if let some = mirror.children.first { search(some.value, at: path, depth: depth + 1) }
    case .collection, .set, .dictionary:
      search(elementOf: mirror, at: path, depth)
    case .enum, .tuple:
      for (index, child) in mirror.readableChildren.enumerated() {
        guard let value = child.value else { continue }
        let name = CaseValue.name(child.label, at: index)
        search(value, at: "\(path)/\(name)", depth: depth + 1)
      }
    case .struct, .class:
      guard Self.isOfApp(type), seen.insert(ObjectIdentifier(type)).inserted else { return }
      search(membersOf: value, type, mirror.readableChildren, at: path, depth)
    default:
      break
    }
  }

  private mutating func search(elementOf mirror: Mirror, at path: String, _ depth: Int) {
    guard let first = mirror.children.first?.value else { return }
    guard mirror.displayStyle == .dictionary else {
      return search(first, at: path + "/*", depth: depth + 1)
    }
    // A pair: the key, and the value.
    if let value = Mirror(reflecting: first).children.dropFirst().first?.value {
      search(value, at: path + "/*", depth: depth + 1)
    }
  }

  private mutating func search(
    membersOf value: Any,
    _ type: Any.Type,
    _ children: [(label: String?, value: Any?)],
    at path: String,
    _ depth: Int
  ) {
    if let value = value as? any Identifiable {
      ids[ObjectIdentifier(type)] = Self.idProperty(of: value, children)
    }
    var keys: EncodedKeys?
    if !ReflectedTypes.contains(type), let encodable = value as? any Encodable {
      // What is written otherwise than by keys, such as a list, need not resemble its properties.
      guard let made = EncodedKeys.of(encodable) else { return }
      keys = made
      self.keys[ObjectIdentifier(type)] = made
    }
    let members = children.compactMap { child in
      child.label.map { (name: $0.withoutUnderscore, label: $0, value: child.value) }
    }
    if let keys, !keys.names.isSubset(of: members.flatMap { [$0.name, $0.label] }) { return }
    var leavesOut = false
    for member in members where !member.label.hasPrefix("$") {
      if let keys, !keys.has(member.name), !keys.has(member.label) {
        guard member.value.map(Self.isState) ?? true else { continue }
        paths.append("\(path)/\(member.name)")
        leavesOut = true
      } else if let value = member.value {
        if member.label.hasPrefix("_"), Self.readsDefaults(value) {
          note(elsewhere: value, at: "\(path)/\(member.name)")
        }
        search(value, at: "\(path)/\(member.name)", depth: depth + 1)
      }
    }
    if leavesOut { types.append(TypeName.readable(type)) }
  }

  /// Returns the property that has the value of the `id`; nil if none or several have.
  private static func idProperty<Value: Identifiable>(
    of value: Value,
    _ properties: [(label: String?, value: Any?)]
  ) -> String? {
    let id = value.id
    let equal = properties.filter { $0.value as? Value.ID == id }
    return equal.count == 1 ? equal[0].label : nil
  }

  /// True for a structure that has `UserDefaults`, by the name: an app that uses it has to tell Apple why.
  private static func readsDefaults(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .struct
      && mirror.readableChildren.contains { child in
        child.value.map { TypeName.reflected(Swift.type(of: $0)).contains("UserDefaults") } ?? false
      }
  }

  private mutating func note(elsewhere value: Any, at path: String) {
    let name = TypeName.readable(Swift.type(of: value))
    elsewhere.paths.append(path)
    if !elsewhere.types.contains(name) { elsewhere.types.append(name) }
  }

  /// Returns true for types that the app or one of its libraries declares.
  static func isOfApp(_ type: Any.Type) -> Bool {
    let name = TypeName.reflected(type)
    return !["Swift.", "Foundation.", "__C."].contains { name.hasPrefix($0) }
  }

  /// Returns false for values that are not state: functions, and instances of the system's classes.
  private static func isState(_ value: Any) -> Bool {
    let type = type(of: value)
    if TypeName.reflected(type).contains("->") { return false }
    return !(type is AnyClass) || isOfApp(type)
  }
}

extension String {
  /// The name without the underscore that a property wrapper puts before it.
  fileprivate var withoutUnderscore: String { hasPrefix("_") ? String(dropFirst()) : self }
}
