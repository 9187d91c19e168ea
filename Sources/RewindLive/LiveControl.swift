import Foundation
import RewindJSON

/// The connection of a store's time machine to `rewind live`.
///
/// It has two threads of its own, and touches the store only where the app lets it: the app never waits for the
/// window, and runs on where that is slow or gone. A window that opens later is found within a second.
public final class LiveControl: @unchecked Sendable {
  private let window: LiveWindow
  private let folder: String?
  private let target: String
  private let greeting: String
  /// Returns false if the machine is gone.
  private let isWanted: @Sendable () -> Bool
  /// Carries out a command on the store's thread, and passes on the answer.
  private let carryOut: @Sendable (JSONValue, @escaping @Sendable (JSONValue) -> Void) -> Void
  private let answers = DispatchQueue(label: "rewind live")
  private let lock = NSLock()
  private var socket: LiveSocket?
  private var isStopped = false
  /// True if a report can be sent: the window has been greeted, and no other report is on its way.
  private var canReport = false

  /// Seconds between two looks for a window.
  private static let interval = 0.5

  init(
    _ window: LiveWindow,
    folder: String?,
    session: String,
    store: String,
    types: [String],
    isWanted: @escaping @Sendable () -> Bool,
    carryOut:
      @escaping @Sendable (JSONValue, @escaping @Sendable (JSONValue) -> Void) -> Void
  ) {
    (self.window, self.folder) = (window, folder)
    (self.isWanted, self.carryOut) = (isWanted, carryOut)
    let name = store.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "main"
    target = "link?session=\(session)&store=\(name)"
    greeting = (["types": .array(types.map { .string($0) })] as JSONValue).text
  }

  /// True while a window is connected.
  public var isConnected: Bool { lock.withLock { socket != nil } }

  /// Ends the connection, and looks for no other.
  public func stop() {
    let socket = lock.withLock {
      isStopped = true
      return self.socket
    }
    socket?.end()
  }

  /// Reports where the machine is to the window, if one is connected.
  ///
  /// It is read later, where the store is used: moves that come at once make one report.
  func reportStatus() {
    let socket = lock.withLock { () -> LiveSocket? in
      guard canReport else { return nil }
      canReport = false
      return self.socket
    }
    guard let socket else { return }
    carryOut(["command": "status"]) { [self] answer in
      lock.withLock { if self.socket === socket { canReport = true } }
      answers.async { _ = socket.send(answer.text) }
    }
  }

  func start() {
    Thread.detachNewThread { [self] in
      while isWanted(), connect() { Thread.sleep(forTimeInterval: Self.interval) }
    }
  }

  /// Serves a window, if there is one, until it is gone.
  ///
  /// - Returns: False if the search ends.
  private func connect() -> Bool {
    if let address = window.address(besideLogsIn: folder),
      let socket = LiveSocket.connected(to: address)
    {
      let isWanted = lock.withLock {
        if !isStopped { self.socket = socket }
        return !isStopped
      }
      if isWanted, greet(socket, address) {
        lock.withLock { canReport = true }
        reportStatus()
        serve(socket)
      }
      lock.withLock { (self.socket, canReport) = (nil, false) }
    }
    return lock.withLock { !isStopped }
  }

  /// Becomes a link of lines; the server says so in the first lines of an answer of HTTP.
  private func greet(_ socket: LiveSocket, _ address: LiveAddress) -> Bool {
    let request = [
      "GET /\(address.token)/\(target) HTTP/1.1", "Host: \(address.host):\(address.port)",
      "Connection: Upgrade", "Upgrade: rewind", "\r",
    ].joined(separator: "\r\n")
    guard socket.send(request), socket.line()?.hasPrefix("HTTP/1.1 101 ") == true else {
      return false
    }
    while let line = socket.line() {
      if line == "\r" { return socket.send(greeting) }
    }
    return false
  }

  private func serve(_ socket: LiveSocket) {
    while let line = socket.line() {
      guard let command = try? JSONValue(parsing: Array(line.utf8)) else { continue }
      let id = command["id"] ?? .null
      carryOut(command) { [answers] answer in
        var answer = answer.object ?? JSONObject()
        answer["id"] = id
        let text = JSONValue.object(answer).text
        // The store's thread does not wait for the window to take it.
        answers.async { _ = socket.send(text) }
      }
    }
    socket.end()
  }
}
