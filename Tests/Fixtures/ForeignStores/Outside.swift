// A reducer that reads from outside without saying so.
import Foundation
import Rewind
import RewindReplay

struct Stamps: Codable {
  var uuid = ""
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var random = 0
  var tags: [UUID] = []
  var count = 0
}

enum Stamp: Codable {
  case uuid
  case date
  case random
  case tag
  /// Read as it should be; hooks do not see it.
  case recorded
  /// What differs is no reading from outside.
  case count
}

let stamps = ReplayableStore(initial: Stamps(), actions: Stamp.self) { stamps, stamp in
  switch stamp {
  case .uuid: stamps.uuid = UUID().uuidString
  case .date: stamps.date = Date()
  case .random: stamps.random = Int.random(in: 1_000_000_000...Int.max)
  case .tag: stamps.tags.append(UUID())
  case .recorded: stamps.tags.append(Recorded.uuid())
  case .count: stamps.count = CommandLine.arguments.count
  }
}

func stamp(_ name: String, _ destination: Recorder.Destination) {
  let recording = stamps.record(app: "stamps", to: destination)
  if name == "recorded" { return stampHooked(recording) }
  var state = recording.initialState()
  switch name {
  case "uuid": recording.reducer(&state, .uuid)
  case "date": recording.reducer(&state, .date)
  case "random": recording.reducer(&state, .random)
  case "tag": recording.reducer(&state, .tag)
  default: recording.reducer(&state, .count)
  }
}

/// A loop that is seen from outside, by hooks that it asks for anew each time.
func stampHooked(_ recording: Recording<Stamps>) {
  var state = Stamps()
  recording.hooks.willReduce(Stamp.recorded, from: state)
  state.tags.append(Recorded.uuid())
  recording.hooks.didReduce(to: state)
}
