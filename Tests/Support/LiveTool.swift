import Foundation
public import RewindJSON

/// A running `rewind live`, asked as a browser asks.
public final class LiveTool {
  /// The folder of the sessions, or the current one.
  public let folder: TemporaryFolder
  /// The address that it has printed.
  public let address: String
  public let port: Int
  private let path: String
  private let process = Process()
  private let output = Pipe()
  private let warnings = Pipe()

  /// Runs `body` with the tool on an empty folder.
  public static func with(_ body: (LiveTool) throws -> Void) throws {
    try TemporaryFolder.with { folder in try with(".", in: folder, body) }
  }

  /// Runs `body` with the tool on a file or a folder.
  public static func with(
    _ sessions: String,
    arguments: [String] = [],
    in folder: TemporaryFolder? = nil,
    _ body: (LiveTool) throws -> Void
  ) throws {
    guard let folder else {
      return try TemporaryFolder.with { try with(sessions, arguments: arguments, in: $0, body) }
    }
    let tool = try LiveTool(sessions, arguments, folder)
    defer { tool.interrupt() }
    try body(tool)
  }

  private init(_ sessions: String, _ arguments: [String], _ folder: TemporaryFolder) throws {
    self.folder = folder
    process.executableURL = URL(fileURLWithPath: Program("rewind").path)
    process.arguments = ["live", sessions] + arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = output
    process.standardError = warnings
    try process.start()
    var text = ""
    while !text.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw SocketClient.Failure.silent }
      text += String(decoding: data, as: UTF8.self)
    }
    address = String(text.dropLast())
    guard let url = URL(string: address), let port = url.port else {
      throw SocketClient.Failure.silent
    }
    self.port = port
    path = url.path.hasSuffix("/") ? url.path : url.path + "/"
  }

  /// Ends it as ctrl-C does, and waits for its status.
  @discardableResult
  public func interrupt() -> Int32 {
    if process.isRunning { process.interrupt() }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends it, and returns what it said to the person at the terminal.
  public func interruptForWarnings() -> String {
    interrupt()
    return String(decoding: warnings.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  // MARK: - Questions

  public func ask(
    _ question: String,
    method: String = "GET",
    headers: [String] = [],
    body: String? = nil
  ) throws -> SocketClient.Answer? {
    try SocketClient.connected(to: port)
      .ask(path + question, port: port, method: method, headers: headers, body: body)
  }

  public func json(_ question: String) throws -> JSONValue {
    try JSONValue(parsing: Array((try ask(question)?.body ?? "").utf8))
  }

  /// Waits until there is a session of a number.
  public func waitForSession(_ number: Int) throws {
    try wait { try json("sessions").array?.count ?? 0 >= number }
  }

  /// Waits until the first session's app is connected.
  public func waitForApp() throws {
    try wait { try drive(["command": "status"])["status"] != nil }
  }

  /// Asks again and again until something holds.
  private func wait(until holds: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: Double(hangingSeconds))
    while try !holds() {
      guard Date() < end else { throw SocketClient.Failure.silent }
    }
  }

  /// Sends a command to the first session's app.
  public func drive(_ command: JSONValue) throws -> JSONValue {
    let answer = try ask("app?session=1", method: "POST", body: command.text)
    return try JSONValue(parsing: Array((answer?.body ?? "").utf8))
  }

  /// Listens to a session from a line of its log on.
  public func events(session: Int, from line: Int, lastID: String? = nil) throws -> LiveEvents {
    let client = try SocketClient.connected(to: port)
    var lines = ["GET \(path)events?session=\(session)&from=\(line) HTTP/1.1"]
    lines += ["Host: 127.0.0.1:\(port)"] + (lastID.map { ["Last-Event-ID: \($0)"] } ?? [])
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    guard try client.head()?.status == 200 else { throw SocketClient.Failure.silent }
    return LiveEvents(client)
  }

  /// Returns a number of lines of the page from a line of the log on.
  public func lines(session: Int, from line: Int, count: Int) throws -> [String] {
    guard count > 0 else { return [] }
    let events = try events(session: session, from: line)
    while events.lines.count < count { try events.next() }
    return events.lines
  }
}

/// What a browser has received of a session.
public final class LiveEvents {
  private let client: SocketClient
  /// The lines of the page.
  public private(set) var lines: [String] = []
  public private(set) var facts: JSONValue?
  public private(set) var app: JSONValue?
  /// The number of the log's line after the last one.
  public private(set) var lastID: String?
  /// The moment at which waiting ends, long enough for a machine that does much else.
  private let end = Date(timeIntervalSinceNow: Double(hangingSeconds))

  init(_ client: SocketClient) {
    self.client = client
  }

  /// Waits for an event, and takes it.
  public func next() throws {
    guard Date() < end, let event = try client.event() else { throw SocketClient.Failure.silent }
    let json = { try JSONValue(parsing: Array(event.data.joined().utf8)) }
    switch event.name {
    case "lines": lines += event.data
    case "facts": facts = try json()
    case "app": app = try json()
    default: break
    }
    lastID = event.id ?? lastID
  }

  /// Waits until some line satisfies a condition.
  public func wait(until holds: (String) -> Bool) throws {
    while !lines.contains(where: holds) { try next() }
  }

  public func waitForFacts(until holds: (JSONValue) -> Bool) throws {
    while !(facts.map(holds) ?? false) { try next() }
  }

  public func waitForApp(until holds: (JSONValue) -> Bool) throws {
    while !(app.map(holds) ?? false) { try next() }
  }
}

/// A running game that records into a folder, and reads its commands from the test.
public struct LiveGame {
  public static let menu = #"RoutingAction {"destination":"menu"}"#
  public static let categories = #"RoutingAction {"destination":"categories"}"#

  public static func flip(_ card: Int) -> String {
    #"FlipCardAction {"cardIndexToFlip":\#(card)}"#
  }

  public static func choose(_ category: Int) -> String {
    #"ChangeCategoryAction {"categoryIndex":\#(category)}"#
  }

  private let process = Process()
  private let input = Pipe()

  public init(in folder: TemporaryFolder) throws {
    process.executableURL = URL(fileURLWithPath: Program("memory-tunes").path)
    process.arguments = ["--record", folder.path("log.jsonl")]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(Sanitizer.environment) { $1 }
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  public func type(_ lines: String...) throws {
    for line in lines {
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }
  }

  /// Ends its input, and waits for its end.
  public func finish() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
