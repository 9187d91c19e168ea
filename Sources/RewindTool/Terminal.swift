import Foundation
import RewindJSON
import RewindSession
import RewindText

/// The tool's output: results on standard output, warnings on standard error.
///
/// It is colored only on a terminal, and only if `NO_COLOR` is not set, unless the command line says otherwise.
final class Terminal: Sendable {
  /// The use of color: `--color auto|always|never`.
  enum Color: String, CaseIterable {
    case auto, always, never
  }

  let output: Style
  let warnings: Style
  /// True if standard output is a terminal.
  let isInteractive: Bool
  private let lock = NSLock()
  nonisolated(unsafe) private var pending: [UInt8] = []
  nonisolated(unsafe) private var outlivesReader = false
  nonisolated(unsafe) private var hasReader = true
  nonisolated(unsafe) private var paging = Paging.off
  /// The descriptor for results.
  nonisolated(unsafe) private var results: CInt = 1
  nonisolated(unsafe) private var formats: [any OutputFormat] = [TextFormat()]
  /// The answer, where it is not printed.
  private let collected: CollectedParts?
  /// The text, where it goes to no descriptor.
  private let capture: Capture?

  /// What would have been printed.
  final class Capture: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var kept: (output: [UInt8], errors: [UInt8]) = ([], [])

    var printed: (output: [UInt8], errors: [UInt8]) { lock.withLock { kept } }

