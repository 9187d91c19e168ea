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

  private static func pass(
    _ layout: TypeLayout,
    of type: Any.Type,
    at memory: UnsafeRawPointer,
    to body: (Any) -> Void
  ) {
    guard !HiddenParts(ofStored: type).isLocked else { return }
    for field in layout.contents where field.isStrong {
      func read<Value>(_ type: Value.Type) {
        body((memory + field.offset).assumingMemoryBound(to: Value.self).pointee)
      }
      _openExistential(field.type, do: read)
    }
  }
}
