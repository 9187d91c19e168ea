/// The information on a type whose values are written, remembered and compared.
///
/// It is the only view of a value, so the same parts are written and compared. Made for the first
/// value of the type, and cached until the program ends.
struct ValueShape {
  /// The parts in which changes of a value are searched.
  enum Form {
    /// None: the value is compared as a whole.
    case scalar
    /// Its elements.
    case list(any ListAccess.Type, element: UnsafePointer<ValueShape>)
    /// Its elements, written in the order of their texts.
    case set(any SetAccess.Type, element: UnsafePointer<ValueShape>)
    /// Its values, by their keys.
    case dictionary(DictionaryShape)
    /// The value that it wraps.
    case optional(any OptionalAccess.Type, wrapped: UnsafePointer<ValueShape>)
    /// The members that it encodes: their number may be large.
    case large
    /// None, since its text is short: the texts of both values are compared.
    case small
  }

  let form: Form
  let operations: any ValueOperations
  /// True if equal memory means equal values (``ValueSemantics``).
  let isValue: Bool
  /// True if the type is declared to be a value, with all that is in it.
  let isDeclared: Bool
  /// The existentials that keep instances from being values, if nothing else does.
  let existentials: ExistentialSemantics?
  /// True if the value is a `String`.
  let holdsString: Bool
  /// Writes a value that this module writes by itself.
  let writeScalar: WritingForm.WriteScalar?
  let size: Int
  let stride: Int
  let alignment: Int
  let comparison: MemoryComparison
  /// The cases of an enum whose instances are values; nil for all other types.
  let cases: EnumLayout?
  /// True if values are written by reflection.
  let isReflected: Bool
  /// The comparison of values at different addresses; nil for types that are not values.
  let content: ContentComparison?
  /// The evidence on whether a value's text depends on the iteration order of a set or dictionary in it.
  let orderTrust: OrderTrust

  /// Returns true if a value is one whose equal memory means equality: by its type, or by what it holds now.
  func isValue(_ value: UnsafeRawPointer) -> Bool {
    isValue || existentials?.holdValues(value) ?? false
  }

  /// True if the value has no parts.
  var isScalar: Bool { if case .scalar = form { true } else { false } }

  init<Value>(
    _ type: Value.Type,
    _ form: Form,
    _ operations: any ValueOperations,
    isReflected: Bool
  ) {
    self.form = form
    self.operations = operations
    isValue = ValueSemantics.isValue(type)
    isDeclared = type is any RewindValue.Type
    existentials = isValue ? nil : ExistentialSemantics(type)
    holdsString = type == String.self
    writeScalar = WritingForm.scalars[ObjectIdentifier(type)]
    size = MemoryLayout<Value>.size
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    comparison = MemoryComparison(type, stride: stride)
    content = isValue ? ContentComparison.of(type) : nil
    cases = isValue ? EnumLayout(of: type) : nil
    self.isReflected = isReflected
    orderTrust = OrderTrust(isReflected || form.isSortedByItself)
  }
}

extension ValueShape.Form {
  /// True if the value is sorted here, not by code of the app.
  fileprivate var isSortedByItself: Bool {
    switch self {
    case .scalar, .set: true
    default: false
    }
  }
}

/// The information on a dictionary's keys and values.
struct DictionaryShape {
  /// The form of a key in the dictionary's text.
  enum Keys {
    /// A member's name: the key itself.
    case texts
    /// A member's name: the key's digits.
    case numbers
    /// A member's name, returned by the key (`CodingKeyRepresentable`).
    case names
    /// An element of an array, before its value.
    case elements
  }

  let access: any DictionaryAccess.Type
  let keys: Keys
  let key: UnsafePointer<ValueShape>
  let value: UnsafePointer<ValueShape>

  init(
    _ access: any DictionaryAccess.Type,
    _ shapes: (key: UnsafePointer<ValueShape>, value: UnsafePointer<ValueShape>)
  ) {
    self.access = access
    (key, value) = shapes
    keys =
      if access.keyType == String.self {
        .texts
      } else if access.keyType == Int.self {
        .numbers
      } else if access.keyType is any CodingKeyRepresentable.Type {
        .names
      } else {
        .elements
      }
  }

  /// Returns the name of a key that is a member's name.
  func name(_ key: UnsafeRawPointer) -> String {
    switch keys {
    case .texts: return key.assumingMemoryBound(to: String.self).pointee
    case .numbers: return String(key.assumingMemoryBound(to: Int.self).pointee)
    case .names, .elements:
      func name<Key>(_ type: Key.Type) -> String {
        let key = key.assumingMemoryBound(to: type).pointee
        return (key as? any CodingKeyRepresentable)?.codingKey.stringValue ?? ""
      }
      return _openExistential(access.keyType, do: name)
    }
  }
}

/// The evidence on a type whose values may be written in the iteration order of a set or dictionary
/// in them.
///
/// Such an order differs between two equal values at different addresses. If several pairs of them had
/// the same text, the type's text does not depend on it.
final class OrderTrust: @unchecked Sendable {
  private static let samplesNeeded = 3
  private let lock = UnfairLock()
  private var samples: Int

  init(_ isTrusted: Bool) {
    samples = isTrusted ? Self.samplesNeeded : 0
  }

  /// True if equal values have the same text, in any iteration order.
  var isTrusted: Bool { lock.withLock { samples >= Self.samplesNeeded } }

  /// Notes two equal values with different iteration orders.
  func learn(areWrittenAlike: Bool) {
    lock.withLock { samples = areWrittenAlike ? samples + 1 : .min / 2 }
  }
}
