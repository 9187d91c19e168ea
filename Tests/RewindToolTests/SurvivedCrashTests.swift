import Foundation
import RewindJSON
import RewindTestSupport
import Testing

private let shop = Program("shop")

@Suite("rewind bisect of a crash that the recording survived", .process)
struct SurvivedCrashTests {
  private let folder = TemporaryFolder()

  @Test("says so, and names the usual reason where secrets have pseudonyms")
  func survived() throws {
    let start: JSONValue = [
      "items": [], "coupon": "", "isOffline": true, "level": 1, "ticks": 0, "notes": 0,
    ]
    for (isRedacted, hasState) in [(true, true), (false, true), (false, false)] {
      let rules: JSONValue = [["key": "coupon", "pseudonyms": true]]
      var file = SessionFile(app: "shop", redacted: isRedacted ? .some(rules) : nil, start: start)
      let payload: JSONValue = ["checkout": ["bug": "offline"]]
      file.add(1, "ShopAction.checkout", payload, state: hasState ? .some(start) : nil)
      let path = try file.write(to: folder, as: "\(isRedacted)-\(hasState).jsonl")
      let run = try rewind.run("bisect", path, "--app", shop.path, exits: 0)
      #expect(
        run.output.contains(
          "The recording survived action 1: it has the state after it. Only the replay crashes."
        ) == hasState,
        "\(run)"
      )
      #expect(run.output.contains("Secrets have pseudonyms") == isRedacted)
    }
  }
}
