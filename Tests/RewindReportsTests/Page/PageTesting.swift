import Foundation
import RewindJSON
import RewindLog
import RewindReports
import RewindTestSupport
import RewindTimeline
import Testing

/// Tests that open a page in a browser.
protocol PageTesting {}

extension PageTesting {
  func withPage(
    of paths: [String],
    fragment: String = "",
    conditions: [String] = [],
    _ body: (Browser, [Timeline]) throws -> Void
  ) throws {
    let timelines = try paths.map { try Timeline.open(SessionLog.open($0)) }
    try TemporaryFolder.with { folder in
      let sessions = try timelines.map { timeline in
        try PageSession.read(
          timeline,
          name: URL(fileURLWithPath: timeline.log.path).lastPathComponent,
          limit: 10_000_000,
          conditions: try conditions.map { text in
            let condition = try PageCondition(text)
            return (condition, try condition.indexes(in: timeline))
          }
        )
      }
      let file = try folder.file("page.html", Page(sessions).text)
      try Browser.with { browser in
        try browser.resize(width: 1_400, height: 900)
        try browser.show(file, fragment: fragment)
        try body(browser, timelines)
        #expect(browser.complaints == [])
        #expect(browser.addresses.allSatisfy { $0.hasPrefix(file.absoluteString) })
      }
    }
  }

  /// What the page says of a filter, once it has looked at every step.
  func filtered(_ browser: Browser, by filter: String) throws -> String? {
    try browser.value(
      """
      (() => {
        document.getElementById("filter-status").textContent = "";
        document.getElementById("filter").value = \(JSONValue.string(filter).text);
        rewind.page.filter.run();
      })()
      """
    )
    let status = "document.getElementById('filter-status').textContent"
    try browser.wait(until: "/\\.$|\\. /.test(\(status))")
    return try text(browser, "#filter-status")
  }

  func text(_ browser: Browser, _ selector: String) throws -> String? {
    try browser.value("document.querySelector('\(selector)')?.textContent ?? null").string
  }

  func expect(
    _ browser: Browser,
    _ script: String,
    _ expected: JSONValue,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try browser.value(script)
    #expect(found == expected, "\(script)", sourceLocation: location)
  }

  func expectText(
    _ browser: Browser,
    _ selector: String,
    _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try text(browser, selector)
    #expect(found == expected, "\(selector)", sourceLocation: location)
  }
}
