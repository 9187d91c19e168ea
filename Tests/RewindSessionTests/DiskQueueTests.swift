import Foundation
import RewindSession
import Testing

@Suite("Waiting for a disk")
struct DiskQueueTests {
  private final class Count: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var number = 0
    func increase() { lock.withLock { number += 1 } }
    var value: Int { lock.withLock { number } }
  }

  @Test("goes on as long as the disk works, however much there is to do")
  func progress() {
    let disk = DiskQueue()
    let done = Count()
    let gates = (0..<8).map { _ in DispatchSemaphore(value: 0) }
    for gate in gates {
      disk.async {
        gate.wait()
        done.increase()
      }
    }
    // A piece of work for every third question, of which there is one a millisecond: more than twenty in all.
    var questions = 0
    let isDone = disk.wait {
      questions += 1
      if questions.isMultiple(of: 3), questions / 3 <= gates.count {
        gates[questions / 3 - 1].signal()
      }
      return done.value == gates.count
    }
    #expect(isDone)
    for gate in gates { gate.signal() }
  }

  @Test("ends soon where the disk does nothing, and at once after that, until it works again")
  func stall() {
    let disk = DiskQueue()
    let gate = DispatchSemaphore(value: 0)
    disk.async { gate.wait() }
    #expect(!disk.wait { false })
    var questions = 0
    let isDone = disk.wait {
      questions += 1
      return false
    }
    #expect(!isDone && questions == 1)
    gate.signal()
    disk.drain()
    let done = Count()
    disk.async { done.increase() }
    #expect(disk.wait { done.value == 1 })
  }
}
