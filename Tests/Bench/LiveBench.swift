import Foundation
import Rewind
import RewindJSON
import RewindLive
import RewindReplay
import RewindStore
import RewindTestSupport

/// The window of a running app: how soon a row is there, and what it costs the app.
struct LiveBench {
  let report: Report
  let folder: URL

  func run() throws {
    report.heading("Live: from write(2) to a client, in ms")
    try latency("200 actions a second, to a client", rate: 200, seconds: 5, in: nil)
    if Browser.path == nil {
      report.row("in Chromium", "skipped: there is none")
    } else {
      try Browser.with { browser in
        try latency(
          "200 actions a second, to the row in Chromium",
          rate: 200,
          seconds: 5,
          in: browser
        )
        try latency("5,000 a second for ten seconds", rate: 5_000, seconds: 10, in: browser)
        try opening(browser)
      }
    }
    try cost()
  }

  // MARK: - Latency

  private func latency(_ name: String, rate: Int, seconds: Int, in browser: Browser?) throws {
    try LiveTool.with { tool in
      let store = LiveStore(tool.folder.path("log.jsonl"))
      store.dispatch()
      try tool.waitForSession(1)
      let count = rate * seconds
      let seen: [Double]
      if let browser {
        try browser.show(address: tool.address)
        try browser.wait(until: "rewind.page.current?.index === 1")
        try browser.value(Self.watch)
        let written = store.dispatch(count, rate: rate)
        try browser.wait(until: "rewind.page.session.last.index === \(count + 1)")
        let times: [JSONValue] = try browser.value("window.seen").array ?? []
        seen = written.enumerated().map { (index: Int, moment: Double) -> Double in
          let painted = index + 2 < times.count ? times[index + 2].double : nil
          return (painted ?? .infinity) - moment
        }
        let rows = try browser.value("rewind.page.session.steps.length").int ?? 0
        report.row("  … rows missing", Double(count + 2 - rows), limit: 0)
      } else {
        let events = try tool.events(session: 1, from: 1)
        try events.wait { $0.hasPrefix("a 1 ") }
        let arrivals = Arrivals(events, count: count)
        let written = store.dispatch(count, rate: rate)
        seen = zip(arrivals.times(), written).map { $0 - $1 }
      }
      row(name, seen.sorted(), isTimed: rate == 200)
      store.close()
    }
  }

  /// Notes the time at which the row of each action was painted.
  private static let watch = """
    window.seen = [];
    const append = rewind.page.append.bind(rewind.page);
    rewind.page.append = (...given) => {
      const before = rewind.page.session.steps.length;
      append(...given);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const now = performance.timeOrigin + performance.now();
        rewind.page.session.steps.slice(before).forEach((step) => { window.seen[step.index] = now; });
      };
      port2.postMessage(null);
    };
    """

  private func row(_ name: String, _ sorted: [Double], isTimed: Bool) {
    let median = sorted[sorted.count / 2]
    let late = sorted[sorted.count * 99 / 100]
    report.row("\(name), p50", median, limit: isTimed ? 30 : .infinity)
    report.row("\(name), p99", late, limit: isTimed ? 100 : .infinity)
  }

  // MARK: - Opening

  private func opening(_ browser: Browser) throws {
    let path = folder.appending(path: "live-long.jsonl").path
    try writeSession(to: path, items: 100, actions: 1_000_000)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try LiveTool.with(path) { tool in
      let start = ContinuousClock.now
      try browser.show(address: tool.address)
      try browser.wait(until: "rewind.page.current?.index === 1000000")
      let seconds = (ContinuousClock.now - start).seconds
      report.row("a million actions, from the address to the rows, in s", seconds, limit: 1)
    }
  }

  // MARK: - Cost

