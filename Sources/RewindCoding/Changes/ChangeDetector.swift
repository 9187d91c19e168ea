/// Finds the changes in a state since the last one, at the cost of the change.
///
/// It retains the last state and its storage: the next mutation of an array or dictionary in it has
/// to copy. Only the shape of the state type is known, and the pointers are to states.
///
/// A small state is written whole, if that is asked for, and compared with the last text, which takes a third of the
/// time of going through its members.
package final class ChangeDetector {
  private let shape: (JSONWriter) -> UnsafePointer<ValueShape>
  private var root: ValueSnapshot?
  /// The traversal of the states, with the outputs that it writes to; cached, since obtaining them
  /// takes as long as a small traversal.
  private var walk: StateDiffer?
  /// The instances in the states; nil if they hold none.
  private var objects: WrittenObjects?
  /// The text of the last state, while texts are compared.
  @exclusivity(unchecked) private var text: Buffer?

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

  deinit { text?.deallocate() }

  /// Remembers a state, and forgets the previous one; with `prefersText` a small one with its text.
  package func begin(with state: UnsafeRawPointer, prefersText: Bool = false) {
    let isFirst = root == nil
    forgetText()
    if prefersText, beginText(with: state) { return }
    let (walk, shape) = start()
    let root = walk.remember(state, shape)
    self.root = root
    walk.end()
    if isFirst { prepare(root) }
  }

  /// Remembers a state with its text; returns false if it is not small.
  private func beginText(with state: UnsafeRawPointer) -> Bool {
    let (walk, shape) = start()
    root = ValueSnapshot(state, shape, isValue: walk.isValue(state, shape))
    walk.end()
    text = Buffer(capacity: 2 * Self.smallState)
    // One that is not small is not written to its end: that would take as long as the whole first state.
    walk.output.state.pointee.limit = Self.smallState + 1
    remember(write(state, walk.output, shape))
    (walk.output.state.pointee.limit, walk.output.state.pointee.isCut) = (.max, false)
    return text != nil
  }

  /// Finds what the first change would be searched with, while the first state takes its time anyway.
  private func prepare(_ root: ValueSnapshot) {
    let (walk, _) = start()
    walk.prepare(root)
    walk.end()
  }

  /// The size in bytes of the text up to which a state is small: that of some dozen values.
  private static var smallState: Int { 256 }

  /// The text of the last state, while texts are compared.
  package var lastText: [UInt8]? { text.map { Array($0.contents) } }

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
    appendingPatchTo line: inout LineBuffer
  ) -> Difference {
    guard let root else {
      fatalError("A detector begins with a state, before it detects a change.")
    }
    if let value = root.value, root.shape.pointee.comparison.isEqual(value, state) {
      line.append("[]")
      return .none
    }
    if let text, let walk {
      let new = write(state, walk.output, root.shape)
      let isChange = TextPatch.append(from: text.contents, to: new, &line)
      remember(new)
      if self.text == nil {
        begin(with: state)
      } else if walk.isValue(state, root.shape) == (root.value != nil) {
        root.take(state)
      } else {
        self.root = ValueSnapshot(state, root.shape, isValue: root.value == nil)
      }
      return isChange ? .patch : .none
    }
    let (walk, _) = start(limit: limit)
    walk.update(root, state)
    // A part may omit what the whole keeps: write the whole.
    guard !walk.isGivenUp, !walk.output.lacksParts, !walk.scratch.lacksParts else {
      walk.end()
      begin(with: state)
      return .large
    }
    line.append(UInt8(ascii: "["))
    walk.patch.forEachPiece { line.append($0) }
    line.append(UInt8(ascii: "]"))
    let isChange = !walk.patch.isEmpty
    walk.end()
    return isChange ? .patch : .none
  }

  /// Notes that a whole state has been written: from then on, patches may copy again.
  package func noteWholeState() { walk?.sources.room = CopySources.fullRoom }

  // MARK: - Texts

  /// Writes a state to an idle output, as a keyframe has it.
  private func write(
    _ state: UnsafeRawPointer,
    _ output: JSONWriter,
    _ shape: UnsafePointer<ValueShape>
  ) -> UnsafeRawBufferPointer {
    output.state.pointee.stackStart = JSONWriter.stackPosition
    output.state.pointee.written = objects
    output.write(state, shape)
    output.endUse()
    objects?.removeAll()
    return output.state.pointee.buffer.contents
  }

  /// Remembers the text in the output as that of the last state, unless it is not small any more.
  private func remember(_ new: UnsafeRawBufferPointer) {
    guard let output = walk?.output else { return }
    if new.count <= Self.smallState, let last = text {
      text = output.state.pointee.buffer
      output.state.pointee.buffer = last
    } else {
      forgetText()
    }
    output.state.pointee.buffer.count = 0
  }

  private func forgetText() {
    text?.deallocate()
    text = nil
  }

  private func start(limit: Int = .max) -> (StateDiffer, UnsafePointer<ValueShape>) {
    let walk = self.walk ?? StateDiffer()
    self.walk = walk
    let shape = root?.shape ?? shape(walk.output)
    if objects == nil, shape.pointee.isReflected, !shape.pointee.isValue {
      objects = WrittenObjects()
    }
    walk.begin(limit: limit, shape, objects)
    return (walk, shape)
  }
}
