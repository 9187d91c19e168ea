import Foundation
import RewindJSON
import RewindLog
import RewindReports
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// A page whose session grows while it is looked at, as that of a running app does.
@Suite("A page's session that grows", .browser, .serialized, .needsChromium)
struct PageGrowthTests {
  /// Opens a page of a random session, with functions that take it apart.
  private func withPage(seed: UInt64, actions: Int, _ body: (Browser) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      var random = SeededGenerator(seed: seed)
      var session = RandomPageSession(actions: actions, using: &random).file
      session.add(["end": "closed", "index": JSONValue(actions)])
      let timeline = try session.timeline()
      let kept = try PageSession.read(timeline, name: "growing", limit: 10_000_000)
      let file = try folder.file("page.html", Page([kept]).text)
      try Browser.with { browser in
        try browser.show(file)
        try browser.value(Self.tools)
        try body(browser)
        #expect(browser.complaints == [])
      }
    }
  }

  /// The lines of the page, what a session is, and what a page shows.
  private static let tools = """
    window.lines = document.getElementById("lines-0").textContent.trim().split("\\n");
    window.facts = rewind.page.sessions[0].facts;
    window.contents = (session) => JSON.stringify(session.steps.map((step) => [
      step.index, step.number, step.stateBefore, step.state, step.actionLine, step.inputLines,
      step.external, step.marks, step.type, step.seconds, session.palette.hue(step.type),
      step.after() === undefined ? null : rewind.writeJSON(step.after()),
      step.changes.length, step.changesFromOutside.length,
    ]));
    window.rest = () => new Promise((resolve) => setTimeout(resolve, 50));
    window.settle = async () => {
      const status = () => document.getElementById("filter-status").textContent;
      do await rest(); while (status().endsWith("…"));
      while (rewind.page.list.unfinished > 0) await rest();
      do await rest(); while (rewind.page.tokens !== null && !document.querySelector(".values"));
    };
    window.screen = () => ["title", "subtitle", "story", "list", "change-title", "details",
      "state-title", "tree", "position", "filter-status"].map((id) => {
        const element = document.getElementById(id);
        const rows = [...element.querySelectorAll(".row")].sort((a, b) => a.step.number - b.step.number);
        return rows.length > 0 ? rows.map((row) => row.textContent) : element.textContent;
      }).concat([rewind.page.timeline.axis.positions, rewind.page.timeline.lanes.names]);
    """

  @Test("is the same after any beginning and the rest as when it is loaded at once")
  func everyCut() throws {
    try withPage(seed: 61, actions: 60) { browser in
      let differing = try browser.value(
        """
        (() => {
          const whole = contents(new rewind.Session(facts, lines.join("\\n")));
          return lines.map((_, cut) => cut).filter((cut) => {
            const session = new rewind.Session(facts, lines.slice(0, cut).join("\\n"));
            // States are asked for before it grows, so that they are remembered.
            session.last?.after();
            for (const line of lines.slice(cut)) {
              const first = session.append(line + "\\n");
              if (first < session.steps.length - 2) return true;
            }
            return contents(session) !== whole;
          });
        })()
        """
      )
      #expect(differing == [])
    }
  }

  @Test("is shown as one that is loaded at once, and what the reader chose stays")
  func repainting() throws {
    for (seed, filter) in [(62, ""), (63, "flip"), (64, "flip.card")] as [(UInt64, String)] {
      try withPage(seed: seed, actions: 40) { browser in
        let screens = try browser.value(
          """
          (async () => {
            const look = async (session, grow) => {
              rewind.page.sessions[0] = session;
              document.getElementById("filter").value = \(JSONValue.string(filter).text);
              rewind.page.open(0);
              rewind.page.go(5);
              rewind.page.choose(["count"]);
              if (\(seed == 63) && !rewind.page.timeline.isBySlice) rewind.page.switchLanes();
              grow();
              await settle();
              return screen();
            };
            const begun = new rewind.Session(facts, lines.slice(0, 14).join("\\n"));
            return [
              await look(begun, () => lines.slice(14).forEach((line) => rewind.page.append(line))),
              await look(new rewind.Session(facts, lines.join("\\n")), () => {}),
            ];
          })()
          """
        )
        let (grown, whole) = (screens.array?.first, screens.array?.last)
        #expect(grown == whole, "filter \(filter), seed \(seed)")
        #expect(whole?.array?.count == 12)
      }
    }
  }

  @Test("is followed to its end if that is wanted and its end was in view")
  func following() throws {
    try withPage(seed: 65, actions: 30) { browser in
      let seen = try browser.value(
        """
        (() => {
          const { page } = rewind;
          const seen = [];
          const grow = (from, to, follow) => {
            page.append(lines.slice(from, to).join("\\n"), { follow });
            seen.push(page.current === page.session.last);
          };
          // A page may be there before its session.
          page.sessions[0] = new rewind.Session(facts, "");
          page.open(0);
          grow(0, 10, true);
          grow(10, 20, true);
          grow(20, 30, false);
          grow(30, 40, true);
          page.select(page.session.last);
          grow(40, 50, true);
          return seen;
        })()
        """
      )
      #expect(seen == [true, true, false, false, true])
    }
  }

  @Test("says why there is no state after an action, as soon as that is known")
  func reason() throws {
    try withPage(seed: 67, actions: 3) { browser in
      let seen = try browser.value(
        """
        (() => {
          const { page } = rewind;
          const begun = { ...facts, last: 1, end: "running" };
          page.sessions[0] = new rewind.Session(begun, 'k 0 {"after":0,"state":{"n":0}}');
          page.open(0);
          const reasons = [];
          const tell = () => reasons.push(document.querySelector("#details .died")?.textContent);
          page.append('a 1 {"index":1,"time":1,"action":{"type":"A"}}', { follow: true });
          tell();
          page.append("", { facts: { ...begun, end: "crashed" } });
          tell();
          return [page.current.index, ...reasons];
        })()
        """
      )
      #expect(
        seen == [
          1, "It has not ended yet: its reducer is running.",
          "The app died in this action: there is no state after it.",
        ]
      )
    }
  }

  @Test("may begin and end in the middle, and learn later that the app died")
  func window() throws {
    try withPage(seed: 66, actions: 30) { browser in
      let seen = try browser.value(
        """
        (() => {
          const { page } = rewind;
          const all = new rewind.Session(facts, lines.join("\\n"));
          const state = rewind.writeJSON(all.stepAt.get(10).after());
          const first = lines.findIndex((line) => line.startsWith("a 11 "));
          const last = lines.findIndex((line) => line.startsWith("a 16 "));
          page.sessions[0] = new rewind.Session(
            { ...facts, leftOut: 10, later: 15 },
            `k 10 {"after":10,"state":${state}}\\n${lines.slice(first, last).join("\\n")}`
          );
          page.open(0);
          const notices = () =>
            [...document.querySelectorAll(".notice")].map((notice) => notice.textContent);
          const windowed = [notices(), page.session.first.index, page.session.last.index];
          const same = rewind.writeJSON(page.session.stepAt.get(15).after())
            === rewind.writeJSON(all.stepAt.get(15).after());
          page.append("", { facts: { ...facts, leftOut: 10, last: 15, end: "crashed" } });
          return [windowed, same, notices().length, [...page.marks]];
        })()
        """
      )
      #expect(
        seen == [
          [
            [
              """
              Left out, to limit the size of the page: 10 earlier actions and 15 later actions. \
              `rewind live growing` shows all.
              """
            ],
            10, 15,
          ],
          true, 1, [[15, "fatal"]],
        ]
      )
    }
  }
}
