// Written by `rewind test`; keep it, change it, it is yours.
//
// memory-tunes, 4 actions:
//
//   1  RoutingAction {"destination":"categories"}
//   2  ChangeCategoryAction {"categoryIndex":1}
//   3  ChangeCategoryAction {"categoryIndex":4}
//   4  ChangeCategoryAction {"categoryIndex":7}   <- the app dies
//
// trap in ChangeCategoryAction at categoriesReducer(action:state:) < appReducer(action:state:)

import MemoryTunesExample
import RewindReplay
import RewindTesting
import Testing

// A test of one feature: its state is what the app has at /categoriesState.
// Nothing outside of it changed that state.
//
// It must be red until the crash is fixed. If it is green today, the crash comes from a reducer around
// the feature's: then write a test of the app, without --feature.
//
// `categoriesUnderTest` is the declaration of the feature's store. Where there is none yet:
//
//   let categoriesUnderTest = ReplayableStore(
//     reducer: categoriesReducer, actions: appActions)

@MainActor  // A reducer may be.
@Suite("category (categoriesState)")
struct CategoryCategoriesStateTests {
  @Test("leads to the recorded states before the action to blame")
  func states() throws {
    let replay = try Replay(text: session, of: categoriesUnderTest)
    // Members that the state has gained since may differ. Where others do on purpose,
    // delete this test: the crash is guarded below.
    let divergence = try replay.firstDivergence(before: 4, tolerating: .addedMembers)
    #expect(divergence == nil)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("does not crash")
  func survives() async {
    // Fails until the app survives, and guards against the crash from then on.
    await #expect(processExitsWith: .success) { @MainActor in
      try Replay(text: session, of: categoriesUnderTest).run()
    }
  }
  #else
  @Test("does not crash")
  func survives() throws {
    // There are no exit tests here: a crash ends the whole run, which is red as well.
    try Replay(text: session, of: categoriesUnderTest).run()
  }
  #endif
}

// swift-format-ignore
nonisolated private let session = #"""
{"rewind":1,"session":"89a19df3-6c5a-42e3-bdc9-78418652da15","app":"memory-tunes","started":"2026-11-21T11:53:09.084Z","attach":"store","crc":"8c81a3fe"}
{"after":0,"state":{"currentCategorySelected":"pop","categories":["pop","electronic","rock","metal","rap"]},"made":false,"crc":"d22dbdb6"}
{"index":1,"time":0.002452,"action":{"type":"RoutingAction","payload":{"destination":"categories"}},"crc":"689e93f7"}
{"index":1,"input":{"name":"category","value":null},"crc":"c5e8d86a"}
{"after":1,"patch":[],"crc":"8073be11"}
{"index":2,"time":0.002932,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":1}},"crc":"2efa2b64"}
{"index":2,"input":{"name":"category","value":null},"crc":"3c37e81f"}
{"after":2,"patch":[{"op":"replace","path":"/currentCategorySelected","value":"electronic"}],"crc":"54fe5db5"}
{"index":3,"time":0.003199,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":4}},"crc":"3f6e1259"}
{"index":3,"input":{"name":"category","value":"electronic"},"crc":"26af6403"}
{"after":3,"patch":[{"op":"replace","path":"/currentCategorySelected","value":"rap"}],"crc":"7b443b29"}
{"index":4,"time":0.003432,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":7}},"crc":"68e4a1e6"}
{"index":4,"input":{"name":"category","value":"rap"},"crc":"91964933"}

"""#
