import Foundation
import Rewind

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Swift hides `fork(2)`, which C libraries that an app links may call.
@_silgen_name("fork")
private func forkProcess() -> pid_t

/// Records two actions of this process, and four of a fork between them, which closes the recording.
func recordInFork(_ recording: Recording<Tally>) -> Never {
  func step(_ number: Int) {
    _ = recording.record(Step(number: number), from: Tally(count: number - 1)) {
      Tally(count: number)
    }
  }
  step(1)
  let child = forkProcess()
  if child == 0 {
    for number in 2...5 { step(100 * number) }
    recorder.note("from the fork")
    recorder.close()
    _exit(0)
  }
  var status: CInt = 0
  waitpid(child, &status, 0)
  step(2)
  var acknowledged = UInt32(2).littleEndian
  write(1, &acknowledged, 4)
  kill(getpid(), SIGKILL)
  exit(1)
}

/// Forks a hundred times while three threads record, and prints how many of the forks hang in a call of the
/// recorder; none may wait for a thread that it does not have.
///
/// What Swift's runtime looks up on first use, it looks up under locks of its own, and a fork waits for ever for a
/// lock that a thread held which it does not have. The recorder looks nothing up in a fork that is not known yet;
/// the calls here are made once before the first fork, since the app's own types are looked up as well.
func recordWhileForking(_ recording: Recording<Tally>, beside path: String) -> Never {
  let first = Recorder(app: "kill-target", to: .file(path + ".first"))
  guard useRecorder(first, first.attach(Tally.self)) else { exit(1) }
  let warm = DispatchGroup()
  for thread in 0..<3 {
    let own = thread == 0 ? recording : recorder.attach(Tally.self, name: "thread \(thread)")
    warm.enter()
    Thread.detachNewThread {
      var tally = Tally()
      while true {
        tally = own.record(Step(number: tally.count + 1), from: tally) {
          Tally(count: tally.count + 1, items: Array(repeating: tally.count, count: 2_000))
        }
        recorder.note("from a thread")
        if tally.count == 10 { warm.leave() }
      }
    }
  }
  warm.wait()
  var hanging = UInt32(0)
  for _ in 0..<100 {
    let child = forkProcess()
    if child == 0 {
      // Far more than it takes; then the system ends it by a signal.
      alarm(60)
      _exit(useRecorder(recorder, recording) ? 0 : 1)
    }
    var status: CInt = 0
    waitpid(child, &status, 0)
    if status != 0 { hanging += 1 }
  }
  hanging = hanging.littleEndian
  write(1, &hanging, 4)
  kill(getpid(), SIGKILL)
  exit(1)
}

/// Calls whatever can be called of a recorder, and closes it; returns true if the app got its states.
private func useRecorder(_ recorder: Recorder, _ recording: Recording<Tally>) -> Bool {
  recorder.note("from the fork")
  recording.note("from the fork")
  _ = (recording.isPaused, recorder.failure, recorder.files)
  recording.isPaused = false
  recording.recordExternalChange(to: Tally(count: -1))
  _ = recording.recordInitialState { Tally(count: -1) }
  var tally = recording.record(Step(number: -1), from: Tally()) { Tally(count: -1) }
  recording.record(Step(number: -1), on: &tally) { $0.count = -2 }
  let other = recorder.attach(Tally.self, name: "of the fork")
  other.note("from the fork")
  recorder.close()
  return tally.count == -2
}
