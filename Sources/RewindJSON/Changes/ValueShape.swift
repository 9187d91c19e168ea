/// What is known of a type whose values are remembered and compared.
///
/// Settled when a value of the type is first met, and kept for as long as the program runs.
struct ValueShape {
  /// How a change of a value is looked for.
  enum Form {
    /// As a whole: the value has no parts.
    case scalar
    /// Element by element.
    case list(any ListOperations.Type)
    /// Key by key.
    case dictionary(any DictionaryOperations.Type)
    /// In what it wraps.
    case optional(any OptionalOperations.Type)
    /// In the members that it hands to an encoder: their number may be large.
    case large
    /// By the texts of both values, which are short.
    case small
  }

  let form: Form
  /// Whether the value has no parts.
  var isScalar: Bool { if case .scalar = form { true } else { false } }

  /// Whether equal memory means equal values (``ValueJudgement``).
  let isValue: Bool
  /// Whether the value is a `String`.
  let holdsString: Bool
  let size: Int
  let stride: Int
  let alignment: Int
  let comparison: MemoryComparison
  let operations: any ValueOperations

  private init<Value>(_ type: Value.Type, _ form: Form, _ operations: any ValueOperations) {
    self.form = form
    self.operations = operations
    isValue = ValueJudgement.isValue(type)
    holdsString = type == String.self
    size = MemoryLayout<Value>.size
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    comparison = MemoryComparison(type, stride: stride)
  }

  /// The shape of a type that is written by its `encode(to:)`.
  init<Value: Encodable>(encoding type: Value.Type) {
    let form: Form =
      if ValueForm(scalar: type) != nil {
        .scalar
      } else if let list = type as? any EncodableList.Type {
        .list(list.operations)
      } else if let dictionary = type as? any DictionaryOperations.Type, dictionary.hasTextKeys {
        .dictionary(dictionary)
      } else if let optional = type as? any EncodableOptional.Type {
        .optional(optional.operations)
      } else {
        CollectionSearch.finds(in: type) ? .large : .small
      }
    self.init(type, form, EncodableOperations<Value>())
  }

  /// The shape of a type that is written by reflection, unless it is `Encodable`.
  init<Value>(reflecting type: Value.Type) {
    func encoding<Known: Encodable>(_ type: Known.Type) -> ValueShape {
      ValueShape(encoding: type)
    }
    if let encodable = type as? any Encodable.Type {
      self = encoding(encodable)
      return
    }
    let form: Form =
      if let list = type as? any ReflectedList.Type {
        .list(list.reflectedOperations)
      } else if let optional = type as? any ReflectedOptional.Type {
        .optional(optional.reflectedOperations)
      } else {
        CollectionSearch.finds(in: type) ? .large : .small
      }
    self.init(type, form, ReflectedOperations<Value>())
  }
}

/// The search for a collection among what a type is made of, which decides whether its values can be
/// large.
private enum CollectionSearch {
  static func finds(in type: Any.Type) -> Bool {
    if ValueForm(scalar: type) != nil { return false }
    if type is any Collection.Type { return true }
    // In an instance of a class or an enum with payloads may be anything.
    guard let layout = TypeLayout(of: type) else { return !TypeMemory(type).isTrivial }
    return layout.fields.contains { finds(in: $0.type) }
  }
}

extension JSONOutput {
  /// The shape of a type that is written by its `encode(to:)`.
  @inline(__always)
  func shape<Value: Encodable>(encoding type: Value.Type) -> UnsafePointer<ValueShape> {
    state.pointee.shapes.entry(of: type) {
      KnownShapes.shape(of: type) { ValueShape(encoding: type) }
    }
  }

  /// The shape of a type that is written by reflection, unless it is `Encodable`.
  func shape<Value>(reflecting type: Value.Type) -> UnsafePointer<ValueShape> {
    state.pointee.shapes.entry(of: type) {
      KnownShapes.shape(of: type) { ValueShape(reflecting: type) }
    }
  }
}

/// All shapes there are, one for each type, so that two values with one shape have one type.
private enum KnownShapes {
  private static let lock = QuickLock()
  nonisolated(unsafe) private static var shapes: [ObjectIdentifier: UnsafePointer<ValueShape>] = [:]

  /// The shape of a type; `make` makes it, the first time.
  static func shape(of type: Any.Type, _ make: () -> ValueShape) -> UnsafePointer<ValueShape> {
    // Made without the lock, since it asks the runtime for conformances.
    let made = UnsafeMutablePointer<ValueShape>.allocate(capacity: 1)
    made.initialize(to: make())
    let shape = lock.withLock { () -> UnsafePointer<ValueShape> in
      let known = shapes[ObjectIdentifier(type)] ?? UnsafePointer(made)
      shapes[ObjectIdentifier(type)] = known
      return known
    }
    if shape != UnsafePointer(made) {
      made.deinitialize(count: 1)
      made.deallocate()
    }
    return shape
  }
}
