package import Foundation
import RewindText

/// The results of many checks in the form that CI servers read (JUnit's XML, as Jenkins' schema
/// `junit-10.xsd` defines it).
///
/// Strict servers refuse some things that lenient ones overlook: a time has at most three decimals, a
/// test case has neither file nor line, the root has no count of skipped tests.
package struct JUnitReport {
  private let suite: String
  private let date: Date
  private let cases: [ReportedCheck]

  /// - Parameters:
  ///   - suite: The name under which the server shows the cases.
  ///   - date: The time of the run.
  ///   - cases: The results.
  package init(suite: String, date: Date, cases: [ReportedCheck]) {
    self.suite = suite
    self.date = date
    self.cases = cases
  }

  /// The XML file.
  package var text: String {
    let failures = cases.filter { $0.failure?.isError == false }.count
    let errors = cases.filter { $0.failure?.isError == true }.count
    let style = Date.ISO8601FormatStyle().year().month().day()
      .time(includingFractionalSeconds: false)
    let counts = """
      tests="\(cases.count)" failures="\(failures)" errors="\(errors)" \
      time="\(cases.reduce(0) { $0 + $1.seconds }.fixed(3))"
      """
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(suite.markup)" \(counts)>
        <testsuite name="\(suite.markup)" \(counts) skipped="0" timestamp="\(date.formatted(style))">
      \(cases.map(\.lines).joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }
}

extension ReportedCheck {
  fileprivate var lines: String {
    let head = """
          <testcase name="\(name.markup)" classname="\(group.markup)" time="\(seconds.fixed(3))"
      """
    guard let failure else {
      guard let output else { return head + "/>" }
      return """
        \(head)>
              <system-out>\(output.markup)</system-out>
            </testcase>
        """
    }
    let element = failure.isError ? "error" : "failure"
    return """
      \(head)>
            <\(element) type="\(failure.kind.markup)" message="\(failure.message.markup)">\(failure.text.markup)</\(element)>
          </testcase>
      """
  }
}
