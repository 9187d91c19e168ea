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
  private static let app = """
    import json, sys, time
    def answer(**line): print(json.dumps(line), flush=True)
    lines = [json.loads(line) for line in sys.stdin]
    answer(rewind=1, replay=1, actions=["Work", "Sleep"])
    states = lines[0].get("states") == "all"
    if states: answer(after=0, state={"n": 0})
    for line in lines:
        if "action" in line:
            answer(index=line["index"], action=line["action"])
            if line["action"]["type"] == "Sleep": time.sleep(60)
            end = time.process_time() + 0.4
            while time.process_time() < end: pass
            if states: answer(after=line["index"], state={"n": line["index"]})
    if lines[0].get("states") == "last": answer(after=1, state={"n": 1})
    answer(end="closed")
    """

  @Test(
    "does not run while the app waits for the processor, and does while it sleeps",
    arguments: [("Work", "same, 1 action"), ("Sleep", "time-out")]
  )
  func waiting(type: String, verdict: String) throws {
    var session = SessionFile(app: "busy")
    session.add(["after": 0, "state": ["n": 0]])
    session.add(1, type, [:], state: ["n": 1])
    let path = try session.write(to: folder)
    let app = try folder.file("app.py", Self.app).path
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
