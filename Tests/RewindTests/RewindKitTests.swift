import RewindKit
import Testing

// Nothing else is imported: what an app begins with is in the one module.

private struct Dice: Codable, Equatable { var count = 0 }
private enum DiceAction: Codable { case roll, reset }

private let dice = ReplayableStore(initial: Dice(), actions: DiceAction.self) {
  (state: inout Dice, action: DiceAction) in
  switch action {
  case .roll: state.count += Recorded.random(in: 1...6)
  case .reset: state = Dice()
  }
}

@Suite("import RewindKit")
struct RewindKitTests {
  @Test("brings the recorder, the replay and the inputs of reducers")
  func oneImport() {
    let log = MemoryLog()
    let recording = dice.record(app: "dice", to: .memory(log))
    var state = recording.initialState()
    for action in [DiceAction.roll, .roll, .reset, .roll] { recording.reducer(&state, action) }
    #expect(log.actions.map(\.type).first == "DiceAction.roll")
    #expect(log.state?["count"] == JSONValue(state.count))
  }
}
