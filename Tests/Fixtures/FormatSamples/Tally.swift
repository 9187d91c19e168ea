import Foundation
import Rewind
import RewindInputs
import RewindReplay
import RewindStore

/// The state of the samples that are about lines, not values.
struct Tally: Codable {
  var count = 0
  var steps: [String] = []
}

struct Add: RewindStore.Action, Codable {
  let amount: Int
}

/// Dies on 13.
func tallyReducer(_ add: Add, _ tally: Tally) -> Tally {
  var next = tally
  let room = Array(repeating: 0, count: 13)
  next.count += add.amount + room[add.amount]
  next.steps.append("+\(add.amount)")
  return next
}

func storeReducer(_ action: any RewindStore.Action, _ tally: Tally?) -> Tally {
  guard let add = action as? Add else { return tally ?? Tally() }
  return tallyReducer(add, tally ?? Tally())
}

/// A store that holds a tally, for what is recorded without a store of the package.
struct TallyApp {
  let recorder: Recorder
  let recording: Recording<Tally>
  var tally = Tally()

  init(
    _ log: String,
    _ options: Recorder.Options = .init()
  ) {
    recorder = .steady("tally", log, options)
    recording = recorder.attach()
  }

  mutating func add(_ amounts: Int..., source: String? = nil) {
    for amount in amounts {
      let add = Add(amount: amount)
      tally = recording.record(add, from: tally, source: source) { tallyReducer(add, tally) }
    }
  }

  static let replayable = ReplayableStore(reducer: storeReducer, actions: [Add.self])
}
