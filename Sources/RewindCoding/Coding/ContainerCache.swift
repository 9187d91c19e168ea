/// Keyed containers for one type of key, which are used again when nobody holds them any more.
///
/// Making a `KeyedEncodingContainer` or `KeyedDecodingContainer` costs an allocation and half a dozen
/// look-ups of generic types, a third of the time that writing a small struct takes. But the standard
/// library's containers are one reference to a box, and the ``KeyedWriter`` or ``KeyedReader`` in the
/// box finds its object through a pointer: so a box to which nobody else refers serves for the next
/// object.
///
/// That they are one reference is not documented; where ``isReference(_:)`` finds it otherwise, none
/// is kept, and every object gets its own.
struct ContainerCache {
  /// Which object a container is for.
  struct Target {
    /// The id of the level, or the place of the node.
    var object: Int
    /// The generation of the tape.
    var generation = 0
  }

  private struct Kept {
    // Optional, since to ask whether a plain `AnyObject` is unique, the optimizer copies it first.
    var box: AnyObject?
    var target: UnsafeMutablePointer<Target>
  }

  /// As many as objects with the same type of key are commonly open within each other.
  private static let limit = 16

  private var list: UnsafeMutablePointer<Kept>?
  private var count = 0
  /// The place of the one that was used last.
  private var last = 0
  /// Whether no more are kept.
  private var isFull = false
  /// What copies them.
  private var copier: Unmanaged<AnyObject>?

  /// The place of a container that nobody holds, from now on for a target.
  @inline(__always)
  mutating func reuse(for target: Target) -> UnsafeRawPointer? {
    guard let list else { return nil }
    var place = last
    for _ in 0..<count {
      if isKnownUniquelyReferenced(&list[place].box) {
        last = place
        list[place].target.pointee = target
        return UnsafeRawPointer(list + place)
      }
      place = place &+ 1 == count ? 0 : place &+ 1
    }
    return nil
  }

  /// The container at a place; all that are kept here are of one type.
  @inline(__always)
  func container<Container>(at place: UnsafeRawPointer) -> Container {
    guard let copier else { return place.assumingMemoryBound(to: Container.self).pointee }
    return copier._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Copier<Container>.self).copy(of: place)
    }
  }

  /// Whether one more can be kept.
  var hasRoom: Bool { !isFull }

  /// Keeps a container that finds its object at `target`, if that is possible.
  mutating func keep<Container>(_ container: Container, _ target: UnsafeMutablePointer<Target>) {
    guard count > 0 || Self.isReference(container) else {
      isFull = true
      return
    }
    let list = list ?? .allocate(capacity: Self.limit)
    if copier == nil { copier = Unmanaged.passRetained(Copier<Container>()) }
    (list + count).initialize(
      to: Kept(box: unsafeBitCast(container, to: AnyObject.self), target: target)
    )
    self.list = list
    count += 1
    isFull = count == Self.limit
  }

  /// Whether a container is one reference to an object and nothing else.
  private static func isReference<Container>(_ container: Container) -> Bool {
    let fields = Mirror(reflecting: container).children.map(\.value)
    guard fields.count == 1, type(of: fields[0]) is AnyObject.Type,
      MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size
    else { return false }
    return ObjectIdentifier(fields[0] as AnyObject)
      == ObjectIdentifier(unsafeBitCast(container, to: AnyObject.self))
  }
}

/// Copies containers without asking the runtime for their type, which a generic function would do
/// at every call: the object has brought it along.
private final class Copier<Container> {
  @inline(never)
  func copy(of place: UnsafeRawPointer) -> Container {
    place.assumingMemoryBound(to: Container.self).pointee
  }
}
