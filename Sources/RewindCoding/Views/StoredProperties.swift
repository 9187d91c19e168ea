/// The stored properties of values whose own mirrors may not show them.
package enum StoredProperties {
  /// Passes the stored properties of a structure or an object with a `customMirror` to `body`.
  ///
  /// Left out are those that cannot be read safely (``HiddenParts``), and all where the runtime may not be
  /// asked (``RuntimeAccess``), or does not know.
  package static func forEach(besideMirrorOf value: Any, _ body: (Any) -> Void) {
    let type = type(of: value)
    guard value is any CustomReflectable, !TypeName.reflected(type).hasPrefix("Swift.") else {
      return
    }
    func visit<Value>(_ type: Value.Type) {
      // An existential that a generic function converts to `Any` is still that existential.
      guard let value = value as? Value else { return }
      guard Value.self is AnyClass else {
        guard let layout = TypeLayout(of: Value.self) else { return }
        return withUnsafePointer(to: value) { pass(layout, of: Value.self, at: $0, to: body) }
      }
      let object = value as AnyObject
      withExtendedLifetime(object) {
        let memory = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        var next: AnyClass? = Swift.type(of: object)
        while let type = next, let layout = TypeLayout(ofClass: type) {
          pass(layout, of: type, at: memory, to: body)
          next = _getSuperclass(type)
        }
      }
    }
    _openExistential(type, do: visit)
  }

  /// True where the runtime may not be asked what a value of the app's types stores beside the mirror that it makes.
  ///
  /// A mirror with elements, or of another value, is taken to show all.
  package static func areUnknown(beside mirror: Mirror, of value: Any) -> Bool {
    guard !RuntimeAccess.isAllowed, value is any CustomReflectable,
      mirror.subjectType == type(of: value), LeftOutProperties.isOfApp(mirror.subjectType)
    else { return false }
    switch mirror.displayStyle {
    case .collection, .dictionary, .set: return false
    default: return true
    }
  }

  /// Returns the stored properties of a structure, as its mirror shows them, which takes far longer the first time;
  /// nil for other values, and where the runtime may not be asked or a property is not read.
  static func ofStructure(_ value: Any) -> [(label: String?, value: Any?)]? {
    func read<Value>(_ value: Value) -> [(label: String?, value: Any?)]? {
      guard TypeKind(Value.self) == .structure, !(Value.self is any CustomReflectable.Type),
        let layout = TypeLayout(of: Value.self), layout.fields.allSatisfy(\.isStrong),
        !HiddenParts.of(Value.self).isLocked
      else { return nil }
      return withUnsafePointer(to: value) { memory in
        layout.fields.map { ($0.name, $0.value(in: UnsafeRawPointer(memory))) }
      }
    }
    return _openExistential(value, do: read)
  }

  private static func pass(
    _ layout: TypeLayout,
    of type: Any.Type,
    at memory: UnsafeRawPointer,
    to body: (Any) -> Void
  ) {
    guard !HiddenParts(ofStored: type).isLocked else { return }
    for field in layout.contents where field.isStrong { body(field.value(in: memory)) }
  }
}

extension TypeLayout.Field {
  /// Returns the property of the structure or object at an address.
  fileprivate func value(in memory: UnsafeRawPointer) -> Any {
    func read<Value>(_ type: Value.Type) -> Any {
      (memory + offset).assumingMemoryBound(to: Value.self).pointee
    }
    return _openExistential(type, do: read)
  }
}
