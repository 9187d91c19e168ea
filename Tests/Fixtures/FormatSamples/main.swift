// A program that records small sessions, which together have every kind of line and every written form,
// and that replays them. What it records lies in Tests/Fixtures/format-1, too.
//
//     format-samples SAMPLE LOG                 records the sample
//     format-samples SAMPLE --rewind-replay     answers the rewind tool
//
// The tests record each again and compare: whoever changes the format on purpose copies the new log there.
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let sample = Sample.all[name] else {
  print("There are these samples: \(Sample.all.keys.sorted().joined(separator: ", ")).")
  exit(2)
}
sample.answerIfAsked()
guard arguments.count == 2, let log = arguments.last else { exit(2) }
sample.record(log)
