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
