public import Foundation
public import RewindJSON

/// A Chromium without a window, spoken to by the DevTools protocol over two pipes.
///
/// Every wait has an end, long enough for a machine that does much else.
public final class Browser {
  /// Why a page could not be looked at.
  public enum Failure: Error {
    case gone
    case silent(waitingFor: String)
    case refused(String)
    case exception(String)
  }

  private let process = Process()
  private let requests: FileHandle
  private let answers: Int32
  private var pending: [UInt8] = []
  private let folder: URL
  /// The page, and the context that holds what it stores.
  private var session: String?
  private var context = JSONValue.null
  private var count = 0
  /// The browser's events, in order.
  public private(set) var events: [JSONValue] = []

  /// Seconds that one answer may take.
  private static let patience = hangingSeconds

  /// The path of a Chromium; nil where there is none, or where the tests are to do without.
  public static let path: String? = {
    guard ProcessInfo.processInfo.environment["REWIND_WITHOUT_BROWSER"] == nil else { return nil }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    let applications = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]
    return (names.flatMap { name in folders.map { "\($0)/\(name)" } } + applications)
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Runs `body` with a browser that shows an empty page and remembers nothing of what it showed before.
  ///
  /// The browser is used again by the next test, unless `body` throws: to start one takes a second.
  public static func with<Result>(_ body: (Browser) throws -> Result) throws -> Result {
    let browser = try idle.withLock { $0.popLast() } ?? Browser()
    do {
      try browser.openPage()
      let result = try body(browser)
      try browser.closePage()
      idle.withLock { $0.append(browser) }
      return result
    } catch {
      browser.end()
      throw error
    }
  }

  /// The browsers that no test uses at the moment; they end with the tests.
  private static let idle: Idle = {
    atexit {
      // A fork of the tests has none.
      guard Browser.idle.owner == getpid() else { return }
      for browser in Browser.idle.withLock({ $0 }) { browser.end() }
    }
    return Idle()
  }()

  private final class Idle: @unchecked Sendable {
    let owner = getpid()
    private let lock = NSLock()
    private var browsers: [Browser] = []

