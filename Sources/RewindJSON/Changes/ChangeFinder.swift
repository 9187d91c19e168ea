/// Finds what has changed in a state since it last looked, at the cost of the change.
///
/// It remembers the last state, and so holds what that refers to: the next change in place of an
/// array or dictionary has to copy it.
package final class ChangeFinder<State> {
  private let shape: (JSONOutput) -> UnsafePointer<ValueShape>
  private var root: Remembered?
  /// The state itself, for types whose instances are no values.
  private var last: State?

  /// A finder in states that are written by their `encode(to:)`.
  package init() where State: Encodable {
    shape = { $0.shape(encoding: State.self) }
  }

  /// A finder in states that are written by reflection.
  package init() {
    shape = { $0.shape(reflecting: State.self) }
  }

  /// Whether a state is plainly the last one, so that it need not be looked at.
  ///
  /// What a class instance holds can have changed all the same.
  package func isKnownToBe(_ state: State) -> Bool {
    guard let root else { return false }
    return withUnsafePointer(to: state) { state in
      if let value = root.value { return root.shape.pointee.comparison.isEqual(value, state) }
      guard let last else { return false }
      return withUnsafePointer(to: last) { root.shape.pointee.comparison.isEqual($0, state) }
    }
  }

  /// Remembers a state, and forgets the one before.
  package func begin(with state: State) {
    walk { walk, shape in
      root = withUnsafePointer(to: state) { walk.remember($0, shape) }
      last = shape.pointee.isValue ? nil : state
    }
  }

  /// Appends the JSON Patch from the last state to this one, and remembers this one instead.
  ///
  /// - Returns: Whether there is a difference.
  package func advance(to state: State, appendingPatchTo bytes: inout [UInt8]) -> Bool {
    guard let root else { fatalError("A finder begins with a state, before it finds a change.") }
    return walk { walk, shape in
      let output = walk.output
      withUnsafePointer(to: state) { state in
        if let value = root.value, shape.pointee.comparison.isEqual(value, state) { return }
        walk.update(root, state)
      }
      if !shape.pointee.isValue { last = state }
      bytes.append(UInt8(ascii: "["))
      bytes.append(contentsOf: output.state.pointee.buffer.contents)
      bytes.append(UInt8(ascii: "]"))
      return !walk.patch.isEmpty
    }
  }

  private func walk<Result>(
    _ body: (ChangeWalk, UnsafePointer<ValueShape>) -> Result
  ) -> Result {
    let (output, scratch) = (JSONOutput.take(), JSONOutput.take())
    output.state.pointee.stackStart = JSONOutput.stackPosition
    scratch.state.pointee.stackStart = JSONOutput.stackPosition
    defer {
      output.forgetMarks()
      scratch.forgetMarks()
      // In this order, so that each has the same part the next time.
      scratch.giveBack()
      output.giveBack()
    }
    return body(ChangeWalk(output, scratch: scratch), shape(output))
  }
}
