import Foundation
import RewindTestSupport
import Testing

/// Looks for logs that take a command longer than in proportion to their size.
///
/// The program's own processor time is compared with that on a log of a quarter of the size; so it does not
/// matter how fast or busy the machine is. `scripts/time-test` does the same with an optimized build and logs of
/// almost a megabyte, and prints what takes longest.
@Suite("A command that reads a log", .process)
struct ReadingTimeTests {
  private let folder = TemporaryFolder()

  /// The most by which the time may grow for each doubling of the size.
  private static let growth = 2.5
  /// Below, a debug build is fast enough, and what the system adds to its time would decide.
  private static let leastSeconds = 1.0

  private static func commands(_ log: String, _ pointer: String, _ folder: URL) -> [[String]] {
    let page = folder.appending(path: "page.html").path
    let usual = [
      ["log", log], ["stats", log], ["blame", log, pointer], ["blame", log, "--all"],
      ["blame", log, pointer, "--history"], ["why", log, pointer],
    ]
    guard size != nil else { return usual }
    // A report follows some values through the whole log, more of them in a longer one, up to a limit.
    return usual + [
      ["report", log, "-o", page, "--force"],
      [log], ["export", log], ["privacy", log], ["check", log], ["show", log, "end"],
      ["state", log, "end"], ["diff", log, "0", "end"], ["log", log, "--where", "state.none == 1"],
      ["export", log, "--rows", "--force", "-o", folder.appending(path: "rows").path],
    ]
  }

  /// Returns the processor time of one command.
  private func seconds(_ arguments: [String]) throws -> Double {
    let run = try rewind.run(
      arguments,
      environment: ProcessInfo.processInfo.environment.filter { $0.key == "REWIND_PROGRAM" },
      by: #"""
        program=${REWIND_PROGRAM:-$1}; shift
        "$program" "$@" > /dev/null
        case $? in 0 | 1) times ;; *) exit 3 ;; esac
        """#
    )
    #expect(run.exit == .status(0), "\(arguments): \(run.errors)")
    // The second line is about the program: `0m0.250000s 0m0.010000s`.
    return (run.lines.last ?? "").split(separator: " ").reduce(0) { sum, text in
      let parts = text.dropLast().split(separator: "m").compactMap { Double($0) }
      return parts.count == 2 ? sum + 60 * parts[0] + parts[1] : sum
    }
  }

  @Test("takes time in proportion to the log", arguments: TestScale.cases(3, of: forms))
  func proportion(form: HostileLog.Form) throws {
    let sizes = Self.size.map { [$0 / 4, $0] } ?? [15_000, 60_000]
    let logs = try sizes.map { size in
      let log = HostileLog(form, bytes: size)
      return (
        path: try folder.file("\(size).jsonl", String(decoding: log.file.bytes, as: UTF8.self))
          .path, pointer: log.pointer
      )
    }
    let commands = logs.map { Self.commands($0.path, $0.pointer, folder.url) }
    for (small, large) in zip(commands[0], commands[1]) {
      var best = (small: Double.infinity, large: Double.infinity)
      // A busy machine makes a run slower, and never faster.
      for _ in 0..<4 {
        best.large = min(best.large, try seconds(large))
        if best.large < Self.leastSeconds { break }
        best.small = min(best.small, try seconds(small))
        if best.large <= Self.growth * Self.growth * best.small { break }
      }
      if Self.size != nil, best.large > 0.5 {
        print("\(form.rawValue): rewind \(large[0]): \(best.large) s of processor time")
      }
      #expect(
        best.large < Self.leastSeconds || best.large <= Self.growth * Self.growth * best.small,
        "\(form.rawValue): \(large): \(best.small) s, and \(best.large) s for four times the size"
      )
    }
  }

  /// The forms to try: one, if it is asked for, or else a sample of those that are not too slow for a debug build.
  private static let forms: [HostileLog.Form] = {
    let all = HostileLog.Form.allCases
    if let wanted = ProcessInfo.processInfo.environment["REWIND_LOG_FORM"] {
      return all.filter { $0.rawValue == wanted }
    }
    if size != nil { return all }
    var random = SeededGenerator(seed: SeededGenerator.seed)
    let quick = all.filter { $0 != .replaceItems && $0 != .deepArrays }.shuffled(using: &random)
    return Array(quick.prefix(TestScale.count(7, of: quick.count)))
  }()

  /// The size of the larger log, if another one than usual is asked for.
  private static let size = ProcessInfo.processInfo.environment["REWIND_LOG_SIZE"].flatMap(Int.init)
}
