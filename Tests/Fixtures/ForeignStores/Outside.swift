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
  /// What differs is no reading from outside.
  case count
}

let stamps = ReplayableStore(initial: Stamps(), actions: Stamp.self) { stamps, stamp in
  switch stamp {
  case .uuid: stamps.uuid = UUID().uuidString
  case .date: stamps.date = Date()
  case .random: stamps.random = Int.random(in: 1_000_000_000...Int.max)
  case .tag: stamps.tags.append(UUID())
  case .count: stamps.count = CommandLine.arguments.count
  }
}

func stamp(_ name: String, _ destination: Recorder.Destination) {
  let recording = stamps.record(app: "stamps", to: destination)
  var state = recording.initialState()
  switch name {
  case "uuid": recording.reducer(&state, .uuid)
  case "date": recording.reducer(&state, .date)
  case "random": recording.reducer(&state, .random)
  case "tag": recording.reducer(&state, .tag)
  default: recording.reducer(&state, .count)
  }
}
