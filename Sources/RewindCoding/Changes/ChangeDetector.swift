/// Finds the changes in a state since the last one, at the cost of the change.
///
/// It retains the last state and its storage: the next mutation of an array or dictionary in it has
/// to copy. Only the shape of the state type is known, and the pointers are to states.
package final class ChangeDetector {
  private let shape: (JSONWriter) -> UnsafePointer<ValueShape>
  private var root: ValueSnapshot?
  /// The traversal of the states, with the outputs that it writes to; cached, since obtaining them
  /// takes as long as a small traversal.
  private var walk: StateDiffer?
  /// The instances in the states; nil if they hold none.
  private var objects: WrittenObjects?

  /// Makes a detector for states that are written by their `encode(to:)`.
  package init<State: Encodable>(encoding type: State.Type) {
    shape = { $0.shape(encoding: type) }
  }

  /// Makes a detector for states that are written by reflection.
  package init<State>(reflecting type: State.Type) {
    shape = { $0.shape(reflecting: type) }
  }

  /// Returns true if a state is plainly the last one, so that it need not be compared.
  ///
  /// Never of a state that holds class instances: their contents can have changed all the same.
  package func isKnownToBe(_ state: UnsafeRawPointer) -> Bool {
    guard let root, let value = root.value else { return false }
    return root.shape.pointee.comparison.isEqual(value, state)
  }

  /// True if the last state is held as a value, so that no one else can change it.
  package var holdsValue: Bool { root?.value != nil }

  /// Remembers a state, which the caller has compared with the last one; both are values.
  package func replaceLast(with state: UnsafeRawPointer) {
    root?.members = nil
    root?.texts = nil
    root?.take(state)
  }

  /// Remembers a state, and forgets the previous one.
  package func begin(with state: UnsafeRawPointer) {
    let (walk, shape) = start()
    root = walk.remember(state, shape)
    walk.end()
  }

  /// A difference between two states.
  package enum Difference {
    case none
    /// The patch describes it.
    case patch
    /// The patch would exceed the limit.
    case large
  }

  /// Appends the JSON Patch from the last state to this one, and remembers this one instead.
  ///
  /// A patch of more than `limit` bytes is neither completed nor appended.
  @discardableResult
  package func advance(
    to state: UnsafeRawPointer,
    limit: Int = .max,
    appendingPatchTo bytes: inout [UInt8]
  ) -> Difference {
    guard let root else {
      fatalError("A detector begins with a state, before it detects a change.")
    }
    if let value = root.value, root.shape.pointee.comparison.isEqual(value, state) {
      bytes.append("[]")
      return .none
    }
    let (walk, _) = start(limit: limit)
    walk.update(root, state)
    // A part may omit what the whole keeps: write the whole.
    guard !walk.isGivenUp, !walk.output.lacksParts, !walk.scratch.lacksParts else {
      walk.end()
      begin(with: state)
      return .large
    }
    bytes.append(UInt8(ascii: "["))
    bytes.append(contentsOf: walk.output.state.pointee.buffer.contents)
    bytes.append(UInt8(ascii: "]"))
    let isChange = !walk.patch.isEmpty
    walk.end()
    return isChange ? .patch : .none
  }

  private func start(limit: Int = .max) -> (StateDiffer, UnsafePointer<ValueShape>) {
    let walk = self.walk ?? StateDiffer()
    self.walk = walk
    let shape = root?.shape ?? shape(walk.output)
    if objects == nil, shape.pointee.isReflected, !shape.pointee.isValue {
      objects = WrittenObjects()
    }
    walk.begin(limit: limit, objects)
    return (walk, shape)
  }
}
