import Foundation
import RewindDiagnosis
import RewindLog
import RewindServer
import RewindSession
import RewindText

extension Command {
  private static let port = Flag("--port", .count(1...65_535))
    .help("Listen at this port, so that the page keeps its address; by default a free one.")
  private static let listen = Flag("--listen ADDRESS", .text)
    .help("Listen at this address of the machine; by default only this machine can connect.")
  private static let watch = Flag("--watch COMMAND", .text).excluding(.stores)
    .help("When a file of this folder changes, run this, and replay with the new build.")

  static let live = Command(
    name: "live",
    operands: [Flag("[FILE|DIR]", .sessions)],
    summary: "Shows a running app in a browser, and drives it",
    flags: [.open, port, listen, watch, .stores] + Flag.replaying,
    isForAgents: false,
    details: """
      Serves the page of `rewind report` for the newest session of a folder, of a file and the later
      launches beside it, or of this machine: it prints the address, follows the log as it grows,
      switches to the next launch, and says in which action the app died. It only reads the log, so
      the app is not affected. An app whose time machine listens (`listen(to:)` of RewindLive) can
      be driven from the page: jump, step, skip, hold, resume, commit, reset, dispatch. With --app,
      the page searches for the action to blame; with --watch as well, it rebuilds after each change
      of the sources, and replays the session: did the fix work? Several stores of an app are lanes of
      one timeline, and are driven as one; of a FILE without --stores, and with --watch, that store is
      shown. The address has a secret in its
      path; whoever has it can see the session, and drive the app. ctrl-C ends it.
      """,
    examples: """
      live --open
        the newest session of this machine, in the browser
      live recordings/memory-tunes --app .build/debug/memory-tunes
        the newest session of a folder; the page finds the culprit of a crash
      """
  ) { arguments, terminal in
    let path = try arguments.livePath()

    let isOfStores = arguments.followsStores(path) && !arguments.has(watch)
    let program = try arguments.optionalProgram()
    if arguments.has(watch), program == nil {
      throw CommandError(
        "--watch replays with the new build, and needs --app PROGRAM. \(EnvironmentPrograms.advice)"
      )
    }
    return try LiveRun(
      path: path,
      program: program,
      watched: arguments[watch],
      isOfStores: isOfStores
    ).run(
      at: arguments[listen] ?? "127.0.0.1",
      port: arguments.count(port) ?? 0,
      opens: arguments.has(.open),
      terminal
    )
  }
}

/// The server, the file that announces it to apps, and the removal of both.
private struct LiveRun {
  let path: String
  let program: ReplayProgram?
  let watched: String?
  let isOfStores: Bool

  func run(at address: String, port: Int, opens: Bool, _ terminal: Terminal) throws -> ExitStatus {
    var followed = FollowedPath(path)
    let first = try newest(&followed)
    let server: HTTPServer
    do throws(SystemError) {
      server = try HTTPServer.bound(to: address, port: port)
    } catch {
      let listened = port == 0 ? address : "\(address):\(port)"
      throw CommandError("Cannot listen on \(listened): \(error).")
    }
    let url = "http://\(address):\(server.port)/\(server.access.token)/"
    let page = opens ? try writePage(leadingTo: url) : nil
    let file = announce(url, terminal)
    let removeFiles: @Sendable () -> Void = {
      file?.remove()
      page.map { _ = unlink($0.path) }
    }
    Signals.beforeExit(removeFiles)
    defer { removeFiles() }
    let hub = LiveHub(
      followed,
      program,
      ofStores: isOfStores,
      announcedBy: file,
      perform: server.performer
    ) { terminal.warn("rewind: \($0)") }
    if let first { try hub.open(first) }
    // From the moment at which the address is known, ctrl-C ends the server and nothing else.
    try Signals.deferred(
      { [perform = server.performer] in perform { server.stop() } },
      during: { _ in
        if let watched, let program {
          LiveWatcher(watched, hub, program, server.performer).start()
        }
        terminal.print(url)
        terminal.flush()
        announce(first, terminal)
        if let page { try Browser.open(url: page.absoluteString) }
        server.run(hub)
      }
    )
    return .success
  }

  /// Returns the newest session; nil if there is none yet.
  private func newest(_ followed: inout FollowedPath) throws -> String? {
    guard FileManager.default.fileExists(atPath: followed.folder) else {
      throw InputError.notFound(followed.folder)
    }
    let newest = followed.newest()
    if newest == nil, followed.isOtherFile { _ = try SessionLog.open(path) }
    return newest
  }

  /// Writes the file that apps look for; where it cannot be, says how to start the app instead.
  private func announce(_ url: String, _ terminal: Terminal) -> LiveFile? {
    do throws(FileError) {
      return try LiveFile.written(url, in: FollowedPath(path).folder)
    } catch {
      terminal.warn(
        "rewind: \(error) An app finds this page if it is started with REWIND_LIVE=\(url)"
      )
      return nil
    }
  }

  /// Writes a page that leads a browser to the address.
  ///
  /// That has the token, and every user of the machine can read the browser's command line, but not this file.
  private func writePage(leadingTo url: String) throws -> URL {
    let name = "rewind-live-\(UUID().uuidString).html"
    let page = FileManager.default.temporaryDirectory.appending(path: name)
    let text = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(url)\">\n"
    try PrivateFile.write(Array(text.utf8), to: page.path)
    return page
  }

  private func announce(_ session: String?, _ terminal: Terminal) {
    let words =
      session.map { "\($0.escapedForTerminal) is shown there" }
      ?? (FileManager.default.fileExists(atPath: path)
        ? "" : "There is no \(path.escapedForTerminal) yet. ")
      + "Waiting for a session in \(path.escapedForTerminal)"
    terminal.warn("rewind: \(words); ctrl-C ends this.")
  }
}

extension Arguments {
  /// The path whose sessions are followed: the operand, or where the newest session of this machine is.
  fileprivate func livePath() throws -> String {
    followed(try operands.first ?? SessionReference("@last")?.path() ?? ".")
  }
}
