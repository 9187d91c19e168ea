import Foundation
import RewindReports
import Testing

@Suite("A JUnit file")
struct JUnitTests {
  @Test("has what strict servers ask for, and nothing else")
  func text() {
    let report = JUnitReport(
      suite: "rewind verify",
      date: Date(timeIntervalSince1970: 1_795_248_000),
      cases: [
        ReportedCheck(name: "a.jsonl", group: "recordings", seconds: 0.12345),
        ReportedCheck(
          name: "b.jsonl",
          group: "recordings",
          seconds: 1,
          failure: .init(kind: "diverged", message: "at <3> & \"on\"", text: "one\ntwo\u{1B}")
        ),
        ReportedCheck(
          name: "c.jsonl",
          group: "recordings",
          seconds: 0,
          failure: .init(kind: "trouble", message: "gone", text: "gone", isError: true)
        ),
        ReportedCheck(name: "d.jsonl", group: "", seconds: 0, output: "same, the crash <trap>"),
      ]
    )
    #expect(
      report.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="rewind verify" tests="4" failures="1" errors="1" time="1.123">
          <testsuite name="rewind verify" tests="4" failures="1" errors="1" time="1.123" skipped="0" \
        timestamp="2026-11-21T08:00:00">
            <testcase name="a.jsonl" classname="recordings" time="0.123"/>
            <testcase name="b.jsonl" classname="recordings" time="1.000">
              <failure type="diverged" message="at &lt;3&gt; &amp; &quot;on&quot;">\
        one&#10;two\u{FFFD}</failure>
            </testcase>
            <testcase name="c.jsonl" classname="recordings" time="0.000">
              <error type="trouble" message="gone">gone</error>
            </testcase>
            <testcase name="d.jsonl" classname="" time="0.000">
              <system-out>same, the crash &lt;trap&gt;</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """
    )
  }

  /// Texts as a log from a stranger may hold them.
  private static let hostile = [
    "", "plain", "a<b>&\"'c", "]]>", "<!-- -->", "\u{0}\u{1}\u{8}\u{B}\u{1F}", "\u{FFFE}\u{FFFF}",
    "tab\tand\nline\r\n", "é — 字 🎴", "\u{202E}drawkcab", "&amp; &#0; &lt;",
  ]

  @Test("passes the schema that CI servers check, whatever names and messages hold")
  func schema() {
    #expect(JUnitSchema.violations(of: "<testsuites skipped=\"0\"/>") == ["<testsuites skipped>"])
    #expect(JUnitSchema.violations(of: "<testsuites><testcase/></testsuites>").count == 3)
    var cases: [ReportedCheck] = []
    for (number, text) in Self.hostile.enumerated() {
      let seconds = [0, 0.0004, 0.9996, 1e-9, 12_345.678_9][number % 5]
      cases.append(ReportedCheck(name: text, group: text, seconds: seconds, output: text))
      for isError in [false, true] {
        let failure = ReportedCheck.Failure(kind: text, message: text, text: text, isError: isError)
        cases.append(ReportedCheck(name: text, group: text, seconds: seconds, failure: failure))
      }
    }
    for cases in [[], cases] {
      let report = JUnitReport(
        suite: "s",
        date: Date(timeIntervalSince1970: 1_795_248_000),
        cases: cases
      )
      #expect(JUnitSchema.violations(of: report.text) == [])
    }
  }

  @Test("is not a file for GitHub, whose annotations are lines")
  func annotation() {
    let annotation = GitHubAnnotation.text(
      file: "a,b.jsonl",
      line: 7,
      title: "diverged: 50%",
      message: "one\ntwo\r\n3"
    )
    #expect(
      annotation
        == "::error file=a%2Cb.jsonl,line=7,title=diverged%3A 50%25::one%0Atwo%0D%0A3"
    )
  }
}
