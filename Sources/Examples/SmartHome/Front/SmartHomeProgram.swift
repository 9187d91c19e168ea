import ExampleFront
import Foundation
import Rewind
import RewindReplay
import RewindStore
import SmartHomeExample

/// The whole program, from its arguments to its exit status.
public enum SmartHomeProgram {
  private static let guide = Guide(
    SmartHomeTerminal.self,
    program: "smart-home",
    abstract: "A house full of devices, changed by people, by themselves, and by automations.",
    example: "printf 'watch 4\\nrun 100\\n' | smart-home --devices 1000",
    flags: [
      .number("--devices", in: 0...HouseState.maximumDevices, help: "begin with N devices (100)"),
      .number("--seed", in: 0...Int.max, help: "make house and events number N"),
      .flag("--travel", help: "keep every state, for :back and :jump"),
      .record,
      .flag("--few-states", help: "record whole states now and then, and none between"),
      .printStates,
    ]
  )

  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() -> Never {
    smartHome.answerReplayRequest()
    let program = ExampleProgram.started(guide)
    let options = program.options
    let seed = options["--seed"].flatMap { UInt64($0) } ?? 1
    let devices = options["--devices"].flatMap { Int($0) } ?? 100
    let house = HouseState.furnished(devices: devices, seed: seed)
    let states: Recorder.Options.States = options["--few-states"] == nil ? .patches : .keyframes
    let recording = program.record(smartHome, options: .init(states: states))
    // The states of a large house that changes often would exceed the memory.
    let machine = options["--travel"].map { _ in TimeMachine(smartHome) }
    var reducer = machine?.reducer ?? houseReducer
    if let printer: StatePrinter<HouseState> = program.printer() {
      printer.print(house)
      reducer = printer.printing(reducer)
    }
    let app = SmartHomeApp(
      house: house,
      seed: seed,
      reducer: reducer,
      middleware: [machine?.middleware, recording?.middleware].compactMap { $0 }
    )
    machine?.attach(to: app.store, recording: recording)
    program.play(SmartHomeTerminal(app: app, write: Console.write), machine)
  }
}
