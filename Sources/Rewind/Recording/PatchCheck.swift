import RewindCoding
import RewindJSON

/// The self-check of a recording: compares every patch with a plain encoding of the state.
///
/// It costs as much as change detection saves.
final class PatchCheck<State> {
  private let writer: ValueWriter<State>
  private var last: JSONValue = .null

  init(_ writer: ValueWriter<State>) {
    self.writer = writer
  }

  func begin(with state: State) {
    last = json(state)
  }

  /// Returns the first pointer at which a patch from the last state does not lead to this one; nil if it does.
  func fault(of patch: [UInt8], to state: State) -> Pointer? {
    let state = json(state)
    defer { last = state }
    var reached = last
    guard let patch = try? Patch(JSONValue(parsing: patch)), (try? patch.apply(to: &reached)) != nil
    else { return Pointer(tokens: []) }
    guard reached != state else { return nil }
    return Patch(from: reached, to: state).operations.first?.path ?? Pointer(tokens: [])
  }

  private func json(_ state: State) -> JSONValue {
    var text: [UInt8] = []
    writer.write(state, to: &text)
    return (try? JSONValue(parsing: text)) ?? .null
  }
}
