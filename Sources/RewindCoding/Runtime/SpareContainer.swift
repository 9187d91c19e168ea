/// A container that an encoder gives out again once nobody holds it any more.
///
/// `KeyedEncodingContainer` is a reference to a box with the writer in it. To make one, the runtime looks up the
/// types of the writer and of the box, each time, which takes longer than writing three members; to copy one, that
/// of the container:
///
/// ```
/// encode(to:) asks ─▶ held by it ─── it returns ───▶ held by no one else ─▶ the next of the same keys gets it
///                        └── it keeps the container: that one stays as it is, and another replaces it
/// ```
///
/// That a container is one reference, which is unique as long as it is not copied, is tried once on a sample;
/// otherwise each container is made anew.
struct SpareContainer {
  /// The container, with the frame that it writes to; nil before the first.
  private var kept: Unmanaged<KeptContainer>?
  /// Makes containers where none is kept; nil before the first.
  private var maker: Unmanaged<AnyObject>?

  /// Returns a container of a frame: the spare one, if no one else holds it.
  mutating func container<Key: CodingKey>(
    _ output: JSONWriter,
    _ table: UnsafeMutablePointer<KeyTable>,
    level: Int
  ) -> KeyedEncodingContainer<Key> {
    guard Self.isTrusted else { return makeAnew(output, table, level) }
    guard let kept else { return make(output, table, level) }
    return kept._withUnsafeGuaranteedRef { kept in
      guard kept.isSpare else { return make(output, table, level) }
      kept.frame.level = level
      // Unchecked, since asking an unoptimized build whether it is one looks the type up.
      return _unsafeUncheckedDowncast(kept, to: KeptCopy<KeyedEncodingContainer<Key>>.self).copy()
    }
  }

  @inline(never)
  private mutating func make<Key: CodingKey>(
    _ output: JSONWriter,
    _ table: UnsafeMutablePointer<KeyTable>,
    _ level: Int
  ) -> KeyedEncodingContainer<Key> {
    let frame = KeyedFrame(level)
    let container = KeyedEncodingContainer(KeyedWriter<Key>(output, table, frame))
    let kept = KeptCopy(frame, container)
    self.kept?.release()
    self.kept = .passRetained(kept)
    return kept.copy()
  }

  /// Makes a container that is not given out again, by an object that knows the types of the writer and of its keys.
  private mutating func makeAnew<Key: CodingKey>(
    _ output: JSONWriter,
    _ table: UnsafeMutablePointer<KeyTable>,
    _ level: Int
  ) -> KeyedEncodingContainer<Key> {
    let writer = KeyedWriter<Key>(output, table, KeyedFrame(level))
    let maker = maker ?? .passRetained(WriterMaker<KeyedWriter<Key>>())
    self.maker = maker
    return maker._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: WriterMaker<KeyedWriter<Key>>.self).make(writer)
    }
  }

  private enum SampleKey: CodingKey { case sample }

  /// Asked once a process: each question to ``RuntimeAccess`` takes a lock.
  private static let isTrusted: Bool = {
    guard RuntimeAccess.isAllowed,
      MemoryLayout<KeyedEncodingContainer<SampleKey>>.size == MemoryLayout<AnyObject>.size
    else { return false }
    let sample = makeSample()
    guard sample.isSpare, isShared(sample) else { return false }
    // The copy is gone.
    return sample.isSpare
  }()

  @inline(never)
  private static func makeSample() -> KeptCopy<KeyedEncodingContainer<SampleKey>> {
    let output = JSONWriter.take()
    defer { output.giveBack() }
    let frame = KeyedFrame(0)
    let writer = KeyedWriter<SampleKey>(output, KeyTable.unused, frame)
    return KeptCopy(frame, KeyedEncodingContainer(writer))
  }

  /// Returns true if the container is not unique while a copy of it is held.
  @inline(never)
  private static func isShared(
    _ sample: KeptCopy<KeyedEncodingContainer<SampleKey>>
  ) -> Bool {
    withExtendedLifetime(sample.copy()) { !sample.isSpare }
  }
}

/// Makes the containers of a type of writers, which a generic function would have to look up for each.
private final class WriterMaker<Writer: KeyedEncodingContainerProtocol> {
  @inline(never)
  func make(_ writer: Writer) -> KeyedEncodingContainer<Writer.Key> {
    KeyedEncodingContainer(writer)
  }
}

/// The frame that a keyed container writes to.
final class KeyedFrame {
  @exclusivity(unchecked) var level: Int

  init(_ level: Int) { self.level = level }
}

/// A container to be given out again, and the frame that it writes to.
private class KeptContainer {
  final let frame: KeyedFrame
  /// The container, as the reference that it is.
  fileprivate final let reference: UnsafeMutablePointer<AnyObject>

  init(_ frame: KeyedFrame) {
    self.frame = frame
    reference = .allocate(capacity: 1)
  }

  /// True if no one else holds the container.
  final var isSpare: Bool { isKnownUniquelyReferenced(&reference.pointee) }
}

/// A container of a type that this object knows, where a generic function would have to look it up.
private final class KeptCopy<Container>: KeptContainer {
  /// The container, whose size must be that of a reference.
  init(_ frame: KeyedFrame, _ container: Container) {
    super.init(frame)
    UnsafeMutableRawPointer(reference).initializeMemory(as: Container.self, to: container)
  }

  deinit {
    reference.deinitialize(count: 1)
    reference.deallocate()
  }

  @inline(never)
  func copy() -> Container {
    UnsafeRawPointer(reference).assumingMemoryBound(to: Container.self).pointee
  }
}
