import RewindQuery
import RewindTimeline
import Testing

@Suite("A file of conditions")
struct NeverFileTests {
  private func fault(_ text: String) -> String? {
    do {
      _ = try NeverFile(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("has a name and an expression a line; lines may go on below")
  func lines() throws {
    let file = try NeverFile(
      """
      # The cart

      no empty line: count(cart.items, it.qty == 0) > 0
      a price is known:\u{20}
        any(cart.items, not exists(it.price))

        # still the same
        and not cart.isLoading
      a: {"b": 1} == state.c
      """ + "\r\nlast : x == 1\r\n"
    )
    #expect(file.conditions.map(\.name) == ["no empty line", "a price is known", "a", "last"])
    #expect(
      file.conditions.map(\.expression.text) == [
        "count(cart.items, it.qty == 0) > 0",
        "any(cart.items, not exists(it.price)) and not cart.isLoading",
        #"{"b": 1} == state.c"#, "x == 1",
      ]
    )
    #expect(file.conditions[0].description == "no empty line: count(cart.items, it.qty == 0) > 0")
  }

  @Test("says which line is none, and shows how one is written")
  func faults() throws {
    let example = #""no empty line: count(cart.items, it.qty == 0) > 0""#
    for empty in ["", "\n\n", "# only a comment\n"] {
      #expect(fault(empty)?.hasPrefix("It has no condition. ") ?? false)
      #expect(fault(empty)?.contains(example) ?? false)
    }
    #expect(
      fault("a: x == 1\ncart.count > 3")?.hasPrefix("Line 2, \"cart.count > 3\", has no name.")
        ?? false
    )
    #expect(fault(": x == 1")?.hasPrefix("Line 1, ") ?? false)
    #expect(fault("  x == 1")?.hasPrefix("Line 1, \"x == 1\", has no name.") ?? false)
    #expect(fault("a: x == 1\n\na: y == 1") == "Line 3 repeats the name \"a\".")
    #expect(
      fault("# one\na: x ==")
        == "Line 2, \"a\": Expected a value, found the end of the expression.\n  x ==\n      ^"
    )
    #expect(fault("a:")?.hasPrefix("Line 1, \"a\": There is no expression.") ?? false)
  }
}

@Suite("The runs of a condition")
struct TruthRunsTests {
  private func runs(_ verdicts: String) -> TruthRuns {
    var runs = TruthRuns()
    for (index, verdict) in verdicts.enumerated() {
      runs.add(verdict == "?" ? nil : verdict == "+", at: TruthRuns.Position(index))
    }
    return runs
  }

  @Test("end with the one that is to blame, between the states on both sides")
  func last() {
    let found = runs("-++--+-")
    #expect(found.runs.map { [$0.first.index, $0.last.index] } == [[1, 2], [5, 5]])
    #expect(found.last?.survivor?.index == 4)
    #expect(!found.lastsToEnd)
    #expect(found.unjudged == [])
    #expect(found.judged == 7)
    #expect(runs("-++").lastsToEnd)
    #expect(runs("++-").last?.survivor == nil)
    #expect(runs("---").last == nil)
    // What could not be judged before the survivor cannot begin the run.
    #expect(runs("?-?+").unjudged == [2...2])
  }

  /// Each `?` is tried as both: where all of these sessions have one culprit, nothing is open.
  @Test("leave open verdicts that another judgment of a state could change", arguments: 1...7)
  func open(length: Int) {
    func culprit(_ verdicts: [Character]) -> Int? {
      guard let last = verdicts.lastIndex(of: "+") else { return nil }
      return (verdicts[..<last].lastIndex(of: "-") ?? -1) + 1
    }
    func sessions(_ count: Int, of letters: [Character]) -> [[Character]] {
      (0..<count).reduce([[]]) { all, _ in all.flatMap { one in letters.map { one + [$0] } } }
    }
    for verdicts in sessions(length, of: ["-", "+", "?"]) {
      let found = runs(String(verdicts))
      let isOpen = !found.unjudged.isEmpty
      let possible = sessions(verdicts.count { $0 == "?" }, of: ["-", "+"]).map { choice in
        var rest = choice[...]
        return culprit(verdicts.map { $0 == "?" ? rest.removeFirst() : $0 })
      }
      // Answers that claim to be certain are right.
      if !isOpen { #expect(Set(possible) == [found.last?.first.index], "\(String(verdicts))") }
    }
  }
}
