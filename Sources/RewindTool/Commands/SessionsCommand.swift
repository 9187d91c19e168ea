import Foundation
import RewindCoding
import RewindJSON
import RewindSession
import RewindText

extension Command {
  private static let number = Flag("-n", .count(1...SessionReference.limit)).key("limit")
    .help("How many sessions to list, 1 to 100 (10).")

  private static let device = Flag("--device BUNDLE-ID@DEVICE", .text).typed
    .help("First copy the app's sessions from this device, which is connected to this Mac.")

  static let sessions = Command(
    name: "sessions",
    operands: [Flag("[FOLDER]", .folder).key("folder").help("One in the folder; else of all.")],
    summary: "Lists the newest sessions of this machine, or of a folder",
    flags: [number, device, .json],
    details: """
      Searches the folders in which recorders write by default, those of
      simulators on a Mac, and the current folder. @last, @2, … stand for these sessions wherever a
      command takes a FILE; `rewind last` is `rewind @last`. A file that is really called @last is
      ./@last. Of a FOLDER, the sessions at any depth in it are listed, by their paths.
      """,
    examples: """
      recordings -n 3
        the newest sessions of a folder
      step @last
        step through the newest one
      """
  ) { arguments, terminal in
    let limit = arguments.count(number) ?? 10
    if arguments[0] != nil, arguments.has(device) {
      throw InputError.notWith("FOLDER", device.name)
    }
    let copied = try arguments[device].map { try ConnectedDevice($0).copySessions() }
    let catalog =
      try (copied ?? arguments[0]).map { try SessionCatalog.find(in: $0, limit: limit, terminal) }
      ?? SessionCatalog.newest(limit: limit)
    try terminal.show(catalog)
    if catalog.isPartial {
      terminal.warn(
        "rewind: The current folder has too many *.jsonl files; only the newest were opened."
      )
    }
    return catalog.sessions.isEmpty ? .negative : .success
  }
}

extension SessionCatalog: AnswerPart {
  var json: JSONValue { .array(records) }
  var records: [JSONValue] { sessions.enumerated().map { $1.json(isOfFolder ? nil : $0 + 1) } }
  var layout: AnswerLayout { .table }

  func lines(_ style: Style) -> [String] {
    guard let newest = sessions.first else { return none }
    // Words such as @last are about the sessions of the machine.
    let first = isOfFolder ? 1 : 0
    let cells = sessions.enumerated().map { $1.row($0 + 1).dropFirst(first).map(\.self) }
    let widths = cells[0].indices.map { column in cells.map { $0[column].columns }.max() ?? 0 }
    let lines = zip(sessions, cells).map { session, row in
      var cells = zip(row, widths).map { $0.padded(to: $1) }
      cells[0] = style.bold(cells[0])
      cells[3 - first] = session.painted(cells[3 - first], style)
      return cells.joined(separator: "  ")
    }
    let room = style.columns.map { $0 - widths.reduce(0) { $0 + $1 + 2 } } ?? .max
    let paths = sessions.map(\.path)
    // Where the names of the files have no room, each path has a line of its own.
    let short = paths.map { $0.fittedPath(to: room) }
    let list = zip(lines, short.contains(nil) ? [] : short.compactMap(\.self)).map { line, path in
      "\(line)  \(style.dim(path))"
    }
    let rows =
      list.isEmpty
      ? zip(lines, paths).flatMap { [$0, "  \(style.dim($1.escapedForTerminal))"] } : list
    let path = newest.path.shellPath + (newest.others.isEmpty || !isOfFolder ? "" : " --stores")
    let (next, purpose) =
      newest.header == nil
      ? (
        "rewind check \(isOfFolder ? path : "@last")", "find out what is wrong with the newest one"
      )
      : (isOfFolder ? "rewind \(path)" : "rewind last", "a summary of the newest one")
    return rows + ["", style.dim("# next: \(purpose)"), next]
  }

