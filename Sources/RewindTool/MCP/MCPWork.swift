import Foundation
import RewindDiagnosis
import RewindJSON

/// The calls that a server has to answer, in order.
final class MCPWork: Sendable {
  struct Call: Sendable {
    let request: MCPRequest
    let tool: MCPTool
    let arguments: JSONObject
    let version: MCPVersion
  }

  /// The state of work that takes long.
  struct Tick {
    let request: MCPRequest
    let seconds: Int
    /// The latest words about it.
    let note: String?
  }

  /// A client that asks more at once is not waiting for answers.
  private static let limit = 1_000

  private let condition = NSCondition()
  nonisolated(unsafe) private var waiting: [Call] = []
  nonisolated(unsafe) private var running: Call?
  nonisolated(unsafe) private var isCancelled = false
  nonisolated(unsafe) private var isClosed = false
  nonisolated(unsafe) private var start = Date.distantPast
  nonisolated(unsafe) private var seconds = 0
  nonisolated(unsafe) private var note: String?

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  /// Adds a call; returns false if too many wait.
  func add(_ call: Call) -> Bool {
    locked {
      guard waiting.count < Self.limit else { return false }
      waiting.append(call)
      condition.broadcast()
      return true
    }
  }

  /// Ends the work once all calls are answered.
  func close() {
    locked {
      isClosed = true
      condition.broadcast()
    }
  }

  /// Waits for a call, which is then the running one; nil if there will be none.
  func next() -> Call? {
    locked { () -> Call? in
      while waiting.isEmpty, !isClosed { condition.wait() }
      guard !waiting.isEmpty else { return nil }
      let call = waiting.removeFirst()
      (running, isCancelled, start, seconds, note) = (call, false, Date(), 0, nil)
      condition.broadcast()
      return call
    }
  }

  /// Ends the running call; returns false if it was cancelled, so that it is not to be answered.
  func finish() -> Bool {
    locked {
      running = nil
      if isCancelled { RunningChildren.shared.reopen() }
      return !isCancelled
    }
  }

  /// True if nobody waits for the running call any more.
  var isRunningCancelled: Bool { locked { isCancelled } }

  /// Stops the call of an id: its replays end at once, and its reading at the next line.
  func cancel(_ id: JSONValue) {
    locked {
      waiting.removeAll { $0.request.id == id }
      guard running?.request.id == id, !isCancelled else { return }
      isCancelled = true
      RunningChildren.shared.close()
    }
  }

  /// Takes down what the running call is at.
  func note(_ text: String) {
    locked { note = text }
  }

  /// Waits until the running call has taken another second; nil if there will be none.
  func waitForTick() -> Tick? {
    locked { () -> Tick? in
      while true {
        guard let running else {
          guard !isClosed || !waiting.isEmpty else { return nil }
          condition.wait()
          continue
        }
        let due = start + Double(seconds + 1)
        guard Date() >= due else {
          _ = condition.wait(until: due)
          continue
        }
        seconds = Int(Date().timeIntervalSince(start))
        return Tick(request: running.request, seconds: seconds, note: note)
      }
    }
  }
}
