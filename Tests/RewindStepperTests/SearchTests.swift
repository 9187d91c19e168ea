import RewindJSON
import RewindLog
import RewindStepper
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A search in the stepper")
struct SearchTests {
  @Test("finds the differing values where a patch replaces more, the culprit's change too")
  func replacedWhole() throws {
    let log = try SessionLog.open(Recordings.path("memory-tunes/tap-while-loading.jsonl"))
    func found(_ text: String) throws -> [Int] {
      var stepper = Stepper(try Timeline.open(log))
      return listed(text, &stepper)
    }
    #expect(try found("showLoading") == [0, 5, 6, 23])
    #expect(try found("gameFinished") == [0, 22, 23])
    var stepper = Stepper(try Timeline.open(log))
    #expect(stepper.text(":6<enter>/showLoading<enter>").hasPrefix(" memory-tunes  23 of 24"))
    #expect(stepper.text("<tab>").contains(">~ /gameState/showLoading"))
  }

  @Test("finds the steps whose changes have a text in their pointers or values, and no others")
  func bruteForce() throws {
    let texts = [
      "items", "ROWS", "byName", "k1", "n", "of", "tag 2", "row number 1", "flag", "0", "3", "T1",
      "date", "n1", "id", "nothing",
    ]
    for seed in (0..<TestScale.count(1, of: 30)).map({ SeededGenerator.seed &+ $0 }) {
      var random = SeededGenerator(seed: seed)
      let session = RandomSession(actions: 40, using: &random)
      let shown = try Self.shown(session)
      for text in texts {
        let expected = shown.indices.filter { shown[$0].contains { $0.has(text) } }
        var stepper = try session.file.stepper()
        #expect(listed("'\(text)'", &stepper) == expected, "\(text), seed \(seed)")
        var back = try session.file.stepper()
        var found: [Int] = []
        for _ in expected where back.press(found.isEmpty ? "/'\(text)'<enter>N" : "N").isEmpty {
          found.append(back.index)
        }
        #expect(Set(found) == Set(expected), "\(text) backward, seed \(seed)")
      }
    }
  }

  @Test("finds the change of an action that another one overlaps")
  func overlaps() throws {
    var file = SessionFile(start: ["a": 0, "b": 0])
    file.add(1, "A", state: nil)
    file.add(["index": 2, "action": ["type": "B"], "overlap": true])
    file.add(["after": 1, "patch": [["op": "replace", "path": "/a", "value": 1]]])
    file.add(["after": 2, "patch": [["op": "replace", "path": "/b", "value": 1]]])
    for (text, expected) in [("'a'", [0, 1]), ("'b'", [0, 2])] {
      var stepper = try file.stepper()
      #expect(listed(text, &stepper) == expected)
    }
  }

  /// The actions that a filter lists.
  private func listed(_ text: String, _ stepper: inout Stepper) -> [Int] {
    guard !stepper.text("f\(text)<enter>").contains("No action matches") else { return [] }
    _ = stepper.press("g")
    var found = [stepper.index]
    while stepper.press("j").isEmpty, stepper.index != found.last {
      found.append(stepper.index)
    }
    return found
  }

  /// The text and the values that each step shows, as far as a search looks at them.
  private static func shown(_ session: RandomSession) throws -> [[JSONValue]] {
    var shown: [[JSONValue]] = [[session.states[0]]]
    for line in session.file.lines {
      if let index = line["index"]?.int, line["after"] == nil {
        while shown.count <= index { shown.append([]) }
        shown[index] += [line["action"]?["type"], line["action"]?["payload"]].compactMap { $0 }
        shown[index] += [line["input"]?["name"], line["input"]?["value"], line["note"]]
          .compactMap { $0 }
      }
    }
    var before = session.states[0]
    for line in session.lines.dropFirst() {
      for change in try line.patch.changes(of: before) {
        let names = change.pointer.tokens.filter { Pointer.arrayIndex($0) == nil }
        shown[line.index] += names.map { .string($0) } + [change.old, change.new].compactMap { $0 }
      }
      before = line.state
    }
    return shown
  }
}

extension JSONValue {
  /// Whether a text is in one of the names or strings, or is one of the numbers.
  fileprivate func has(_ text: String) -> Bool {
    switch self {
    case .string(let string): string.lowercased().contains(text.lowercased())
    case .number(let number): number.text == text
    case .array(let elements): elements.contains { $0.has(text) }
    case .object(let object):
      object.members.contains { JSONValue.string($0.key).has(text) || $0.value.has(text) }
    case .null, .bool: false
    }
  }
}
