import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("A recording that is older than its app", .process)
struct UpgradeTests {
  private let folder = TemporaryFolder()

  @Test("cannot be judged by a program that does not know the question")
  func unknown() throws {
    let path = Recordings.fixture("Answers/list-of-today.jsonl").path
    let script = try folder.file(
      "app.sh",
      "cat > /dev/null; echo '{\"rewind\":1,\"replay\":1,\"actions\":[]}'"
    )
    let run = try rewind.run(["check", path, "--app", "/bin/sh", "--", script.path], exits: 2)
    #expect(
      run.errors.hasSuffix(
        """
        cannot forecast what it can replay: it does not support the request "reduce":false. \
        Build it with a newer Rewind, or add the request (`rewind help contract`), or try `rewind verify`.

        """
      ),
      "\(run.errors)"
    )
  }
}
