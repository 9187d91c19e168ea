import Foundation
import RewindDiagnosis
import RewindJSON
import RewindLog
import RewindSession

/// A server of the Model Context Protocol: it reads messages from one descriptor and writes to another.
///
/// One thread reads, and answers at once what needs no work, so that a search can be stopped; the thread that
/// runs the server answers calls, one after the other; one tells of progress.
final class MCPServer: Sendable {
  private let folder: MCPFolder
  private let program: MCPProgram
  private let input: CInt
  private let output: CInt
  private let tools: [MCPTool]
  private let work = MCPWork()
  private let writing = NSLock()

  /// Makes a server that reads `input` to its end, and alone writes to `output`.
  init(
    _ folder: MCPFolder,
    by program: MCPProgram,
    _ tools: [MCPTool],
    from input: CInt,
    to output: CInt
  ) {
    (self.folder, self.program, self.tools) = (folder, program, tools)
    (self.input, self.output) = (input, output)
  }

  /// Answers until the input ends and all that was asked is answered.
  func run() {
    Progress.observe { [work] in work.note($0) }
    Thread.detachNewThread { self.read() }
    Thread.detachNewThread { self.tellProgress() }
    while let call = work.next() {
      let reply = reply(to: call)
      if work.finish() { write(reply) }
    }
  }

  // MARK: - Calls

  private func reply(to call: MCPWork.Call) -> JSONValue {
    let cancellation = ReadingCancellation { [work] in work.isRunningCancelled }
    let answer = ReadingCancellation.$current.withValue(cancellation) {
      SessionCatalog.$scope.withValue(folder.scope) {
        call.tool.answer(call.arguments, in: folder, by: program)
      }
    }
    let content: JSONValue = [["type": "text", "text": .string(answer.text)]]
    return MCPResult(["content": content, "isError": .bool(answer.isError)], call.version)
      .reply(to: call.request.id)
  }

  // MARK: - Reading

  private func read() {
    var lines = MCPLines()
    var session = MCPSession(tools: tools)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      lines.add(buffer[..<count]) { line in
        let message = line.map(MCPMessage.init) ?? MCPLines.tooLong
        handle(session.reaction(to: message))
      }
    }
    if let line = lines.last { handle(session.reaction(to: MCPMessage(line))) }
    work.close()
  }

  private func handle(_ reaction: MCPSession.Reaction) {
    switch reaction {
    case .nothing:
      break
    case .reply(let message):
      write(message)
    case .call(let request, let tool, let arguments, let version):
      let call = MCPWork.Call(request: request, tool: tool, arguments: arguments, version: version)
      guard !work.add(call) else { return }
      write(MCPFault(.internalError, "Too many calls are waiting.").reply(to: request.id))
    case .cancel(let id):
      work.cancel(id)
    }
  }

  // MARK: - Writing

  private func write(_ message: JSONValue) {
    writing.withLock {
      do throws(SystemError) {
        try Descriptor.writeAll((message.text + "\n").utf8, to: output)
      } catch {
        leave()
      }
    }
  }

  /// Ends the server because nobody reads its answers any more.
  private func leave() -> Never {
    RunningChildren.shared.close()
    exit(ExitStatus.success.rawValue)
  }

  /// Tells of work that takes longer than a second, once a second.
  private func tellProgress() {
    while let tick = work.waitForTick() {
      var poll = pollfd(fd: output, events: 0, revents: 0)
      if Foundation.poll(&poll, 1, 0) > 0, poll.revents & Int16(POLLERR) != 0 { leave() }
      guard let token = tick.request.progressToken else { continue }
      write([
        "jsonrpc": "2.0", "method": "notifications/progress",
        "params": JSONValue(present: [
          "progressToken": token, "progress": JSONValue(tick.seconds),
          "message": tick.note.map { .string(String($0.prefix(200)).escapedForTerminal) },
        ]),
      ])
    }
  }
}