    func withLock<Result>(_ body: (inout [Browser]) -> Result) -> Result {
      lock.withLock { body(&browsers) }
    }
  }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "rewind-browser-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = { [folder] (name: String) in folder.appending(path: name).path }
    let (input, output) = (path("in"), path("out"))
    guard let program = Self.path, mkfifo(input, 0o600) == 0, mkfifo(output, 0o600) == 0 else {
      throw Failure.gone
    }
    // Opened for both, a pipe is there at once, whoever comes first.
    let (writing, reading) = (open(input, O_RDWR), open(output, O_RDWR | O_NONBLOCK))
    guard writing >= 0, reading >= 0 else { throw Failure.gone }
    requests = FileHandle(fileDescriptor: writing, closeOnDealloc: true)
    answers = reading
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = #"in=$1 out=$2; shift 2; exec "$@" 3<"$in" 4>"$out""#
    process.arguments =
      ["-c", script, "sh", input, output, program, "--headless", "--remote-debugging-pipe"]
      + ["--user-data-dir=\(path("profile"))", "--no-first-run", "--disable-gpu"]
      + ["--disable-dev-shm-usage", "--disable-background-networking", "--disable-sync"]
      // Without what only a person's browser needs, it takes three quarters of the time.
      + ["--in-process-gpu", "--disable-extensions", "--disable-component-update"]
      + ["--disable-component-extensions-with-background-pages", "--disable-breakpad"]
      // Chromium's own sandbox does not start in containers; the pages shown here are ours.
      + ["--no-sandbox", "about:blank"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  /// Opens an empty page with storage of its own.
  private func openPage() throws {
    let context = try call("Target.createBrowserContext")["browserContextId"] ?? .null
    let target = try call(
      "Target.createTarget",
      ["url": "about:blank", "browserContextId": context]
    )
    session = try call(
      "Target.attachToTarget",
      ["targetId": target["targetId"] ?? .null, "flatten": true]
    )["sessionId"]?.string
    for domain in ["Page", "Runtime", "Log", "Network"] { _ = try call("\(domain).enable") }
    self.context = context
  }

  /// Closes the page, and forgets what it stored.
  private func closePage() throws {
    session = nil
    _ = try call("Target.disposeBrowserContext", ["browserContextId": context])
    events = []
  }

  private func end() {
    session = nil
    if (try? call("Browser.close")) == nil { process.terminate() }
    process.waitUntilExit()
    try? FileHandle(fileDescriptor: answers).close()
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: - Pages

  /// Shows the page of a server, and waits until it has loaded.
  public func show(address: String) throws {
    events = []
    _ = try call("Page.navigate", ["url": .string(address)])
    try wait(for: "Page.loadEventFired")
  }

  /// Shows a page, and waits until it has loaded.
  public func show(_ file: URL, fragment: String = "") throws {
    events = []
    // A page that differs in its fragment only would not be loaded again.
    _ = try call("Page.navigate", ["url": "about:blank"])
    try wait(for: "Page.loadEventFired")
    events = []
    _ = try call("Page.navigate", ["url": .string(file.absoluteString + fragment)])
    try wait(for: "Page.loadEventFired")
  }

  /// The value of a JavaScript expression; a promise is waited for.
  @discardableResult
  public func value(_ expression: String) throws -> JSONValue {
    let answer = try call(
      "Runtime.evaluate",
      ["expression": .string(expression), "returnByValue": true, "awaitPromise": true]
    )
    if let details = answer["exceptionDetails"] { throw Failure.exception(details.text) }
    return answer["result"]?["value"] ?? .null
  }

  /// Waits until a JavaScript condition holds.
  public func wait(until condition: String) throws {
    let isMet = try value(
      """
      new Promise((resolve) => {
        const end = Date.now() + \(Self.patience * 1_000);
        const look = () => (\(condition)) ? resolve(true)
          : Date.now() > end ? resolve(false) : setTimeout(look, 10);
        look();
      })
      """
    )
    guard isMet == true else { throw Failure.silent(waitingFor: condition) }
  }

  /// Has the page think that the system is light or dark.
  public func prefer(_ scheme: String) throws {
    // Without motion, what is looked at next is not on its way from one color to another.
    let features: JSONValue = [
      ["name": "prefers-color-scheme", "value": .string(scheme)],
      ["name": "prefers-reduced-motion", "value": "reduce"],
    ]
    _ = try call("Emulation.setEmulatedMedia", ["features": features])
  }

  /// The numbers of the keys that the browser itself knows: to scroll, to close a dialog, to delete.
  private static let keyCodes: [String: JSONValue] = [
    "Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34,
    "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
  ]

  /// Presses a key, wherever the focus is, as a hand does: what the page leaves of it, the browser takes.
  public func press(_ key: String) throws {
    let code = Self.keyCodes[key] ?? 0
    let text = key.count == 1 ? key : ""
    _ = try call(
      "Input.dispatchKeyEvent",
      [
        "type": "keyDown", "key": .string(key), "text": .string(text),
        "windowsVirtualKeyCode": code,
      ]
    )
    _ = try call(
      "Input.dispatchKeyEvent",
      ["type": "keyUp", "key": .string(key), "windowsVirtualKeyCode": code]
    )
  }

  /// Types a text, key by key.
  public func type(_ text: String) throws {
    for character in text { try press(String(character)) }
  }

  /// Presses and releases the mouse at a point, given as `[x, y]`.
  public func click(_ point: JSONValue) throws {
    for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
      _ = try call(
        "Input.dispatchMouseEvent",
        [
          "type": .string(type), "x": point.array?.first ?? 0, "y": point.array?.last ?? 0,
          "button": "left",
          "clickCount": 1,
        ]
      )
    }
  }

  /// Has the window be of a size, in pixels.
  public func resize(width: Int, height: Int) throws {
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": JSONValue(width), "height": JSONValue(height), "deviceScaleFactor": 1,
        "mobile": .bool(width < 500),
      ]
    )
  }

  /// What the page and the browser complained about since the page was shown.
  public var complaints: [String] {
    events.compactMap { event in
      let parameters = event["params"]
      switch event["method"]?.string {
      case "Runtime.exceptionThrown", "Page.javascriptDialogOpening": return event.text
      case "Log.entryAdded": return parameters?["entry"]?.text
      case "Runtime.consoleAPICalled":
        return ["error", "warning", "assert"].contains(parameters?["type"]?.string)
          ? parameters?.text : nil
      default: return nil
      }
    }
  }

  /// Forgets the events so far.
  public func forget() {
    events = []
  }

  /// The addresses that were asked for since the page was shown, the page's own included.
  public var addresses: [String] {
    events.filter { $0["method"]?.string == "Network.requestWillBeSent" }
      .compactMap { $0["params"]?["request"]?["url"]?.string }
  }

  // MARK: - The protocol

  /// Calls a method of the protocol, and gives its result.
  @discardableResult
  public func call(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    count += 1
    var message: [(String, JSONValue)] = [
      ("id", JSONValue(count)), ("method", .string(method)), ("params", parameters),
    ]
    if let session { message.append(("sessionId", .string(session))) }
    try requests.write(contentsOf: Data(JSONValue.object(JSONObject(message)).text.utf8 + [0]))
    while true {
      let answer = try next(waitingFor: method)
      guard answer["id"]?.int == count else {
        note(answer)
        continue
      }
      if let error = answer["error"] { throw Failure.refused("\(method): \(error.text)") }
      return answer["result"] ?? .null
    }
  }

  private func wait(for event: String) throws {
    while !events.contains(where: { $0["method"]?.string == event }) {
      note(try next(waitingFor: event))
    }
  }

  /// Notes an event of the page, not of one that was shown before.
  private func note(_ event: JSONValue) {
    guard event["method"] != nil, event["sessionId"]?.string == session else { return }
    events.append(event)
  }

  /// The next message of the browser; messages end with a zero byte.
  private func next(waitingFor what: String) throws -> JSONValue {
    var seconds = 0
    while true {
      if let end = pending.firstIndex(of: 0) {
        defer { pending.removeSubrange(...end) }
        return try JSONValue(parsing: Array(pending[..<end]))
      }
      var wanted = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, 1_000) > 0 else {
        guard process.isRunning else { throw Failure.gone }
        seconds += 1
        guard seconds < Self.patience else { throw Failure.silent(waitingFor: what) }
        continue
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(answers, &buffer, buffer.count)
      if count > 0 { pending += buffer[..<count] }
    }
  }
}
