/// A container that an encoder gives out again once nobody holds it any more.
///
/// `KeyedEncodingContainer` is a reference to a box with the writer in it. To make one, the runtime looks up the
/// types of the writer and of the box, each time, which takes longer than writing three members:
///
/// ```
/// encode(to:) asks ─▶ held by it ─── it returns ───▶ held by no one else ─▶ the next of the same keys gets it
///                        └── it keeps the container: that one stays as it is, and another takes its place
/// ```
///
/// That a container is one reference, which is unique as long as it is not copied, is tried once on a sample;
/// otherwise each container is made anew.
struct SpareContainer {
  /// The container, as the reference that it is; nil before the first.
  private var box: AnyObject?
  /// The frame that its writer writes to.
  private var frame: KeyedFrame?

  /// Returns a container of a frame: the spare one, if no one else holds it.
  mutating func container<Key: CodingKey>(
    _ output: JSONWriter,
    _ table: UnsafeMutablePointer<KeyTable>,
    level: Int
  ) -> KeyedEncodingContainer<Key> {
    if let frame, isKnownUniquelyReferenced(&box) {
      frame.level = level
      return unsafeBitCast(box, to: KeyedEncodingContainer<Key>.self)
    }
    let frame = KeyedFrame(level)
    let container = KeyedEncodingContainer(KeyedWriter<Key>(output, table, frame))
    guard RuntimeAccess.isAllowed, Self.isTrusted else { return container }
    box = unsafeBitCast(container, to: AnyObject.self)
    self.frame = frame
    return container
  }

  private enum SampleKey: CodingKey { case sample }

  private static let isTrusted: Bool = {
    guard MemoryLayout<KeyedEncodingContainer<SampleKey>>.size == MemoryLayout<AnyObject>.size
    else { return false }
    var box: AnyObject? = sampleBox()
    guard isKnownUniquelyReferenced(&box), isShared(&box) else { return false }
    // The copy is gone.
    return isKnownUniquelyReferenced(&box)
  }()

  @inline(never)
  private static func sampleBox() -> AnyObject {
    let output = JSONWriter.take()
    defer { output.giveBack() }
    let writer = KeyedWriter<SampleKey>(output, KeyTable.unused, KeyedFrame(0))
    return unsafeBitCast(KeyedEncodingContainer(writer), to: AnyObject.self)
  }

  /// Returns true if the container is not unique while a copy of it is held.
  @inline(never)
  private static func isShared(_ box: inout AnyObject?) -> Bool {
    let copy = unsafeBitCast(box, to: KeyedEncodingContainer<SampleKey>.self)
    return withExtendedLifetime(copy) { !isKnownUniquelyReferenced(&box) }
  }
}

/// The frame that a keyed container writes to.
final class KeyedFrame {
  @exclusivity(unchecked) var level: Int

  init(_ level: Int) { self.level = level }
}
