package import ExampleFront
import Rewind
import RewindReplay
package import RewindStore
package import SmartHomeExample

/// The whole program, from its arguments to its exit status.
@MainActor
public enum SmartHomeProgram {
  /// Runs until the input ends or the person quits, or replays sessions for the `rewind` tool if that
  /// has started the program.
  public static func main() async {
    smartHome.answerReplayRequest(screen: { .lines(Screen($0).lines) })
    let program = ExampleProgram(
      "smart-home",
      "A house full of devices, changed by people, by themselves, and by automations.",
      lines: [
        "run", #"SwitchRoom {"room":0,"isOn":false}"#, #"AddDevice {"kind":"lamp","room":0}"#,
        "rooms",
      ],
      flags: [
        "--devices N": "begin with N devices (100)",
        "--seed N": "make house and events number N (1)",
        "--travel": "keep every state, for :back and :jump",
        "--few-states": "record whole states now and then, and none between",
      ]
    )
    func number(_ flag: String, in range: ClosedRange<Int>) -> Int? {
      guard let text = program.options[flag] else { return nil }
      if let number = Int(text), range.contains(number) { return number }
      let (least, most) = (range.lowerBound, range.upperBound)
      Console.stop(
        "\"\(flag)\" takes a whole number from \(least) to \(most), and got \"\(text)\"."
      )
    }
    let seed = UInt64(number("--seed", in: 0...Int.max) ?? 1)
    let devices = number("--devices", in: 0...HouseState.maximumDevices) ?? 100
    let recording = program.record(
      smartHome,
      states: program.options["--few-states"] == nil ? .patches : .keyframes
    )
    // The states of a large house that changes often would exceed the memory.
    let machine = program.options["--travel"].map { _ in TimeMachine(smartHome) }
    let app = SmartHomeApp(
      house: .furnished(devices: devices, seed: seed),
      seed: seed,
      reducer: program.printing(machine?.reducer ?? houseReducer),
      middleware: [machine?.middleware, recording.middleware].compactMap { $0 }
    )
    machine?.attach(to: app.store, recording: recording)
    await program.play(front(of: app), machine)
  }

  /// Makes the front of an app.
  package nonisolated static func front(of app: SmartHomeApp) -> Front<HouseState, any Action> {
    Front(
      smartHome,
      words: [("run", "let one thing happen in the house", { app.run(events: 1) })],
      pages: [("rooms", "show every device", { Screen(rooms: app.store.state).lines })],
      screen: { Screen(app.store.state).lines },
      dispatch: { app.store.dispatch($0) }
    )
  }
}
