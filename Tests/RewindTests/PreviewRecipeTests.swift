import Foundation
import RewindReplay
import RewindTestSupport
import RewindTesting
import Testing

private struct CheckoutState: Codable, Equatable {
  var installments = 1
}

private struct PreviewedState: Codable {
  var checkout = CheckoutState()
}

private enum PreviewedAction: Codable {
  case chooseInstallments(Int)
}

private let shop = ReplayableStore(
  initial: PreviewedState(),
  actions: PreviewedAction.self,
  reduce: { (state: inout PreviewedState, action: PreviewedAction) in
    if case .chooseInstallments(let count) = action { state.checkout.installments = count }
  }
)

// MARK: - Stand-ins

// For a view of SwiftUI, which is only on Apple's systems, and for a library of snapshots.

private struct CheckoutView {
  let state: CheckoutState
}

private struct Snapshotting<Value> {
  let draw: (Value) -> String
}

extension Snapshotting where Value == CheckoutView {
  static var image: Snapshotting { Snapshotting { "\($0.state.installments)" } }
}

private let references = ["after 1": "3", "after 2": "0", "after 3": "6"]

private func assertSnapshot<Value>(
  of value: Value,
  as way: Snapshotting<Value>,
  named name: String
) {
  #expect(way.draw(value) == references[name])
}

// MARK: - The recipe

@Suite("The recipe for previews and snapshots")
private final class PreviewRecipeTests {
  let resources = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
    let log = resources.appending(path: "crash.jsonl").path
    let recording = shop.record(app: "shop", to: .file(log))
    var state = recording.initialState()
    for count in [3, 0, 6] { recording.reducer(&state, .chooseInstallments(count)) }
  }

  deinit { try? FileManager.default.removeItem(at: resources) }

  /// The checkout as it was after an action of the session that crashed.
  func checkout(after index: Int) throws -> CheckoutView {
    let log = resources.appending(path: "crash.jsonl").path
    return CheckoutView(state: try Replay(log, of: shop).state(after: index).checkout)
  }

  @Test("looks as before", arguments: [1, 2, 3])
  func looks(index: Int) throws {
    assertSnapshot(of: try checkout(after: index), as: .image, named: "after \(index)")
  }
}
