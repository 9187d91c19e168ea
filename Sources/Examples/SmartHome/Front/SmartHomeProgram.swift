import ExampleFront
import Foundation
import Rewind
import RewindReplay
import RewindStore
import SmartHomeExample

/// The options of the command line.
private struct Options {
  var devices = 100
  var seed = 1
  var keepsStates = false
  var recordsFewStates = false
  var record: String?
  var printStates: String?

  static let guide = Guide<Options>(
    program: "smart-home",
    abstract: "A house full of devices, changed by people, by themselves, and by automations.",
    example: "printf 'watch 4\\nrun 100\\n' | smart-home --devices 1000",
    prompt: Prompt(Command.forms),
    flags: [
      .number(
        "--devices",
        in: 0...HouseState.maximumDevices,
        help: "begin with N devices (100)"
      ) { $1.devices = $0 },
      .number("--seed", in: 0...Int.max, help: "make house and events number N") {
        $1.seed = $0
      },
      .flag("--travel", help: "keep every state, for :back and :jump") { $0.keepsStates = true },
      .record { $1.record = $0 },
      .flag("--few-states", help: "record whole states now and then, and none between") {
        $0.recordsFewStates = true
      },
      .printStates { $1.printStates = $0 },
    ]
  )
}

/// The whole program, from its arguments to its exit status.
public enum SmartHomeProgram {
  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() -> Never {
    smartHome.answerReplayRequest()
    run(Options.guide.commandLineOptions(Options()))
    exit(0)
  }

  private static func run(_ options: Options) {
    let input = LineInput()
    let seed = UInt64(options.seed)
    let house = HouseState.furnished(devices: options.devices, seed: seed)
    let states: Recorder.Options.States = options.recordsFewStates ? .keyframes : .patches
    let recorder = options.record.map {
      Recorder(app: "smart-home", file: $0, options: .init(states: states))
    }
    let recording = recorder.map { smartHome.record(by: $0) }
    recorder?.stopIfFailed()
    // The states of a large house that changes often would exceed the memory.
    let machine = options.keepsStates ? TimeMachine(smartHome) : nil
    let app = SmartHomeApp(
      house: house,
      seed: seed,
      reducer: printing(machine?.reducer ?? houseReducer, options, house),
      middleware: (machine.map { [$0.middleware] } ?? [])
        + (recording.map { [$0.middleware] } ?? [])
    )
    machine?.attach(to: app.store, recording: recording)
    let front = Front(
      SmartHomeTerminal(app: app, write: Console.write),
      machine: machine,
      echoes: !input.isTerminal,
      onNote: { recorder?.note($0) },
      write: Console.write
    )
    front.play(input)
    recorder?.close()
  }

  private static func printing(
    _ reducer: @escaping Reducer<HouseState>,
    _ options: Options,
    _ house: HouseState
  ) -> Reducer<HouseState> {
    guard let path = options.printStates else { return reducer }
    let printer = StatePrinter<HouseState>(path: path)
    printer.print(house)
    return printer.printing(reducer)
  }
}
