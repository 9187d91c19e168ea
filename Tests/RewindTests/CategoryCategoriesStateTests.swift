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
    // Members that the state has gained since may differ. Where others do on purpose, this test
    // has had its time: the crash is guarded below.
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
{"after":1,"state":{"currentCategorySelected":"pop","categories":["pop","electronic","rock","metal","rap"]},"patch":[],"crc":"d9def931"}
{"index":2,"time":0.002932,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":1}},"crc":"78d1f869"}
{"index":2,"input":{"name":"category","value":null},"crc":"86eb5bca"}
{"after":2,"state":{"currentCategorySelected":"electronic","categories":["pop","electronic","rock","metal","rap"]},"patch":[{"op":"replace","path":"/currentCategorySelected","value":"electronic"}],"crc":"894543b4"}
{"index":3,"time":0.003199,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":4}},"crc":"d0398f6a"}
{"index":3,"input":{"name":"category","value":"electronic"},"crc":"8a009791"}
{"after":3,"state":{"currentCategorySelected":"rap","categories":["pop","electronic","rock","metal","rap"]},"patch":[{"op":"replace","path":"/currentCategorySelected","value":"rap"}],"crc":"5b293016"}
{"index":4,"time":0.003432,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":7}},"crc":"147c5620"}
{"index":4,"input":{"name":"category","value":"rap"},"crc":"fddb19ba"}

"""#
