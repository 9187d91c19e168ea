import Foundation

/// Makes the shapes of types, each once, with those of all types in its values.
///
/// A type may contain itself, so a shape is referred to before it is made; none is returned before
/// all that it refers to are made.
struct ShapeMaker {
  /// A type, and whether it is known to be `Encodable` from the declaration of its values.
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let isEncoded: Bool
  }

  private var made: [Key: UnsafeMutablePointer<ValueShape>] = [:]
  private var depth = 0

  /// The maximum depth of nested types: a generic type may contain itself with ever longer
  /// arguments.
  private static let depthLimit = 200

  // MARK: - All shapes

  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var known: [Key: UnsafePointer<ValueShape>] = [:]

  /// Returns the shape of a type that is written by its `encode(to:)`.
  static func shape<Value: Encodable>(encoding type: Value.Type) -> UnsafePointer<ValueShape> {
    shape(Key(type: ObjectIdentifier(type), isEncoded: true)) { $0.shape(encoding: type) }
  }

  /// Returns the shape of a type that is written by reflection, unless it is `Encodable`.
  ///
  /// Conformance is checked on a separate thread: a conformance that is isolated to an actor exists
  /// on some threads only.
  static func shape<Value>(reflecting type: Value.Type) -> UnsafePointer<ValueShape> {
    shape(Key(type: ObjectIdentifier(type), isEncoded: false)) { maker in
      var made = maker
      var shape: UnsafePointer<ValueShape>?
      OneCall { shape = made.shape(reflecting: type) }.run()
      maker = made
      return shape ?? maker.shape(reflecting: type)
    }
  }

  private static func shape(
    _ key: Key,
    _ make: (inout ShapeMaker) -> UnsafePointer<ValueShape>
  ) -> UnsafePointer<ValueShape> {
    lock.withLock {
      if let known = known[key] { return known }
      var maker = ShapeMaker()
      let shape = make(&maker)
      for (key, shape) in maker.made { known[key] = UnsafePointer(shape) }
      return shape
    }
  }

  // MARK: - Making

  mutating func shape<Value: Encodable>(encoding type: Value.Type) -> UnsafePointer<ValueShape> {
    if ReflectedTypes.contains(type) { return shape(reflecting: type) }
    return shape(Key(type: ObjectIdentifier(type), isEncoded: true)) { maker in
      let form = maker.form(encoding: type)
      return ValueShape(type, form, EncodableOperations<Value>(), isReflected: false)
    }
  }

  mutating func shape<Value>(reflecting type: Value.Type) -> UnsafePointer<ValueShape> {
    func encoding<Known: Encodable>(_ type: Known.Type) -> UnsafePointer<ValueShape> {
      shape(encoding: type)
    }
    if let encodable = type as? any Encodable.Type, !ReflectedTypes.contains(type) {
      return encoding(encodable)
    }
    return shape(Key(type: ObjectIdentifier(type), isEncoded: false)) { maker in
      let (form, view) =
        maker.depth < Self.depthLimit
        ? maker.view(of: type) : (.small, MarkView(mark: .tooDeep))
      return ValueShape(type, form, ReflectedOperations<Value>(view), isReflected: true)
    }
  }

  /// Returns the shape of values that have the memory layout of a type, and another view.
  mutating func shape(
    of type: Any.Type,
    seenAs view: any ValueView
  ) -> UnsafePointer<ValueShape> {
    func shape<Value>(_ type: Value.Type) -> UnsafePointer<ValueShape> {
      let form: ValueShape.Form = CollectionSearch.finds(in: type) ? .large : .small
      let made = UnsafeMutablePointer<ValueShape>.allocate(capacity: 1)
      made.initialize(
        to: ValueShape(type, form, ReflectedOperations<Value>(view), isReflected: true)
      )
      return UnsafePointer(made)
    }
    return _openExistential(type, do: shape)
  }

  /// Returns the shape of a type that is known only at run time.
  mutating func shape(ofAny type: Any.Type) -> UnsafePointer<ValueShape> {
    func shape<Value>(_ type: Value.Type) -> UnsafePointer<ValueShape> {
      self.shape(reflecting: type)
    }
    return _openExistential(type, do: shape)
  }

  private mutating func shape(
    _ key: Key,
    _ make: (inout ShapeMaker) -> ValueShape
  ) -> UnsafePointer<ValueShape> {
    if let made = made[key] { return UnsafePointer(made) }
    if let known = Self.known[key] { return known }
    let shape = UnsafeMutablePointer<ValueShape>.allocate(capacity: 1)
    made[key] = shape
    depth += 1
    shape.initialize(to: make(&self))
    depth -= 1
    return UnsafePointer(shape)
  }

  private mutating func form<Value: Encodable>(encoding type: Value.Type) -> ValueShape.Form {
    if WritingForm.scalars[ObjectIdentifier(type)] != nil {
      .scalar
    } else if StandardContainers.type(type) != nil,
      let container = type as? any EncodableContainer.Type
    {
      container.encodableForm(&self)
    } else {
      CollectionSearch.finds(in: type) ? .large : .small
    }
  }
}

