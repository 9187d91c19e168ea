import Foundation
import Rewind
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A browser that is cut off", .browser)
struct LiveCutTests {
  private struct Count: Codable, Equatable {
    var count = 0
  }

  private struct Add: Codable {
    let amount: Int
  }

  /// A store that is recorded, and dispatches from any thread, one after the other.
  private final class Writer: @unchecked Sendable {
    private let lock = NSLock()
    private var state = Count()
    private let recording: Recording<Count>
    private let recorder: Recorder

    init(_ path: String) {
      recorder = Recorder(app: "cut", to: .file(path))
      recording = recorder.attach(Count.self)
      dispatch(1)
    }

    func dispatch(_ amount: Int) {
      lock.withLock {
        state = recording.record(Add(amount: amount), from: state) {
          Count(count: state.count + amount)
        }
      }
    }

    func close() { recorder.close() }
  }

  @Test(
    "catches up when it comes again: no row is lost, none comes twice, over a thousand cuts",
    arguments: [SeededGenerator.seed]
  )
  func cuts(seed: UInt64) throws {
    try LiveTool.with { tool in
      let writer = Writer(tool.folder.path("log.jsonl"))
      try tool.waitForSession(1)
      let browsers = (0..<20).map { SleepyBrowser(tool, seed: seed &+ $0) }
      let done = DispatchGroup()
      for browser in browsers {
        done.enter()
        Thread.detachNewThread {
          browser.listen(cuts: 50) { writer.dispatch($0) }
          done.leave()
        }
      }
      done.wait()
      writer.close()
      let whole = try tool.events(session: 1, from: 1)
      try whole.waitForFacts { $0["end"] == "closed" }
      #expect(whole.lines.count > 2_000)
      for browser in browsers {
        try browser.finish(at: whole.lines.count)
        #expect(browser.lines == whole.lines, "seed \(seed)")
      }
    }
  }

  /// A browser whose connection is cut again and again, at a byte that chance chooses.
  private final class SleepyBrowser: @unchecked Sendable {
    private(set) var lines: [String] = []
    private let tool: LiveTool
    private var random: SeededGenerator
    private var lastID: String?
    private var failure: (any Error)?

    init(_ tool: LiveTool, seed: UInt64) {
      (self.tool, random) = (tool, SeededGenerator(seed: seed))
    }

    func listen(cuts: Int, _ dispatch: (Int) -> Void) {
      do {
        for _ in 0..<cuts {
          let events = try tool.events(session: 1, from: 1, lastID: lastID)
          dispatch(1)
          for _ in 0..<Int.random(in: 0...3, using: &random) {
            dispatch(2)
            try events.next()
          }
          take(events)
        }
      } catch {
        failure = error
      }
    }

    /// Listens without a cut until there are so many lines.
    func finish(at count: Int) throws {
      if let failure { throw failure }
      let events = try tool.events(session: 1, from: 1, lastID: lastID)
      while lines.count + events.lines.count < count { try events.next() }
      take(events)
    }

    private func take(_ events: LiveEvents) {
      lines += events.lines
      lastID = events.lastID ?? lastID
    }
  }
}
