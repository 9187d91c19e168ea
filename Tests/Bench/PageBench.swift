import Foundation
import RewindJSON
import RewindReports
import RewindTestSupport

/// The page in a browser: how soon it is there, how soon a filter answers, how smoothly it is scrolled, stepped and
/// dragged.
struct PageBench {
  let report: Report

  func run() throws {
    guard Browser.path != nil else {
      return report.row("the page", "there is no Chromium on PATH to open it with")
    }
    report.heading("Page: sessions of 35,000 and 100,000 actions, in Chromium")
    try TemporaryFolder.with { folder in
      let short = try page(of: 35_000, in: folder)
      let long = try page(of: 100_000, in: folder)
      let wide = try page(of: Self.rows(10_000), named: "rows", in: folder)
      try Browser.with { browser in
        try browser.resize(width: 1_400, height: 900)
        try browser.call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.watch)])
        try open(short, "35,000", browser)
        for question in Self.questions { try filter(question, "35,000", browser, limit: 0.1) }
        try scroll(browser)
        try open(long, "100,000", browser, limit: nil)
        for question in Self.questions { try filter(question, "100,000", browser) }
        try drag(browser)
        try step(wide, browser)
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
    try page(of: LongPageSession(actions: actions).file, named: "\(actions)", in: folder)
  }

  private func page(
    of file: SessionFile,
    named name: String,
    in folder: TemporaryFolder
  ) throws -> URL {
    let session = try PageSession.read(file.timeline(), name: "long", limit: 100_000_000)
    return try folder.file("\(name).html", Page([session]).text)
  }

  /// A session in which an element of a long list changes at each action.
  private static func rows(_ count: Int) -> SessionFile {
    var file = SessionFile(app: "rows")
    let items = (0..<count).map { ["id": JSONValue($0), "isDone": false] as JSONValue }
    file.add(["after": 0, "state": ["items": .array(items)]])
    for index in 1...200 {
      let row = index * 7_919 % count
      file.add(index, "Item.toggle", ["row": JSONValue(row)], state: nil)
      let patch: JSONValue = [
        "op": "replace", "path": .string("/items/\(row)/isDone"), "value": true,
      ]
      file.add(["after": JSONValue(index), "patch": [patch]])
    }
    return file
  }

  private func open(_ file: URL, _ actions: String, _ browser: Browser, limit: Double? = 1) throws {
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
  private func filter(
    _ question: String,
    _ actions: String,
    _ browser: Browser,
    limit: Double = 0.2
  ) throws {
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
      "\(actions) actions: filter \(question)",
      Figure(seconds),
      against: ("a second", Figure([1])),
      limit: limit
    )
  }

  /// Scrolls through the list, and measures the pauses between the frames.
  private func scroll(_ browser: Browser) throws {
    try browser.value("rewind.page.filter.input.value = '', rewind.page.filter.run()")
    try browser.wait(until: "rewind.page.isPrepared")
    let frames = try browser.value(
      """
      new Promise((resolve) => {
        const list = document.getElementById("list");
        list.scrollTop = 0;
        const frames = [];
        let last;
        const tick = (now) => {
          if (last !== undefined) frames.push((now - last) / 1000);
          last = now;
          list.scrollTop += 160;
          if (frames.length < 200) requestAnimationFrame(tick);
          else resolve(frames);
        };
        requestAnimationFrame(tick);
      })
      """
    )
    report.row(
      "scrolling: a frame, median",
      Figure(frames.array?.map(\.double) ?? []),
      against: ("a frame (1/60 s)", Figure([1.0 / 60])),
      limit: 1.05
    )
  }

  /// Steps with an array of 10,000 elements open, and measures each step to its layout.
  private func step(_ file: URL, _ browser: Browser) throws {
    try browser.show(file)
    try browser.wait(until: "rewind.page.isPrepared")
    let seconds = try browser.value(
      """
      (async () => {
        const { page } = rewind;
        const frame = () => new Promise(requestAnimationFrame);
        const seconds = [];
        page.go(100);
        page.choose(["items", "500", "isDone"]);
        for (let index = 101; index <= 160; index += 1) {
          await frame();
          const start = performance.now();
          page.go(index);
          document.body.offsetHeight;
          seconds.push((performance.now() - start) / 1000);
        }
        return seconds;
      })()
      """
    )
    report.row(
      "a step with 10,000 elements open",
      Figure(seconds.array?.map(\.double) ?? []),
      against: ("33 ms", Figure([0.033])),
      limit: 1
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
  private var items: [JSONValue] = []
  private var (total, position, query): (JSONValue, JSONValue, JSONValue) = (0, 0, "")

  init(actions: Int) {
    var random = SeededGenerator(seed: 7)
    file.add(["after": 0, "state": state])
    for index in 1...actions { add(index, &random) }
  }

  private var state: JSONValue {
    [
      "cart": ["items": .array(items), "total": total], "player": ["position": position],
      "search": ["query": query],
    ]
  }

  /// Adds the change of an action; now and then with the whole state, as a recorder does.
  private mutating func add(_ patch: [JSONValue], after index: Int) {
    var line = JSONObject([("after", JSONValue(index))])
    if index % 50 == 0 { line["state"] = state }
    line["patch"] = .array(patch)
    file.add(.object(line))
  }

  private mutating func add(_ index: Int, _ random: inout SeededGenerator) {
    let number = JSONValue(Int.random(in: 0..<3_000, using: &random))
    let replace = { (path: String, value: JSONValue) -> JSONValue in
      ["op": "replace", "path": .string(path), "value": value]
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let item: JSONValue = ["id": JSONValue(index), "name": "furnace", "price": number]
      let isFull = items.count >= 30
      if isFull { items.removeFirst() }
      items.append(item)
      total = JSONValue(index)
      file.add(index, "Cart.add", ["item": item], state: nil)
      var patch: [JSONValue] = isFull ? [["op": "remove", "path": "/cart/items/0"]] : []
      patch.append(["op": "add", "path": "/cart/items/-", "value": item])
      patch.append(replace("/cart/total", total))
      add(patch, after: index)
    case 1, 2:
      position = number
      file.add(index, "Player.seek", ["to": number], state: nil)
      add([replace("/player/position", number)], after: index)
    case 3, 4, 5:
      let text: JSONValue = ["lamp", "kettle", "אור", "chair"].randomElement(using: &random) ?? ""
      query = text
      file.add(index, "Search.type", ["text": text], state: nil)
      add([replace("/search/query", text)], after: index)
    default:
      position = number
      file.add(index, "Player.tick", state: nil)
      add([replace("/player/position", number)], after: index)
    }
  }
}

extension JSONValue {
  fileprivate var double: Double { Double(text) ?? 0 }
}
