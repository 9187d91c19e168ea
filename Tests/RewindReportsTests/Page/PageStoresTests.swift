import Foundation
import RewindJSON
import RewindReports
import RewindTestSupport
import RewindTimeline
import Testing

@Suite("A page of several stores", .browser, .needsChromium)
struct PageStoresTests: PageTesting {
  private let folder = TemporaryFolder()

  @Test("has a lane for each store, the store in each row, and the causes from lane to lane")
  func lanes() throws {
    let log = Recordings.path("bazaar/logout.jsonl")
    let stores = SessionStores.find(beside: try Timeline.open(SessionLog.open(log))) { _ in }
    let session = try StoreSession(stores) { _ in }
    let shown = try PageSession.read(session.timeline, name: "logout.jsonl", limit: 1_000_000)
    let page = try folder.file("page.html", Page([shown]).text)
    try Browser.with { browser in
      try browser.resize(width: 1_400, height: 900)
      try browser.show(page)
      try expect(browser, "rewind.page.timeline.lanes.names", ["cart", "search", "user"])
      try expectText(browser, "#lanes", "Lanes: stores")
      try expect(
        browser,
        "[...document.querySelectorAll('#list .row .store')].map((span) => span.textContent)",
        ["user", "search", "search", "cart", "cart", "user", "search", "search", "cart", "cart"]
      )
      try expect(
        browser,
        """
        rewind.page.session.steps.filter((step) => step.json?.has("cause")).map((step) => {
          const request = rewind.page.session.stepAt.get(step.json.get("cause"));
          const { lanes } = rewind.page.timeline;
          return `${lanes.names[Math.log2(lanes.of(request))]}, ${step.store}`;
        })
        """,
        ["search, search", "search, cart", "user, search", "search, search", "search, cart"]
      )
      try browser.value("rewind.page.switchLanes()")
      try expectText(browser, "#lanes", "Lanes: state")
      try browser.wait(until: "rewind.page.timeline.lanes.names.includes('cart/offers')")
      #expect(browser.complaints == [])
    }
  }
}
