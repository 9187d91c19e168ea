import RewindDiagnosis
import RewindJSON
import Testing

@Suite("A backtrace")
struct BacktraceTests {
  @Test("names the file where a closure is in no function")
  func topLevelCode() {
    func frame(_ symbol: String, _ description: String) -> JSONValue {
      ["symbol": .string(symbol), "description": .string(description), "image": "shop"]
    }
    let frames: [JSONValue] = [
      frame("$s4shop6reduceyyF", "reduce() + 8"),
      frame("$s4shopyyXEfU_", "closure #1 in closure #2 in  + 16"),
      frame("$s4shop3runyyFyyXEfU_", "closure #1 in run() + 24"),
    ]
    let report: JSONValue = ["threads": [["crashed": true, "frames": .array(frames)]]]
    #expect(
      Backtrace(report)?.frames
        == ["reduce()", "closure #1 in closure #2 in main.swift", "closure #1 in run()"]
    )
  }

  @Test("names the function that the compiler's own closures are part of, once")
  func implicitClosures() {
    func frame(_ symbol: String, _ description: String) -> JSONValue {
      ["symbol": .string(symbol), "description": .string(description), "image": "shop"]
    }
    let frames: [JSONValue] = [
      frame("$s4shopa", "implicit closure #2 in Cart.isFull(of:) + 8"),
      frame("$s4shopb", "Cart.isFull(of:) + 16"),
      frame("$s4shopc", "closure #1 in implicit closure #1 in reduce() + 24"),
      frame("$s4shopd", "implicit closure #1 in implicit closure #3 in  + 4"),
    ]
    let report: JSONValue = ["threads": [["crashed": true, "frames": .array(frames)]]]
    #expect(
      Backtrace(report)?.frames
        == ["Cart.isFull(of:)", "closure #1 in reduce()", "main.swift"]
    )
  }

  @Test("has none of the frames in which any app may die, though they are in the app's own image")
  func staticRuntime() {
    func frame(_ symbol: String, _ description: String) -> JSONValue {
      ["symbol": .string(symbol), "description": .string(description), "image": "shop"]
    }
    let frames: [JSONValue] = [
      frame("__libc_malloc", "malloc + 4"), frame("swift_slowAlloc", "swift_slowAlloc + 8"),
      frame("swift_allocObject", "swift_allocObject + 8"), frame("_Znwm", "operator new + 2"),
      frame("$s4shop4fillyyF", "fill() + 8"), frame("abort", "abort + 1"),
      frame("$s4shop6reduceyyF", "reduce() + 8"),
    ]
    let report: JSONValue = ["threads": [["crashed": true, "frames": .array(frames)]]]
    #expect(Backtrace(report)?.frames == ["fill()", "reduce()"])
  }
}
