import Rewind

/// Dispatches a number of actions to a recorded store in the given way, for what counts instructions.
///
/// - Parameters:
///   - count: The number of actions.
///   - way: `plain`, without a scope for the dispatch; `scope`, with one.
func dispatchMany(_ count: Int, _ way: String) {
  let options = Recorder.Options(holdingBudget: nil)
  let recorder = Recorder(app: "cost", to: .memory(MemoryLog()), options: options)
  let recording = recorder.attach(Tally.self)
  var state = Tally()
  for id in 0..<count {
    if way == "scope" {
      recording.dispatch {
        recording.record(Step(id: id), on: &state) { $0.count += 1 }
      }
    } else {
      recording.record(Step(id: id), on: &state) { $0.count += 1 }
    }
  }
}