    fileprivate func add(_ bytes: some Sequence<UInt8>, to descriptor: CInt) {
      lock.withLock {
        if descriptor == 1 { kept.output += bytes } else { kept.errors += bytes }
      }
    }
  }

  /// The state of the pager, which is started once the output is longer than the screen, or slow.
  private enum Paging {
    case off
    /// The rows printed so far, and the time of the first one.
    case waiting(command: String, rows: Int, start: ContinuousClock.Instant?)
    case on(Pager)
  }

  /// Output that lasts longer is shown as it comes.
  private static let pagingDelay = Duration.milliseconds(200)

  init(color: Color = .auto) {
    let environment = ProcessInfo.processInfo.environment
    let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    isInteractive = isatty(1) == 1
    func isColored(_ isTerminal: Bool) -> Bool {
      color == .auto ? isTerminal && !isPlain : color == .always
    }
    let columns = isInteractive ? RawTerminal.size.columns : nil
    output = Style(isColored: isColored(isInteractive), columns: columns)
    warnings = Style(isColored: isColored(isatty(2) == 1))
    (collected, capture) = (nil, nil)
  }

  /// An output that is no terminal and keeps its text.
  init(color: Color, capturedBy capture: Capture) {
    let style = Style(isColored: color == .always)
    (output, warnings, isInteractive) = (style, style, false)
    (collected, self.capture) = (nil, capture)
  }

  /// An output that prints nothing and keeps the answer.
  init(collecting answer: CollectedParts) {
    (output, warnings, isInteractive) = (.plain, .plain, false)
    (collected, capture, formats) = (answer, nil, [answer])
  }

  /// The terminal's columns; nil if standard output is not a terminal.
  var columns: Int? { isInteractive ? RawTerminal.size.columns : nil }

  /// Prints a line of the result, cut to the terminal's width.
  func printFitted(_ line: String) {
    print(columns.map { line.fittedPainted(to: $0) } ?? line)
  }

  /// Prints a line of the result; on a terminal a statement continues on the next line between words, an indented line
  /// between its parts.
  func printWrapped(_ line: String) {
    guard let columns else { return print(line) }
    // Escaped first: a line feed that wrapping adds is not one of the log's.
    put(shown: line.shown.wrappedStatements(to: columns))
  }

  /// Prints a row of a table; on a terminal it continues on the next line between its parts.
  func printRow(_ line: String) {
    guard let columns else { return print(line) }
    put(shown: line.shown.wrappedRow(to: columns).joined(separator: "\n"))
  }

  /// Prints a command to be pasted; on a terminal it continues on the next line between its flags.
  func printCommand(_ line: String) {
    guard let columns else { return print(line) }
    put(shown: line.shown.wrappedCommand(to: columns))
  }

  /// Prints a part of the answer in the forms that the user asked for.
  func show(_ part: some AnswerPart) throws {
    for format in lock.withLock({ formats }) { try format.print(part, to: self) }
  }

  /// Prints what comes after all parts of the answer.
  func finishAnswer() throws {
    flush()
    for format in lock.withLock({ formats }) { try format.finish(to: self) }
  }

  /// Prints the answer in these forms from now on.
  func use(_ formats: [any OutputFormat]) {
    lock.withLock { if collected == nil { self.formats = formats } }
  }

  /// Prints the answer in another form as well.
  func add(_ format: some OutputFormat) {
    lock.withLock { formats.append(format) }
  }

  /// Prints a line of the result.
  ///
  /// Nothing in it controls the terminal but the colors of ``Style``: invisible characters, line feeds too, are
  /// escaped, wherever the text comes from.
  func print(_ line: String = "") {
    put(shown: line.shown)
  }

  private func put(shown line: String) {
    if let collected { return collected.add(line: line) }
    lock.withLock {
      pending.append(contentsOf: line.utf8)
      pending.append(UInt8(ascii: "\n"))
      countRows(of: line)
      if pending.count > 1 << 15 { writePending() }
    }
  }

  /// Prints a piece of JSON, as ``print(json:)`` prints lines.
  func print(piece: String) {
    var text = piece
    if isInteractive {
      let lines = piece.split(separator: "\n", omittingEmptySubsequences: false)
      text = lines.map { String($0).escapedJSON }.joined(separator: "\n")
    }
    lock.withLock {
      pending.append(contentsOf: text.utf8)
      if pending.count > 1 << 15 { writePending() }
    }
  }

  /// Prints the lines of a text.
  func print(text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      print(String(Substring(line)))
    }
  }

  /// Prints a line of JSON; invisible characters are escapes, and mean the same to every reader.
  func print(json line: String) {
    print(line.escapedJSON)
  }

  /// Lets the command run to its end after its reader is gone: its exit status counts.
  func outliveReader() {
    lock.withLock { outlivesReader = true }
  }

  /// Prints results to standard error from now on, so that standard output has a report only.
  func putResultsAside() {
    lock.withLock {
      writePending()
      results = 2
    }
  }

  /// Prints a report to standard output, wherever the results go.
  func print(report text: String) {
    lock.withLock {
      writePending()
      let usual = results
      results = 1
      pending.append(contentsOf: text.utf8)
      writePending()
      results = usual
    }
  }

  /// Writes the pending output.
  func flush() {
    lock.withLock { writePending() }
  }

  /// Has long output read in a pager, if standard output is a terminal and there is one.
  func page() {
    guard isInteractive, let command = Pager.command else { return }
    lock.withLock { paging = .waiting(command: command, rows: 0, start: nil) }
  }

  /// Writes the pending output, and waits until the user has read it in the pager, if one was started.
  func finish() {
    flush()
    guard capture == nil else { return }
    Progress.clear()
    let pager = lock.withLock { () -> Pager? in
      defer { paging = .off }
      if case .on(let pager) = paging { return pager }
      return nil
    }
    pager?.finish()
  }

  private func countRows(of line: String) {
    guard case .waiting(let command, var rows, let start) = paging else { return }
    let size = RawTerminal.size
    // Color codes count as columns here: a pager is started a little early at worst.
    for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
      rows += 1 + max(0, String(part).columns - 1) / size.columns
    }
    let now = ContinuousClock.now
    paging = .waiting(command: command, rows: rows, start: start ?? now)
    guard rows >= size.rows || now - (start ?? now) > Self.pagingDelay else { return }
    guard let pager = Pager.start(command) else {
      paging = .off
      return
    }
    paging = .on(pager)
    Progress.hide()
    // At ctrl-C the terminal still belongs to the pager.
    Signals.beforeExit { pager.wait() }
    writePending()
  }

  /// Prints a message that is not part of the result; on a terminal, wrapped like its statements.
  func warn(_ message: String) {
    warn(lines: [message])
  }

  /// Prints a message of several lines.
  func warn(lines: [String]) {
    let message = lines.map(\.shown).joined(separator: "\n")
    if let collected { return collected.add(warning: message) }
    if let capture {
      flush()
      return capture.add((message + "\n").utf8, to: 2)
    }
    var text = message
    if isatty(2) == 1 { text = message.wrappedStatements(to: RawTerminal.size(of: 2).columns) }
    let isPaged = lock.withLock { () -> Bool in
      guard case .on = paging, isatty(2) == 1 else { return false }
      pending += Array((text + "\n").utf8)
      return true
    }
    flush()
    guard !isPaged else { return }
    Self.writeError(text + "\n")
  }

  /// Writes to standard error; where it is closed or full, the work goes on without the message.
  static func writeError(_ text: String) {
    Progress.clear()
    try? Descriptor.writeAll(text.utf8, to: 2)
  }

  private func writePending() {
    defer { pending.removeAll(keepingCapacity: true) }
    guard hasReader, !pending.isEmpty else { return }
    if let capture { return capture.add(pending, to: results) }
    if isInteractive || results == 2 { Progress.clear() }
    var output = results
    if case .on(let pager) = paging { output = pager.input }
    do throws(SystemError) {
      try Descriptor.writeAll(pending, to: output)
    } catch {
      guard error == SystemError(code: EPIPE) else {
        Self.writeError("rewind: The output cannot be written: \(error).\n")
        exit(ExitStatus.error.rawValue)
      }
      // The reader has seen enough, as in `rewind log FILE | head`.
      guard outlivesReader else {
        if case .on(let pager) = paging { pager.wait() }
        exit(0)
      }
      hasReader = false
    }
  }
}

