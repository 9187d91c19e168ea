#if os(Linux)
import Foundation
import RewindTestSupport
import Testing

/// An app on a processor that eight other programs keep busy.
@Suite(
  "The time limit of an app on a busy machine",
  .exits,
  .needsPython,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/taskset"))
)
struct BusyMachineTests {
  private let folder = TemporaryFolder()

  @Test(
    "does not run while the app waits for the processor, and does while it sleeps",
    arguments: [("Work", "same, 1 action"), ("Sleep", "time-out")]
  )
  func waiting(type: String, verdict: String) throws {
    var session = SessionFile(app: "busy", start: ["n": 0])
    session.add(1, type, [:], state: ["n": 1])
    let path = try session.write(to: folder)
    let app = Interpreter.app("busy.py")
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let allowed = try #require(status.firstMatch(of: /Cpus_allowed_list:\s*(\d+)/))
    let processor = String(allowed.1)
    // Eight that spin, on the processor that the app may use: a ninth of it is the app's.
    let run = try rewind.start(
      [
        "verify", path, "--time-limit", "1", "--app", "/usr/bin/taskset", "--", "-c", processor,
        Interpreter.python.path ?? "", "-S", "-E", app,
      ],
      by: """
        trap 'kill $spinners' EXIT
        for number in 1 2 3 4 5 6 7 8; do
          taskset -c \(processor) sh -c 'while :; do :; done' & spinners="$spinners $!"
        done
        "$@"
        """
    )
    #expect(run.output.contains(verdict), "\(run.output) \(run.errors)")
  }
}
#endif
