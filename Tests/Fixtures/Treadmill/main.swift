import Foundation
import Rewind
import RewindReplay

// Twenty types of actions, each of which works a while: for scripts/slowness-test.
//
//   treadmill record FILE              records ten actions of each type
//   treadmill FACTOR… --rewind-replay  replays them, the first type that many times as slowly, and so on

struct Belt: Codable {
  var number: UInt64 = 1
  var steps = 0
}

struct Step {
  let type: Int
}

let factors = CommandLine.arguments.dropFirst().prefix(20).map { Double($0) ?? 1 }

func walk(_ belt: Belt, _ step: Step) -> Belt {
  var belt = belt
  let rounds = Int(20_000 * (step.type < factors.count ? factors[step.type] : 1))
  for _ in 0..<rounds { belt.number = belt.number &* 6_364_136_223_846_793_005 &+ 1 }
  belt.steps += 1
  return belt
}

let names = (0..<20).map { "Step\($0)" }
let treadmill = ReplayableStore(
  initial: Belt(),
  actions: names.enumerated().reduce(ActionDecoders<Step>([])) { decoders, name in
    decoders.adding(name.element) { _ in Step(type: name.offset) }
  },
  reduce: walk
)
treadmill.answerReplayRequest()

guard CommandLine.arguments.count == 3 else { exit(2) }
let recorder = Recorder(
  app: "treadmill",
  to: .file(CommandLine.arguments[2]),
  options: .init(names: { ($0 as? Step).map { names[$0.type] } })
)
let recording = recorder.attach(Belt.self)
var belt = recording.recordInitialState { Belt() }
for number in 0..<200 {
  let step = Step(type: number % 20)
  belt = recording.record(step, from: belt) { walk(belt, step) }
}
recorder.close()