  /// A dispatch with a window that follows, against one without.
  private func cost() throws {
    report.heading("Live: what it costs the app")
    let alone = LiveStore(folder.appending(path: "alone.jsonl").path)
    try LiveTool.with { tool in
      let watched = LiveStore(tool.folder.path("log.jsonl"))
      watched.dispatch()
      try tool.waitForSession(1)
      let events = try tool.events(session: 1, from: 1)
      let listening = Arrivals(events, count: .max)
      let (without, with) = Figure.race(
        21,
        { for _ in 0..<1_000 { alone.dispatch() } },
        { for _ in 0..<1_000 { watched.dispatch() } }
      )
      report.row("1,000 dispatches, watched", with, against: ("alone", without), limit: 1.5)
      watched.close()
      try costOfDriving(tool)
      listening.stop()
    }
    alone.close()
  }

  /// A dispatch of a store that can be driven, and is connected, against one that cannot.
  private func costOfDriving(_ tool: LiveTool) throws {
    let recorders = ["alone", "driven"].map {
      Recorder(app: $0, to: .file(folder.appending(path: "\($0)-machine.jsonl").path))
    }
    let (alone, _) = MachineStore.made(recorders[0], drivenBy: nil)
    let (driven, control) = MachineStore.made(recorders[1], drivenBy: tool.address)
    while control?.isConnected != true { usleep(1_000) }
    let (without, with) = Figure.race(
      21,
      { for _ in 0..<1_000 { alone.dispatch(MachineStore.Add(amount: 1)) } },
      { for _ in 0..<1_000 { driven.dispatch(MachineStore.Add(amount: 1)) } }
    )
    report.row("1,000 dispatches, driven", with, against: ("alone", without))
    let added = (with.median - without.median) * 1_000
    report.row("  … added to a dispatch, in µs", added, limit: 1)
    control?.stop()
  }
}

/// This package's store with a time machine.
private enum MachineStore {
  struct Add: Action, Codable {
    let amount: Int
  }

  struct Count: Codable, Equatable {
    var count = 0
  }

  static func made(
    _ recorder: Recorder,
    drivenBy address: String?
  ) -> (Store<Count>, LiveControl?) {
    let recording = recorder.attach(Count.self)
    let machine = TimeMachine<Count, any Action> { action, state in
      Count(count: (state?.count ?? 0) + ((action as? Add)?.amount ?? 0))
    }
    let store = Store(
      reducer: machine.reducer,
      state: nil,
      middleware: [machine.middleware, recording.middleware]
    )
    machine.attach(to: store, recording: recording)
    let actions: ActionDecoders<any Action> = [Add.self]
    let control = address.flatMap { machine.listen(to: .address($0), actions: actions) }
    return (store, control)
  }
}

/// A store that is recorded.
private final class LiveStore {
  private struct Count: Codable, Equatable {
    var count = 0
    var words = "a state of a few words"
  }

  private struct Add: Codable {
    let amount: Int
  }

  private var state = Count()
  private let recorder: Recorder
  private let recording: Recording<Count>

  init(_ path: String) {
    recorder = Recorder(app: "bench", to: .file(path))
    recording = recorder.attach(Count.self)
  }

  func dispatch() {
    state = recording.record(Add(amount: 1), from: state) {
      var next = state
      next.count += 1
      return next
    }
  }

  /// Dispatches at a steady rate, and returns the times in milliseconds since 1970.
  func dispatch(_ count: Int, rate: Int) -> [Double] {
    let start = ContinuousClock.now
    return (0..<count).map { index in
      let due = start + .seconds(Double(index) / Double(rate))
      let pause = due - .now
      if pause > .zero { usleep(useconds_t(pause.seconds * 1e6)) }
      dispatch()
      return Date().timeIntervalSince1970 * 1_000
    }
  }

  func close() { recorder.close() }
}

/// The times at which actions arrive at a client, which reads on a thread of its own.
private final class Arrivals: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var arrived: [Double] = []

  init(_ events: LiveEvents, count: Int) {
    nonisolated(unsafe) let events = events
    let known = events.lines.count
    Thread.detachNewThread { [self] in
      var seen = known
      while arrived.count < count, (try? events.next()) != nil {
        let now = Date().timeIntervalSince1970 * 1_000
        let actions = events.lines[seen...].count { $0.hasPrefix("a ") }
        arrived += [Double](repeating: now, count: actions)
        seen = events.lines.count
      }
      done.signal()
    }
  }

  func times() -> [Double] {
    done.wait()
    return arrived
  }

  func stop() {}
}
