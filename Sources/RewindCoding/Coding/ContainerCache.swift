/// Keyed containers for one type of key, reused when they are no longer referenced.
///
/// Making a `KeyedEncodingContainer` costs an allocation and half a dozen look-ups of generic types,
/// a third of the time that writing a small struct takes. But the standard library's containers are
/// one reference to a box, and the ``KeyedWriter`` in the box finds its object through a pointer: so
/// a box without other references serves for the next object.
///
/// That they are one reference is not documented; if ``isReference(_:)`` finds otherwise, none is
/// cached, and every object gets its own.
struct ContainerCache {
  private struct Kept {
    // Optional, because the optimizer copies a plain `AnyObject` before asking whether it is unique.
    var box: AnyObject?
    /// The id of the frame that it writes to.
    var target: UnsafeMutablePointer<Int>
  }

  /// The usual maximum of nested open objects with the same type of key.
  private static let limit = 16

  private var list: UnsafeMutablePointer<Kept>?
  private var count = 0
  /// The place of the most recently used container.
  private var last = 0
  /// True if no more are cached.
  private var isFull = false
  /// Copies the containers.
  private var copier: Unmanaged<AnyObject>?

  /// Returns the place of an unreferenced container, and assigns it to a frame, given by its id.
  @inline(__always)
  mutating func reuse(for target: Int) -> UnsafeRawPointer? {
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

  /// Returns the container at a place; all that are cached here have one type.
  @inline(__always)
  func container<Container>(at place: UnsafeRawPointer) -> Container {
    guard let copier else { return place.assumingMemoryBound(to: Container.self).pointee }
    return copier._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Copier<Container>.self).copy(of: place)
    }
  }

  /// True if another container can be cached.
  var hasRoom: Bool { !isFull }

  /// Caches a container that finds its object at `target`, if that is possible.
  mutating func keep<Container>(_ container: Container, _ target: UnsafeMutablePointer<Int>) {
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

  /// Returns true if a container is one reference to an object and nothing else.
  private static func isReference<Container>(_ container: Container) -> Bool {
    let fields = Mirror(reflecting: container).children.map(\.value)
    guard fields.count == 1, type(of: fields[0]) is AnyObject.Type,
      MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size
    else { return false }
    return ObjectIdentifier(fields[0] as AnyObject)
      == ObjectIdentifier(unsafeBitCast(container, to: AnyObject.self))
  }
}

/// Copies containers without asking the runtime for their type, as a generic function would at
/// every call: the object stores it.
private final class Copier<Container> {
  @inline(never)
  func copy(of place: UnsafeRawPointer) -> Container {
    place.assumingMemoryBound(to: Container.self).pointee
  }
}
