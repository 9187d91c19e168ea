import Foundation
import RewindJSON
import RewindReports
import RewindTestSupport

/// The page in a browser: how soon it is there, how soon a filter answers, how smoothly its timeline is dragged.
struct PageBench {
  let report: Report

  func run() throws {
    guard Browser.path != nil else {
      return report.row("the page", "there is no Chromium on PATH to open it with")
    }
    report.heading("Page: sessions of 10,000 and 100,000 actions, in Chromium")
    try TemporaryFolder.with { folder in
      let short = try page(of: 10_000, in: folder)
      let long = try page(of: 100_000, in: folder)
      try Browser.with { browser in
        try browser.resize(width: 1_400, height: 900)
        try browser.call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.watch)])
        try open(short, "10,000", browser)
        try open(long, "100,000", browser, limit: nil)
        for question in Self.questions { try filter(question, browser) }
        try drag(browser)
      }
    }
  }

  /// Notes when the first rows were painted.
  private static let watch = """
    const look = () => document.querySelector(".row")
      ? requestAnimationFrame(() => { window.painted = performance.now(); })
      : requestAnimationFrame(look);
    requestAnimationFrame(look);
    """

  private static let questions = [
    "furnace", "nothing has this", "Player.tick", "2999",
  ]

  private func page(of actions: Int, in folder: TemporaryFolder) throws -> URL {
    let timeline = try LongPageSession(actions: actions).file.timeline(in: folder)
    let session = try PageSession.read(timeline, name: "long", limit: 100_000_000)
    return try folder.file("\(actions).html", Page([session]).text)
  }

  private func open(_ file: URL, _ actions: String, _ browser: Browser, limit: Double? = 0.5) throws
  {
    var seconds: [Double] = []
    for _ in 0..<5 {
      try browser.show(file)
      try browser.wait(until: "window.painted !== undefined")
      seconds.append(try browser.value("window.painted").double / 1_000)
    }
    report.row(
      "\(actions) actions: the first rows",
      Figure(seconds),
      against: ("a second", Figure([1])),
      limit: limit
    )
  }

  /// Measures a filter from its start to the painted list.
  private func filter(_ question: String, _ browser: Browser) throws {
    let seconds = try (0..<5).map { _ in
      try browser.value(
        """
        new Promise((resolve) => {
          const { filter } = rewind.page;
          const { onFound } = filter;
          filter.input.value = \(JSONValue.string(question).text);
          const start = performance.now();
          filter.onFound = (...found) => {
            filter.onFound = onFound;
            onFound.apply(filter, found);
            requestAnimationFrame(() => resolve((performance.now() - start) / 1000));
          };
          filter.run();
        })
        """
      ).double
    }
    report.row(
      "filter \(question)",
      Figure(seconds),
      against: ("a second", Figure([1])),
      limit: 0.2
    )
  }

  /// Drags along the timeline, and measures the pauses between the frames.
  private func drag(_ browser: Browser) throws {
    try browser.value("rewind.page.filter.input.value = '', rewind.page.filter.run()")
    // The states are decoded when nothing else happens.
    try browser.wait(until: "rewind.page.isPrepared")
    let box =
      try browser.value(
        """
        (() => {
          window.frames = [];
          let last;
          const tick = (now) => {
            if (last !== undefined) window.frames.push(now - last);
            last = now;
            requestAnimationFrame(tick);
          };
          requestAnimationFrame(tick);
          const { left, right, top } = document.getElementById("slider").getBoundingClientRect();
          return [left + 160, right - 12, top + 40];
        })()
        """
      ).array?.map(\.double) ?? []
    func move(_ type: String, _ x: Double) throws {
      try browser.call(
        "Input.dispatchMouseEvent",
        [
          "type": .string(type), "x": JSONValue(x), "y": JSONValue(box[2]), "button": "left",
          "buttons": 1, "clickCount": 1,
        ]
      )
    }
    try move("mousePressed", box[0])
    for step in 0..<200 {
      // Back and forth, in strides that no cache of near states helps with.
      let part = Double((step * 37) % 200) / 200
      try move("mouseMoved", box[0] + (box[1] - box[0]) * part)
    }
    try move("mouseReleased", box[1])
    let frames = try browser.value("window.frames").array?.map { $0.double / 1_000 } ?? []
    let limit = ("50 ms", Figure([0.05]))
    report.row("dragging along 100,000: a frame, median", Figure(frames), against: limit, limit: 1)
    report.row(
      "dragging along 100,000: the slowest frame",
      Figure([Figure(frames).slowest]),
      against: limit,
      limit: 1
    )
  }
}

/// A long session of a shop: a player that ticks, searches, a cart, and pauses.
private struct LongPageSession {
  private(set) var file = SessionFile(app: "shop")
  private var items = 0

  init(actions: Int) {
    var random = SeededGenerator(seed: 7)
    file.add([
      "after": 0,
      "state": [
        "cart": ["items": [], "total": 0], "player": ["position": 0], "search": ["query": ""],
      ],
    ])
    for index in 1...actions { add(index, &random) }
  }

  private mutating func add(_ index: Int, _ random: inout SeededGenerator) {
    let number = JSONValue(Int.random(in: 0..<3_000, using: &random))
    let replace = { (path: String, value: JSONValue) -> JSONValue in
      ["op": "replace", "path": .string(path), "value": value]
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let item: JSONValue = ["id": JSONValue(index), "name": "furnace", "price": number]
      let isFull = items >= 30
      items += isFull ? 0 : 1
      file.add(index, "Cart.add", ["item": item], state: nil)
      var patch: [JSONValue] = isFull ? [["op": "remove", "path": "/cart/items/0"]] : []
      patch.append(["op": "add", "path": "/cart/items/-", "value": item])
      patch.append(replace("/cart/total", JSONValue(index)))
      file.add(["after": JSONValue(index), "patch": .array(patch)])
    case 1, 2:
      file.add(index, "Player.seek", ["to": number], state: nil)
      file.add(["after": JSONValue(index), "patch": [replace("/player/position", number)]])
    case 3, 4, 5:
      let text: JSONValue = ["lamp", "kettle", "אור", "chair"].randomElement(using: &random) ?? ""
      file.add(index, "Search.type", ["text": text], state: nil)
      file.add(["after": JSONValue(index), "patch": [replace("/search/query", text)]])
    default:
      file.add(index, "Player.tick", state: nil)
      file.add(["after": JSONValue(index), "patch": [replace("/player/position", number)]])
    }
  }
}

extension JSONValue {
  fileprivate var double: Double { Double(text) ?? 0 }
}
