import Foundation

/// The stored properties that are not read, because nobody can, or because it could end the app.
///
/// An `unowned` reference may refer to an object that is gone. An actor, or an instance that holds a lock, is
/// used by several threads: reading its properties meanwhile may read memory that another one is freeing. Its
/// own `encode(to:)` or `customMirror` can take the lock, and is used where there is one.
///
/// Without the runtime's answers (``RuntimeAccess``), and in subclasses of `NSObject`, nothing is hidden. An
/// `unowned` reference that is optional looks like a `weak` one, and is read.
struct HiddenParts {
  /// A property that is not read.
  struct Property {
    let name: String
    let type: String

    /// Nil for a property that can be read.
    init?(_ field: TypeLayout.Field, inClass: Bool) {
      if field.isUnowned {
        type = "unowned \(TypeName.readable(field.type))"
      } else if inClass, field.type == Void.self {
        // The runtime's answer for a type that cannot be copied, such as `Mutex`.
        type = "~Copyable"
      } else {
        return nil
      }
      name = field.name
    }
  }

  /// By their numbers among the properties that a type itself declares.
  let properties: [Int: Property]
  /// True if the type is an actor, a class with a lock, or a structure that hands out values that a lock guards.
  let isLocked: Bool

  /// Returns the hidden parts of a type's values; none if the type has a mirror of its own.
  static func of(_ type: Any.Type) -> HiddenParts {
    let id = ObjectIdentifier(type)
    if let known = lock.withLock({ known[id] }) { return known }
    let made =
      type is any CustomReflectable.Type
      ? HiddenParts(properties: [:], isLocked: false) : HiddenParts(ofStored: type)
    lock.withLock { known[id] = made }
    return made
  }

  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var known: [ObjectIdentifier: HiddenParts] = [:]

  private init(properties: [Int: Property], isLocked: Bool) {
    self.properties = properties
    self.isLocked = isLocked
  }

  /// Finds the hidden parts among the stored properties of a type, whatever mirror it has.
  init(ofStored type: Any.Type) {
    let object: AnyClass? = type as? AnyClass
    var properties: [Int: Property] = [:]
    let fields = TypeLayout.declaredFields(of: type)
    for (index, field) in fields.enumerated() {
      properties[index] = Property(field, inClass: object != nil)
    }
    self.properties = properties
    let parent: AnyClass? = object.flatMap { _getSuperclass($0) }
    isLocked =
      object == nil
      ? LockType.isBox(type)
      : type is any Actor.Type || parent.map { HiddenParts.of($0).isLocked } ?? false
        || fields.contains { !$0.isObservation && LockType.isInside($0.type) }
  }

  /// Returns the name of a hidden property's type.
  func type(of name: String?) -> String {
    properties.values.first { $0.name == name }?.type ?? ""
  }

  /// Returns the name of a class whose instances hold elements beside their properties; nil for others.
  static func bufferName(_ type: Any.Type) -> String? {
    TypeName.reflected(type).hasPrefix("Swift.ManagedBuffer<") ? TypeName.readable(type) : nil
  }
}

extension TypeLayout.Field {
  /// True for an `unowned` property that is not optional.
  fileprivate var isUnowned: Bool { !isStrong && !(type is any OptionalAccess.Type) }
}

extension Mirror {
  /// The children, with nil for each that is not read.
  package var readableChildren: [(label: String?, value: Any?)] {
    let hidden = HiddenParts.of(subjectType)
    guard !hidden.isLocked else { return [] }
    guard !hidden.properties.isEmpty else { return children.map { ($0.label, $0.value) } }
    // A child is read when it is asked for.
    return children.indices.enumerated().map { number, index in
      if let property = hidden.properties[number] { return (property.name, nil) }
      let child = children[index]
      return (child.label, child.value)
    }
  }

  /// The readable children of a value, and then those that its class inherits.
  package var inheritedChildren: [(label: String?, value: Any?)] {
    readableChildren + (superclassMirror?.inheritedChildren ?? [])
  }
}

/// The types of locks, by their names where they have no protocol.
private enum LockType {
  /// The names of locks of C and Swift, in structures or behind pointers.
  private static let names: Set = [
    "os_unfair_lock", "os_unfair_lock_s", "pthread_mutex_t", "pthread_rwlock_t",
    "_opaque_pthread_mutex_t", "_opaque_pthread_rwlock_t", "NIOLock",
  ]

  /// The names of structures around a lock and the value that it guards; one without a value is a lock.
  private static let boxes: Set = [
    "OSAllocatedUnfairLock", "NIOLockedValueBox", "ManagedCriticalState", "LockedState", "Mutex",
  ]

  /// Returns true for a structure around a lock and the value that it guards.
  static func isBox(_ type: Any.Type) -> Bool {
    let name = TypeName.readable(type)
    return name.contains("<") && boxes.contains(plainName(name))
  }

  /// Returns true if a value has a lock, outside the objects that it refers to.
  static func isInside(_ type: Any.Type) -> Bool {
    if isLock(type) { return true }
    guard let layout = TypeLayout(of: type), !isBox(type) else { return false }
    return layout.fields.contains { isInside($0.type) }
  }

  private static func isLock(_ type: Any.Type) -> Bool {
    if type is any NSLocking.Type { return true }
    var name = TypeName.readable(type)
    if let pointer = ["UnsafeMutablePointer<", "UnsafePointer<"].first(where: name.hasPrefix) {
      name = String(name.dropFirst(pointer.count).dropLast())
    }
    if names.contains(plainName(name)) { return true }
    if isBox(type) { return name.hasSuffix("<()>") }
    // An object around a lock, and nothing else.
    guard type is AnyClass, !TypeName.reflected(type).hasPrefix("Swift.") else { return false }
    let fields = TypeLayout.declaredFields(of: type)
    return !fields.isEmpty && fields.allSatisfy { !($0.type is AnyClass) && isLock($0.type) }
  }

  /// Returns a type's name without its arguments and the types around it.
  private static func plainName(_ name: String) -> String {
    String(name.prefix { $0 != "<" }.split(separator: ".").last ?? "")
  }
}
