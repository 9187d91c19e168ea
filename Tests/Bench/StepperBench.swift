import Foundation
import RewindLog
import RewindSession
import RewindStepper
import RewindTimeline

/// The full-screen stepper on a long session: how soon it is there, and how soon it answers a key.
func benchStepper(_ report: Report, _ path: String, items: Int, actions: Int) throws {
  report.heading("Stepper: \(actions) actions over a state of \(items) items")
  try writeSession(to: path, items: items, actions: actions)
  let size = ScreenSize(columns: 120, rows: 40)
  let opening = try Figure.time(5) {
    let stepper = Stepper(try Timeline.open(SessionLog.open(path)))
    consume(stepper.screen(size).output(after: nil, isColored: true))
  }
  report.row("open, and draw the first screen", opening, against: ("a second", .second), limit: 1)

  var stepper = Stepper(try Timeline.open(SessionLog.open(path)))
  stepper.size = size
  for (name, keys) in [
    ("keys that step", String(repeating: "jjjk    b", count: 20)),
    (
      "keys that go far", String(repeating: "G<pageup>g<pagedown>:50%<enter>:77%<enter>", count: 10)
    ),
    ("keys in the state", "<tab><tab>gl" + String(repeating: "jjljjhljG<pageup>gup", count: 8)),
    (
      "keys that compare",
      "<esc>:50%<enter>d" + String(repeating: "  jjbG<pageup>", count: 10) + "qm:77%<enter>d  bbjjq"
    ),
    ("stepping with all open", "u" + String(repeating: "    bb", count: 10)),
  ] {
    let times = (Key.keys(keys) ?? []).map { answer($0, &stepper, size) }
    let frame = ("a frame (1/60 s)", Figure([1.0 / 60]))
    report.row("\(name), median", Figure(times), against: frame, limit: 1)
    report.row("\(name), slowest", Figure([Figure(times).slowest]), against: frame, limit: 1)
  }
}

/// How long a key takes from its press to the bytes for the terminal.
private func answer(_ key: Key, _ stepper: inout Stepper, _ size: ScreenSize) -> Double {
  let last = stepper.screen(size)
  let start = ContinuousClock.now
  _ = stepper.press(key)
  consume(stepper.screen(size).output(after: last, isColored: true))
  return (ContinuousClock.now - start).seconds
}

extension Figure {
  fileprivate static let second = Figure([1])
}
