/// The instances that a document shows, and where it shows each: the first time that it comes to one.
///
/// Objects that refer to each other have as many paths as orders, of which a document shows one: where an object
/// comes again, there is a mark that says where it is (``Placeholder/same(_:)``). So a graph takes as many bytes as
/// it has objects and links. That holds for what is written by reflection, outside of an `encode(to:)`, whose
/// document is its own affair, and outside of what is sorted by its text: there the first time is found last.
///
/// A state that is compared member by member goes through them in the order in which they are written, so that
/// each part shows what it shows in the whole.
final class WrittenObjects {
  /// The objects in the order of their first times; retained, so that no later one has the same identity.
  private var objects: [AnyObject] = []
  private var pointers: [ObjectIdentifier: [UInt8]] = [:]
  /// The path to the value that is being written, in the form of a pointer in a JSON string.
  private var path = Buffer(capacity: 256)
  private var untracked = 0

  deinit { path.deallocate() }

  /// True where a path leads to each value, and values are in the order of the document.
  var isTracking: Bool { untracked == 0 }

  func removeAll() {
    objects.removeAll(keepingCapacity: true)
    pointers.removeAll(keepingCapacity: true)
    path.count = 0
    untracked = 0
  }

  // MARK: - Objects

  /// Returns where an object is; nil the first time, at which it is noted as being here.
  func pointer(notingFirst object: AnyObject) -> [UInt8]? {
    if let known = pointers[ObjectIdentifier(object)] { return known }
    pointers[ObjectIdentifier(object)] = Array(path.contents)
    objects.append(object)
    return nil
  }

  /// The number of objects so far.
  var count: Int { objects.count }

  /// Forgets the objects that came after the first `count`.
  func forget(after count: Int) {
    while objects.count > count { pointers[ObjectIdentifier(objects.removeLast())] = nil }
  }

  /// Runs `body`, which writes again what the objects after the first `count` are in.
  func writingAgain(after count: Int, _ body: () -> Void) {
    guard objects.count > count else { return body() }
    let (all, known) = (objects, pointers)
    forget(after: count)
    body()
    (objects, pointers) = (all, known)
  }

  // MARK: - The path

  /// Sets the path, for a value that is written by itself.
  func begin(at path: [UInt8]) {
    self.path.count = 0
    path.withUnsafeBytes { self.path.append($0) }
  }

  /// Enters a member or element; returns the length of the path before.
  func enter(_ token: [UInt8]) -> Int {
    let count = path.count
    token.withUnsafeBytes { path.append($0) }
    return count
  }

  func leave(to count: Int) { path.count = count }

  /// Runs `body`, while the pointers of objects are not known.
  func withoutTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
    untracked += 1
    defer { untracked -= 1 }
    return try body()
  }
}

extension JSONWriter {
  /// Writes a part that may hold instances; the token, as ``PatchText/token(_:)`` returns it, leads to it.
  func write(
    _ value: UnsafeRawPointer,
    _ shape: UnsafePointer<ValueShape>,
    under token: @autoclosure () -> [UInt8]
  ) {
    guard !shape.pointee.isValue else { return write(value, shape) }
    under(token()) { write(value, shape) }
  }

  /// Runs `body` to write the part that a token leads to.
  func under(_ token: @autoclosure () -> [UInt8], _ body: () -> Void) {
    guard let objects = state.pointee.written, objects.isTracking else { return body() }
    let count = objects.enter(token())
    body()
    objects.leave(to: count)
  }

  /// Runs `body`, which writes what is sorted afterwards, or by an `encode(to:)`.
  @inline(__always)
  func withoutTracking(_ body: () -> Void) {
    guard let objects = state.pointee.written else { return body() }
    objects.withoutTracking(body)
  }

  /// Writes an instance: by `body` the first time, and then where it is.
  func write(object: AnyObject, _ body: () -> Void) {
    guard let objects = state.pointee.written, objects.isTracking else {
      guard begin(ObjectIdentifier(object)) else { return mark(.cycle) }
      body()
      return endObject()
    }
    guard mayOpen else { return mark(.tooDeep) }
    if let pointer = objects.pointer(notingFirst: object) { return mark(.same(pointer)) }
    body()
  }
}
