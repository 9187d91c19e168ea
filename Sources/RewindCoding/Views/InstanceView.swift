/// The stored properties of a class, and of the class that it inherits from.
final class InstanceLayout {
  fileprivate let parts: PartList
  fileprivate let parent: InstanceLayout?

  /// Nil if a property of the class, or of one that it inherits from, cannot be accessed in memory.
  init?(_ type: Any.Type, _ maker: inout ShapeMaker) {
    guard let type = type as? AnyClass, let layout = TypeLayout(ofClass: type),
      layout.fields.allSatisfy(\.isStrong), HiddenParts.bufferName(type) == nil
    else { return nil }
    if let superclass = _getSuperclass(type) {
      guard !(superclass is any CustomReflectable.Type),
        let parent = InstanceLayout(superclass, &maker)
      else { return nil }
      self.parent = parent.isVisible ? parent : nil
    } else {
      parent = nil
    }
    parts = PartList(maker.members(layout.contents, inClass: true))
  }

  private var isVisible: Bool { !parts.isEmpty || parent != nil }

  fileprivate func write(_ object: UnsafeRawPointer, to output: JSONWriter) {
    guard output.openOrMark(.object, .none) != JSONWriter.deadID else { return }
    if let parent {
      output.put(key: Self.superKey)
      output.under(PatchText.token("super")) { parent.write(object, to: output) }
    }
    parts.writeMembers(object, to: output)
    output.pop()
  }

  nonisolated(unsafe) private static let superKey = Part.keyBytes("super")

  fileprivate func visit(_ object: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) {
    // Inherited properties are written in an object of their own, to which no memory corresponds.
    guard parent == nil else { return walk.fail() }
    parts.visit(object, walk, members)
  }
}

/// The view of an instance by its class's stored properties, or by its subclass's.
struct InstanceView<Value>: ValueView {
  private let layout: InstanceLayout
  private let other = MirrorView<Value>()

  init(_ layout: InstanceLayout) {
    self.layout = layout
  }

  func write(_ value: UnsafeRawPointer, to output: JSONWriter) {
    guard Self.isExact(value) else { return other.write(value, to: output) }
    output.write(object: value.load(as: AnyObject.self)) {
      layout.write(value.load(as: UnsafeRawPointer.self), to: output)
    }
  }

  func visit(_ value: UnsafeRawPointer, _ walk: StateDiffer, _ members: MemberList) {
    guard Self.isExact(value) else { return walk.fail() }
    walk.visit(object: value.load(as: AnyObject.self)) {
      layout.visit(value.load(as: UnsafeRawPointer.self), walk, members)
    }
  }

  private static func isExact(_ value: UnsafeRawPointer) -> Bool {
    type(of: value.load(as: AnyObject.self)) == Value.self
  }
}

extension JSONWriter {
  /// Notes that the object begun last is written.
  func endObject() { state.pointee.objects.removeLast() }
}
