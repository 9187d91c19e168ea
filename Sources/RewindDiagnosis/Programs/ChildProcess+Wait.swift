import Foundation
import RewindSession

extension ChildProcess {
  /// The maximum time in milliseconds between two looks: a grandchild may hold the pipes open after the
  /// child has ended, and memory is watched (a busy program takes some 40 MB in this time).
  private static let glance: CInt = 20

  /// The pause in microseconds while the child writes line after line.
  ///
  /// Waking up for each line takes longer than the child takes to write it. A pipe holds the output
  /// meanwhile.
  private static let nap: useconds_t = 500

  /// Reads the child's output until it has ended; then kills everything it started.
  func wait(
    memoryLimit: Int,
    until deadline: () -> ContinuousClock.Instant,
    onOutput: (ArraySlice<UInt8>) -> Bool
  ) throws(SystemError) -> (ProcessEnding, errors: ChildErrors) {
    var pipes = ChildPipes(output: output.reading, errors: errors.reading)
    var verdict: ProcessEnding?
    var nextGlance = ContinuousClock.now
    var memory = ChildMemory(of: process, mark)
    var patience = Patience()
    while verdict == nil {
      let isQuiet = !pipes.receive(waitingFor: Self.glance, onOutput)
      if pipes.isRefused { break }
      if pipes.isBusy { usleep(Self.nap) }
      if isQuiet || !pipes.areOpen, hasDied { break }
      let now = ContinuousClock.now
      if now >= nextGlance {
        nextGlance = now + .milliseconds(Int(Self.glance))
        if hasDied { break }
        if let bytes = memory.residentBytes(), bytes > memoryLimit {
          verdict = .outgrew
        }
        if patience.isOver(now, deadline(), waited: memory.waitingNanoseconds()) {
          verdict = .timedOut
        }
      }
    }
    RunningChildren.shared.finish(process)
    // The child's last output is still in the pipes. A process that left its group may write on: the
    // pipes hold a megabyte at most, so output after this many pieces is not the child's.
    for _ in 0..<64 where verdict == nil && !pipes.isRefused {
      guard pipes.receive(waitingFor: 0, onOutput) else { break }
    }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .last }
    }
    return (verdict ?? ProcessEnding(status), pipes.errors)
  }

  /// True if the child has ended; it is not reaped, so that its number stays its own.
  private var hasDied: Bool {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) < 0 {
      guard errno == EINTR else { return true }
    }
    return information.si_signo != 0
  }
}

/// The time until a deadline, without that for which the child has waited for a processor: on a busy machine, an app
/// that lives must not look like one that hangs.
private struct Patience {
  private var deadline: ContinuousClock.Instant?
  private var waited = 0
  private var extra = Duration.zero

  /// Returns true if the deadline has passed; `waited` is the child's waiting time in nanoseconds so far.
  mutating func isOver(
    _ now: ContinuousClock.Instant,
    _ deadline: ContinuousClock.Instant,
    waited: Int
  ) -> Bool {
    if deadline != self.deadline { (self.deadline, extra) = (deadline, .zero) }
    // A child of its own that has ended takes its time with it.
    extra += .nanoseconds(max(0, waited - self.waited))
    self.waited = waited
    return now >= deadline + extra
  }
}

/// The reading ends of a child's pipes.
private struct ChildPipes {
  private(set) var errors = ChildErrors()
  /// True if the listener wants no more output.
  private(set) var isRefused = false
  /// True if many small pieces came lately.
  var isBusy: Bool { smallPieces > Self.fewPieces }
  private var smallPieces = 0
  private var descriptors: [pollfd]
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// The number of pieces after which more are expected: a probe's response has fewer.
  private static let fewPieces = 16

  init(output: CInt, errors: CInt) {
    descriptors = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
  }

  var areOpen: Bool { descriptors.contains { $0.fd >= 0 } }

  /// Reads one piece from each pipe that has data.
  ///
  /// - Returns: True if there was any.
  mutating func receive(
    waitingFor milliseconds: CInt,
    _ onOutput: (ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    // With both pipes closed, the child is about to end.
    let ready = poll(&descriptors, nfds_t(descriptors.count), areOpen ? milliseconds : 1)
    guard ready > 0 else {
      smallPieces = 0
      return false
    }
    var isSomething = false
    for i in descriptors.indices where descriptors[i].fd >= 0 && descriptors[i].revents != 0 {
      let count = read(descriptors[i].fd, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        descriptors[i].fd = -1
        continue
      }
      isSomething = true
      if i == 0 {
        smallPieces = count < buffer.count ? smallPieces + 1 : 0
        if !isRefused, !onOutput(buffer[..<count]) { isRefused = true }
      } else {
        errors.add(buffer[..<count])
      }
    }
    return isSomething
  }
}

extension ProcessEnding {
  /// Decodes the status of `waitpid`: the low seven bits are the signal, the next byte the exit status.
  fileprivate init(_ status: CInt) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }
}
