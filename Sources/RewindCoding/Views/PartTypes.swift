/// The types of which the values of a type consist directly, where the runtime knows them.
package enum PartTypes {
  /// Returns the types of the payloads of an enum's cases, by the cases' numbers; nil if they are not known.
  package static func payloads(of type: Any.Type) -> [Any.Type?]? {
    EnumLayout(of: type)?.cases.map(\.payload)
  }

  /// Returns true for numbers, texts and dates: values without parts.
  package static func isScalar(_ type: Any.Type) -> Bool {
    WritingForm.scalars[ObjectIdentifier(type)] != nil
  }

  /// Returns the types of a tuple's parts; nil if they are not known.
  package static func parts(ofTuple type: Any.Type) -> [Any.Type]? {
    TypeLayout(of: type)?.fields.map(\.type)
  }
}