  private var none: [String] {
    ["There is no session on this machine yet. These folders were searched:"]
      + (folders.dropLast() + ["\(FileManager.default.currentDirectoryPath) (the current folder)"])
      .map { "  \($0.escapedForTerminal)" }
      + [
        "", "Run an app that records, and type `rewind` again; or name a log: `rewind FILE`.",
        "`rewind --help` lists the commands.",
      ]
  }
}

extension String {
  /// Returns a path in at most `limit` columns, with `…` for its first folders; nil if not even the file's name fits.
  fileprivate func fittedPath(to limit: Int) -> String? {
    let whole = escapedForTerminal
    guard whole.columns > limit else { return whole }
    let parts = whole.split(separator: "/")
    return parts.indices.dropFirst().lazy.map { "…/" + parts[$0...].joined(separator: "/") }
      .first { $0.columns <= limit }
  }
}

extension FoundSession {
  /// The name, the app, the length, the end, and the time.
  fileprivate func row(_ number: Int) -> [String] {
    [number == 1 ? "@last" : "@\(number)", name, length, end, time]
  }

  private var name: String {
    guard let header else { return "?" }
    let names = stores.compactMap { $0.header?.store }
    let store = names.isEmpty || names == ["main"] ? "" : " (\(names.joined(separator: ", ")))"
    let name = ((header.app ?? "?") + store).escapedForTerminal
    return name.count > 32 ? "\(name.prefix(31))…" : name
  }

  private var length: String {
    guard let index = tail?.lastIndex else { return header == nil ? "" : "?" }
    if !others.isEmpty {
      return counted(stores.reduce(0) { $0 + ($1.tail?.lastIndex ?? 0) }, "action")
    }
    return (header?.json["segment"]?.int ?? 1) > 1 ? "to \(index)" : counted(index, "action")
  }

  private var end: String {
    if let fault { return fault.escapedForTerminal }
    guard let end = tail?.end else { return "end not found" }
    if isRunning { return "running" }
    if case .crashed(let action) = end, action > 0 {
      let lane = others.isEmpty ? "" : (header?.store).map { "\($0.escapedForTerminal) " } ?? ""
      return "crashed in \(lane)\(action)"
    }
    return end.name
  }

  fileprivate func painted(_ text: String, _ style: Style) -> String {
    if header == nil { return style.red(text) }
    if isRunning { return style.cyan(text) }
    return switch tail?.end {
    case .closed, .continued: style.green(text)
    case .crashed: style.red(text)
    default: style.yellow(text)
    }
  }

  /// The time of the start, or of the last line if that is unknown, in the user's time zone.
  private var time: String {
    let start = header?.started.flatMap(DateText.secondsSince2001)
    var seconds =
      start.map { time_t(Date(timeIntervalSinceReferenceDate: $0).timeIntervalSince1970) }
      ?? time_t(file.written.x)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "?" }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  fileprivate func json(_ number: Int?) -> JSONValue {
    var json = JSONObject()
    if let number { json["name"] = .string(number == 1 ? "@last" : "@\(number)") }
    json["file"] = .string(path)
    json["bytes"] = JSONValue(file.bytes)
    json["broken"] = fault.map(JSONValue.string)
    json["app"] = header?.app.map(JSONValue.string)
    json["store"] = header?.store.map(JSONValue.string)
    json["segment"] = header?.json["segment"]?.int.map { JSONValue($0) }
    json["started"] = header?.started.map(JSONValue.string)
    json["actions"] = tail?.lastIndex.map { JSONValue($0) }
    json["end"] = tail.map { .string($0.end.name) }
    if header != nil { json["running"] = .bool(isRunning) }
    if !others.isEmpty {
      json["stores"] = .array(
        stores.map { log in
          var store = JSONObject([("file", .string(log.path))])
          store["store"] = log.header?.store.map(JSONValue.string)
          store["actions"] = log.tail?.lastIndex.map { JSONValue($0) }
          store["end"] = log.tail.map { .string($0.end.name) }
          return .object(store)
        }
      )
    }
    return .object(json)
  }
}
