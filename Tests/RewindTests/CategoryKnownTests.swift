// Written by `rewind test`; keep it, change it, it is yours.
//
// memory-tunes, 4 actions:
//
//   1  RoutingAction {"destination":"categories"}
//   2  ChangeCategoryAction {"categoryIndex":1}
//   3  ChangeCategoryAction {"categoryIndex":4}   <- starts to hold: no rap
//   4  ChangeCategoryAction {"categoryIndex":7}   <- the app died

import MemoryTunesExample
import MemoryTunesFront
import RewindReplay
import RewindTesting
import Testing

@MainActor  // A reducer may be.
@Suite("category-known")
struct CategoryKnownTests {
  @Test(
    "never reaches a wrong state",
    arguments: [
      // a board
      #"gameState.gameFinished and length(gameState.memoryCards) == 0"#
    ]
  )
  func never(condition: String) throws {
    let replay = try Replay(text: session, of: gameOfKnownRap)
    let index = try replay.firstIndex(where: condition)
    // It did not when this test was written, and must never.
    #expect(index == nil)
  }

  @Test(
    "reaches a wrong state, as is known",
    arguments: [
      // no rap
      #"categoriesState.currentCategorySelected == "rap""#
    ]
  )
  func known(condition: String) throws {
    let replay = try Replay(text: session, of: gameOfKnownRap)
    let index = try replay.firstIndex(where: condition)
    // It does today. Once it does not, this test fails: then keep what is inside of
    // `withKnownIssue`, and it guards against the wrong state.
    withKnownIssue { #expect(index == nil) }
  }
}

// swift-format-ignore
nonisolated private let session = #"""
{"rewind":1,"session":"89a19df3-6c5a-42e3-bdc9-78418652da15","app":"memory-tunes","started":"2026-11-21T11:53:09.084Z","store":"main","attach":"store","crc":"2672d5ec"}
{"index":0,"input":{"name":"category","value":null},"crc":"d3fb1fb7"}
{"after":0,"state":{"categoriesState":{"currentCategorySelected":"pop","categories":["pop","electronic","rock","metal","rap"]},"menuState":{"menuTitles":["New Game","Choose Category"]},"gameState":{"gameFinished":false,"showLoading":false,"memoryCards":[]},"routingState":{"navigationState":"menu"}},"made":true,"wall":"2026-11-21T11:53:09.086Z","crc":"b1586e0d"}
{"index":1,"time":0.002452,"action":{"type":"RoutingAction","payload":{"destination":"categories"}},"crc":"a1665642"}
{"index":1,"input":{"name":"category","value":null},"crc":"d31d7857"}
{"after":1,"patch":[{"op":"replace","path":"/routingState/navigationState","value":"categories"}],"crc":"058b6c49"}
{"index":2,"time":0.002932,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":1}},"crc":"db5321eb"}
{"index":2,"input":{"name":"category","value":null},"crc":"0121dfcd"}
{"after":2,"state":{"categoriesState":{"currentCategorySelected":"electronic","categories":["pop","electronic","rock","metal","rap"]},"routingState":{"navigationState":"categories"},"menuState":{"menuTitles":["New Game","Choose Category"]},"gameState":{"gameFinished":false,"showLoading":false,"memoryCards":[]}},"patch":[{"op":"replace","path":"/categoriesState/currentCategorySelected","value":"electronic"}],"wall":"2026-11-21T11:53:09.087Z","crc":"a7536adf"}
{"index":3,"time":0.003199,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":4}},"crc":"33181173"}
{"index":3,"input":{"name":"category","value":"electronic"},"crc":"9ca05cb2"}
{"after":3,"patch":[{"op":"replace","path":"/categoriesState/currentCategorySelected","value":"rap"}],"crc":"d3cd950d"}
{"index":4,"time":0.003432,"action":{"type":"ChangeCategoryAction","payload":{"categoryIndex":7}},"crc":"8450d615"}
{"index":4,"input":{"name":"category","value":"rap"},"crc":"1fa1db62"}

"""#
