import RewindReports
import Testing

@Suite("A JUnit file")
struct JUnitTests {
  @Test("has what strict servers ask for, and nothing else")
  func text() {
    let report = JUnitReport(
      suite: "rewind verify",
      timestamp: "2026-11-21T08:00:00",
      cases: [
        JUnitReport.Case(name: "a.jsonl", group: "recordings", seconds: 0.12345),
        JUnitReport.Case(
          name: "b.jsonl",
          group: "recordings",
          seconds: 1,
          failure: .init(kind: "diverged", message: "at <3> & \"on\"", text: "one\ntwo\u{1B}")
        ),
        JUnitReport.Case(
          name: "c.jsonl",
          group: "recordings",
          seconds: 0,
          failure: .init(kind: "trouble", message: "gone", text: "gone", isTrouble: true)
        ),
      ]
    )
    #expect(
      report.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="rewind verify" tests="3" failures="1" errors="1" time="1.123">
          <testsuite name="rewind verify" tests="3" failures="1" errors="1" time="1.123" skipped="0" \
        timestamp="2026-11-21T08:00:00">
            <testcase name="a.jsonl" classname="recordings" time="0.123"/>
            <testcase name="b.jsonl" classname="recordings" time="1.000">
              <failure type="diverged" message="at &lt;3&gt; &amp; &quot;on&quot;">\
        one&#10;two\u{FFFD}</failure>
            </testcase>
            <testcase name="c.jsonl" classname="recordings" time="0.000">
              <error type="trouble" message="gone">gone</error>
            </testcase>
          </testsuite>
        </testsuites>

        """
    )
  }

  @Test("is no file for GitHub, whose annotations are lines")
  func annotation() {
    let annotation = GitHubAnnotation(
      file: "a,b.jsonl",
      line: 7,
      title: "diverged: 50%",
      message: "one\ntwo"
    )
    #expect(
      annotation.text == "::error file=a%2Cb.jsonl,line=7,title=diverged%3A 50%25::one%0Atwo"
    )
  }
}