/// The colors of output, and the room that it has.
struct Style: Sendable {
  let isColored: Bool
  /// The terminal's columns; nil if it is not shown on one.
  var columns: Int? = nil

  static let plain = Style(isColored: false)

  /// The start of a color code until it is printed: no text of a log can have the number, which is drawn anew
  /// by every process.
  fileprivate static let mark = "\u{1B}[\(UInt64.random(in: .min ... .max));"

  private func paint(_ text: String, _ code: String) -> String {
    isColored ? "\(Self.mark)\(code)m\(text)\(Self.mark)0m" : text
  }

  func bold(_ text: String) -> String { paint(text, "1") }
  func dim(_ text: String) -> String { paint(text, "2") }
  func red(_ text: String) -> String { paint(text, "31") }
  func green(_ text: String) -> String { paint(text, "32") }
  func yellow(_ text: String) -> String { paint(text, "33") }
  func cyan(_ text: String) -> String { paint(text, "36") }
}

extension String {
  /// The line with invisible characters escaped, and with the codes of its colors.
  fileprivate var shown: String {
    // A build server takes a line that begins so as a command.
    if drop(while: { $0 == " " }).hasPrefix("::") {
      return replacing("::", with: #"\u{3A}:"#, maxReplacements: 1).shown
    }
    guard utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else { return self }
    let parts = components(separatedBy: Style.mark)
    return parts[0].escapedForTerminal
      + parts.dropFirst().map { part in
        let code = part.prefix { $0 != "m" }
        return "\u{1B}[\(code)m" + String(part.dropFirst(code.count + 1)).escapedForTerminal
      }.joined()
  }

  /// Returns the colored text in at most this many columns, cut with `…`; color codes take none.
  fileprivate func fittedPainted(to limit: Int) -> String {
    var (text, short) = ("", "")
    var columns = 0
    var isPaint = false
    for character in self {
      text.append(character)
      if character == "\u{1B}" { isPaint = true }
      guard !isPaint else {
        if character == "m" { isPaint = false }
        if columns < limit { short = text }
        continue
      }
      columns += character.columns
      guard columns <= limit else { return short + (contains("\u{1B}") ? "\(Style.mark)0m…" : "…") }
      if columns < limit { short = text }
    }
    return text
  }
}
