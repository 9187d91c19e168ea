/// A generic type that is a value if its parts are.
protocol PartedType {
  static var parts: [Any.Type] { get }
}

extension ManagedBuffer: PartedType {
  static var parts: [Any.Type] { [Header.self, Element.self] }
}

/// A generic type of the standard library that is written and compared by its parts.
///
/// It makes the shapes of its parts, whose types only generic code can name.
protocol StandardContainer: PartedType {
  /// Returns the form with parts that are written by reflection, unless they are `Encodable`.
  static func reflectedForm(_ maker: inout ShapeMaker) -> ValueShape.Form
}

/// A container whose parts are `Encodable`.
protocol EncodableContainer {
  /// Returns the form with parts that are written by their `encode(to:)`.
  static func encodableForm(_ maker: inout ShapeMaker) -> ValueShape.Form
}

/// The first question about a type of which little is known.
///
/// For each type and protocol that the runtime has not been asked about, it goes through all conformances of the
/// program, which takes as long as ten actions. So a type is asked for one protocol, and only a container for others.
enum StandardContainers {
  /// Returns a type as one that has parts; nil for the many that have none.
  static func type(_ type: Any.Type) -> (any PartedType.Type)? {
    PartTypes.isScalar(type) ? nil : type as? any PartedType.Type
  }
}

extension StandardContainer where Self: ContiguousList {
  static var parts: [Any.Type] { [Element.self] }

  static func reflectedForm(_ maker: inout ShapeMaker) -> ValueShape.Form {
    .list(Self.self, element: maker.shape(reflecting: Element.self))
  }
}

extension EncodableContainer where Self: ContiguousList, Element: Encodable {
  static func encodableForm(_ maker: inout ShapeMaker) -> ValueShape.Form {
    .list(Self.self, element: maker.shape(encoding: Element.self))
  }
}

extension Array: StandardContainer {}
extension Array: EncodableContainer where Element: Encodable {}
extension ContiguousArray: StandardContainer {}
extension ContiguousArray: EncodableContainer where Element: Encodable {}
extension ArraySlice: StandardContainer {}
extension ArraySlice: EncodableContainer where Element: Encodable {}

extension Set: StandardContainer {
  static var parts: [Any.Type] { [Element.self] }

  static func reflectedForm(_ maker: inout ShapeMaker) -> ValueShape.Form {
    .set(Self.self, element: maker.shape(reflecting: Element.self))
  }
}

extension Set: EncodableContainer where Element: Encodable {
  static func encodableForm(_ maker: inout ShapeMaker) -> ValueShape.Form {
    .set(Self.self, element: maker.shape(encoding: Element.self))
  }
}

extension Dictionary: StandardContainer {
  static var parts: [Any.Type] { [Key.self, Value.self] }

  static func reflectedForm(_ maker: inout ShapeMaker) -> ValueShape.Form {
    let shapes = (maker.shape(reflecting: Key.self), maker.shape(reflecting: Value.self))
    return .dictionary(DictionaryShape(Self.self, shapes))
  }
}

extension Dictionary: EncodableContainer where Key: Encodable, Value: Encodable {
  static func encodableForm(_ maker: inout ShapeMaker) -> ValueShape.Form {
    let shapes = (maker.shape(encoding: Key.self), maker.shape(encoding: Value.self))
    return .dictionary(DictionaryShape(Self.self, shapes))
  }
}

extension Optional: StandardContainer {
  static var parts: [Any.Type] { [Wrapped.self] }

  static func reflectedForm(_ maker: inout ShapeMaker) -> ValueShape.Form {
    .optional(Self.self, wrapped: maker.shape(reflecting: Wrapped.self))
  }
}

extension Optional: EncodableContainer where Wrapped: Encodable {
  static func encodableForm(_ maker: inout ShapeMaker) -> ValueShape.Form {
    .optional(Self.self, wrapped: maker.shape(encoding: Wrapped.self))
  }
}
