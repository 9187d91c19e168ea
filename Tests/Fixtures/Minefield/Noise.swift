import Foundation
import RewindInputs

nonisolated(unsafe) private var counter = 0
nonisolated(unsafe) private var memo: String?

private final class Identity {}

/// What an impure reducer may take from outside.
func noise(_ source: String) -> String {
  let words = ["apple", "pear", "plum", "cherry", "quince", "medlar", "fig", "grape"]
  switch source {
  case "clock": return "\(Date().timeIntervalSince1970)"
  case "uuid": return "\(UUID())"
  case "random": return "\(Int.random(in: 0...Int.max))"
  case "set": return Set(words).joined(separator: ",")
  case "dictionary":
    return Dictionary(uniqueKeysWithValues: words.map { ($0, $0.count) }).keys
      .joined(separator: ",")
  case "locale":
    // Foundation's locale is always the same on Linux, that of the C library is not.
    return ProcessInfo.processInfo.environment["LC_ALL"] ?? Locale.current.identifier
  case "time zone": return TimeZone.current.identifier
  case "counter":
    counter += 1
    return "\(counter)"
  case "memo":
    defer { memo = memo ?? "known" }
    return memo ?? "computed"
  case "identity": return "\(ObjectIdentifier(Identity()))"
  case "environment":
    let environment = ProcessInfo.processInfo.environment
    return "\(environment["USER"] ?? "nobody") at \(environment["HOME"] ?? "nowhere")"
  case "together":
    let environment = ProcessInfo.processInfo.environment
    return environment["USER"] == "rewind" && environment["TZ"] == "Pacific/Kiritimati"
      ? "abroad" : "at home"
  case "home":
    let environment = ProcessInfo.processInfo.environment
    return environment["CFFIXED_USER_HOME"] ?? NSHomeDirectory()
  case "temporary folder": return ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
  case "late": return lateDraw()
  case "process": return "\(ProcessInfo.processInfo.processIdentifier)"
  default:
    let path = String(source.dropFirst("file:".count))
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}

/// A task that a reducer starts, and that draws when its action has been reduced long since.
private final class LateTask: @unchecked Sendable {
  private let mayDraw = DispatchSemaphore(value: 0)
  private let hasDrawn = DispatchSemaphore(value: 0)
  private var drawn = ""

  /// Begins the task, which keeps the context of the reduction that it was begun in.
  func begin() {
    Task { draw() }
  }

  private func draw() {
    mayDraw.wait()
    drawn = "\(Recorded.uuid())"
    hasDrawn.signal()
  }

  /// What it draws now.
  func result() -> String {
    mayDraw.signal()
    hasDrawn.wait()
    return drawn
  }
}

nonisolated(unsafe) private var lateTask: LateTask?

/// Begins a task in one action, and takes what it draws in the next.
private func lateDraw() -> String {
  if let task = lateTask { return task.result() }
  let task = LateTask()
  task.begin()
  lateTask = task
  return "begun"
}
