import Foundation
import RewindJSON
import RewindTestSupport
import Testing

@Suite("The deepest values", .process)
struct StackTests {
  /// Runs `work` on a thread with the stack that secondary threads have on Apple's platforms.
  private func onSecondaryThread(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      work()
      done.signal()
    }
    thread.stackSize = 512 * 1024 * Sanitizer.stackFactor
    thread.start()
    done.wait()
  }

  private func nested(_ text: String, in wrapper: (String, String)) -> String {
    let levels = JSONValue.nestingLimit
    return String(repeating: wrapper.0, count: levels) + text
      + String(repeating: wrapper.1, count: levels)
  }

  @Test(
    "are read, compared, patched and written on the stack of a secondary thread",
    arguments: [("[0,", ",1]"), (#"{"a":0,"x":"#, #","z":1}"#)]
  )
  func secondaryThread(wrapper: (String, String)) throws {
    let (before, after) = (nested("1", in: wrapper), nested("2", in: wrapper))
    onSecondaryThread {
      do {
        let a = try JSONValue(parsing: before)
        let b = try JSONValue(parsing: after)
        let patch = Patch(from: a, to: b)
        #expect(patch.operations.count == 1)
        var document = a
        let inverse = try patch.applyReversibly(to: &document)
        #expect(document == b)
        #expect(document.hashValue == b.hashValue)
        #expect(document.text == after)
        #expect(document.prettyText.utf8.count > after.utf8.count)
        try inverse.apply(to: &document)
        #expect(document == a)
      } catch {
        Issue.record(error)
      }
    }
  }
}
