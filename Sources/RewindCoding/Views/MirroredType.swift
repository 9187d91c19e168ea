/// The properties that every mirror of a type shows, found once.
final class MirroredType {
  /// A stored property, as a member of an object.
  struct Member {
    /// The name as written before the member: `,"name":`.
    let key: UnsafeRawBufferPointer
    /// The name in the form of a pointer in a JSON string: `/name`.
    let token: [UInt8]
    /// True if a macro has added the property, which is no part of the value.
    let isAdded: Bool
  }

  let hidden: HiddenParts
  /// The name of the elements that the type holds beside its properties; nil if it holds none.
  let bufferName: String?
  /// True if the type has a mirror of its own.
  let isCustom: Bool
  let optional: (any OptionalAccess.Type)?
  private let type: Any.Type
  private var known: [Member]??

  init(_ type: Any.Type) {
    self.type = type
    hidden = HiddenParts.of(type)
    bufferName = HiddenParts.bufferName(type)
    isCustom = type is any CustomReflectable.Type
    optional = type as? any OptionalAccess.Type
  }

  /// Returns the members that every mirror of the type shows, in its order, where no value has a mirror of its own.
  ///
  /// Nil if what is written depends on more than the names of the properties.
  func members(_ mirror: Mirror) -> [Member]? {
    if let known { return known }
    let made = makeMembers(mirror.children.map(\.label))
    known = .some(made)
    return made
  }

  private func makeMembers(_ shown: [String?]) -> [Member]? {
    guard !isCustom, bufferName == nil, hidden.properties.isEmpty else { return nil }
    let labels = shown.compactMap(\.self)
    guard labels.count == shown.count, !labels.contains(where: dependsOnType) else { return nil }
    let names = MemberNames(labels.filter { $0 != AddedProperty.observation }).names
    guard Set(names).count == names.count, !names.contains("super") else { return nil }
    var rest = names[...]
    return labels.map { label in
      let isAdded = label == AddedProperty.observation
      let name = isAdded ? label : rest.removeFirst()
      return Member(key: Part.keyBytes(name), token: PatchText.token(name), isAdded: isAdded)
    }
  }

  /// True for a property of which its value's type decides whether a library has added it (``AddedProperty``).
  private func dependsOnType(_ label: String) -> Bool {
    label != AddedProperty.observation
      && (label.hasPrefix("_") || label == "id" && AddedProperty.mayHaveID(type))
  }
}

extension JSONWriter {
  /// Returns what is known of the mirrors of a type.
  func mirrored(_ type: Any.Type) -> MirroredType {
    state.pointee.mirrored.entry(of: type) { MirroredType(type) }
  }
}
