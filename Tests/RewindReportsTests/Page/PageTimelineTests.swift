import Foundation
import RewindJSON
import RewindReports
import RewindTestSupport
import RewindTimeline
import Testing

/// The axis of the timeline: quiet stretches are folded, so that what happened has the room.
@Suite("The timeline of a page", .browser, .needsChromium)
struct PageTimelineTests: PageTesting {
  /// A session whose actions come at these seconds.
  private func session(at times: [Double]) throws -> SessionFile {
    var session = SessionFile(start: [:])
    for (number, time) in times.enumerated() {
      let index = JSONValue(number + 1)
      session.add([
        "index": index, "time": try JSONValue(parsing: "\(time)"),
        "action": ["type": "Tap", "payload": [:]],
      ])
      session.add(["after": index, "patch": []])
    }
    return session
  }

  private func withTimeline(at times: [Double], _ body: (Browser) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let path = try session(at: times).write(to: folder)
      try withPage(of: [path]) { browser, _ in try body(browser) }
    }
  }

  @Test("folds the pauses between bursts, and says how long they are")
  func folds() throws {
    let bursts = [0, 100, 5_000].flatMap { start in (0..<10).map { Double(start) + Double($0) / 10 }
    }
    try withTimeline(at: bursts) { browser in
      try expect(
        browser,
        """
        rewind.page.timeline.axis.folds.map(({ from, to }) => [from, to].map((time) => time.toFixed(1)))
        """,
        [["0.9", "100.0"], ["100.9", "5000.0"]]
      )
      // Three bursts of a second share the axis with two narrow folds.
      try expect(browser, "rewind.page.timeline.axis.end < 3.2", true)
      try expect(
        browser,
        "rewind.page.timeline.axis.ticks(0, rewind.page.timeline.axis.end, 6).map(({ label }) => label)",
        ["0.0 s", "0.5 s", "1:40.0", "1:40.5", "1:23:20.0", "1:23:20.5"]
      )
    }
  }

  @Test("leaves a session at an even pace as it is")
  func even() throws {
    try withTimeline(at: (1...60).map { Double($0) * ($0 % 2 == 0 ? 1 : 1.01) }) { browser in
      try expect(browser, "rewind.page.timeline.axis.folds.length", 0)
      let isTime = "axis.positions.every((position, index) => position === axis.values[index])"
      try expect(browser, "(({ axis }) => \(isTime))(rewind.page.timeline)", true)
    }
  }

  @Test(
    "keeps the order of the actions, and the seconds between folds, whatever the pauses",
    arguments: 0..<6
  )
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var time = 0.0
    let times = (0..<200).map { _ -> Double in
      time +=
        [0, 0.01, 0.2, 3, 400].randomElement(using: &random)!
        * Double.random(in: 0..<1, using: &random)
      return time
    }
    try withTimeline(at: times) { browser in
      let found = try browser.value(
        """
        (({ axis }) => {
          const isAscending = axis.positions.every((position, index) => index === 0 || position >= axis.positions[index - 1]);
          const past = (position) => axis.stretches.find(({ start, end }) => position >= start && position <= end)?.past;
          const isKept = axis.positions.every((position, index) =>
            past(position) === undefined || Math.abs(position + past(position) - axis.values[index]) < 1e-6);
          return [isAscending, isKept, axis.positions.length, axis.stretches.length - axis.folds.length];
        })(rewind.page.timeline)
        """
      )
      #expect(found == [true, true, 201, 1], "seed \(seed)")
    }
  }
}