extension JSONWriter {
  /// Returns the shape of a type that is written by its `encode(to:)`.
  @inline(__always)
  func shape<Value: Encodable>(encoding type: Value.Type) -> UnsafePointer<ValueShape> {
    state.pointee.shapes.entry(of: type) { ShapeMaker.shape(encoding: type) }
  }

  /// Returns the shape of a type that is written by reflection, unless it is `Encodable`.
  func shape<Value>(reflecting type: Value.Type) -> UnsafePointer<ValueShape> {
    state.pointee.reflectedShapes.entry(of: type) { ShapeMaker.shape(reflecting: type) }
  }
}

/// Searches the parts of a type for a collection: with one, its values can be large.
enum CollectionSearch {
  static func finds(in type: Any.Type) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    return finds(in: type, &seen)
  }

  private static func finds(in type: Any.Type, _ seen: inout Set<ObjectIdentifier>) -> Bool {
    guard seen.insert(ObjectIdentifier(type)).inserted else { return false }
    if WritingForm.scalars[ObjectIdentifier(type)] != nil { return false }
    if type is any Collection.Type { return !(type is any StringProtocol.Type) }
    if let layout = TypeLayout(of: type) {
      return layout.contents.contains { finds(in: $0.type, &seen) }
    }
    if let layout = EnumLayout(of: type) {
      return layout.cases.contains { $0.payload.map { finds(in: $0, &seen) } ?? false }
    }
    // An instance of a class may contain anything.
    return !TypeMemory(type).isTrivial
  }
}

/// The types that are written by reflection though they are `Encodable`, at the app's request.
package enum ReflectedTypes {
  private static let lock = UnfairLock()
  nonisolated(unsafe) private static var names: Set<String> = []

  /// Makes a type use reflection from now on; types that are already known stay unchanged.
  package static func insert(_ type: Any.Type) { insert(named: TypeName.reflected(type)) }

  /// Makes the type of a name, as returned by `String(reflecting:)`, use reflection.
  package static func insert(named name: String) { lock.withLock { _ = names.insert(name) } }

  package static func contains(_ type: Any.Type) -> Bool {
    lock.withLock {
      !names.isEmpty && names.contains(TypeName.reflected(type))
    }
  }
}

/// A call on a separate thread, whose end is awaited.
final class OneCall: @unchecked Sendable {
  private let body: () -> Void
  private let isDone = DispatchSemaphore(value: 0)

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func run() {
    let thread = Thread { [self] in
      body()
      isDone.signal()
    }
    // As urgent as any caller, since callers wait for it.
    thread.qualityOfService = .userInteractive
    thread.start()
    isDone.wait()
  }
}
