// Written by `rewind test`; keep it, change it, it is yours.
//
// memory-tunes, 3 actions:
//
//   1  SetCardsAction {"cardImageUrls":["https://tunes.example/rock/flag.png"]}
//   2  FetchTunesAction {}   <- is to blame
//   3  FlipCardAction {"cardIndexToFlip":0}   <- the app dies
//
// trap in FlipCardAction at Array<A>.flip(at:) < gameReducer(action:state:) <
//     appReducer(action:state:)

import MemoryTunesExample
import RewindReplay
import RewindTesting
import Testing

// A test of one feature: its state is what the app has at /gameState.
// Nothing outside of it changed that state.
//
// It must be red until the crash is fixed. If it is green today, the crash comes from a reducer around
// the feature's: then write a test of the app, without --feature.
//
// `boardUnderTest` is the declaration of the feature's store. Where there is none yet:
//
//   let boardUnderTest = ReplayableStore(
//     reducer: gameReducer, actions: appActions)

@MainActor  // A reducer may be.
@Suite("tap (gameState)")
struct TapGameStateTests {
  @Test("leads to the recorded states before the action to blame")
  func states() throws {
    let replay = try Replay(text: session, of: boardUnderTest)
    // Members that the state has gained since may differ. Where others do on purpose,
    // delete this test: the crash is guarded below.
    let divergence = try replay.firstDivergence(before: 2, tolerating: .addedMembers)
    #expect(divergence == nil)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("does not crash")
  func survives() async {
    // Fails until the app survives, and guards against the crash from then on.
    await #expect(processExitsWith: .success) { @MainActor in
      try Replay(text: session, of: boardUnderTest).run()
    }
  }
  #else
  @Test("does not crash")
  func survives() throws {
    // There are no exit tests here: a crash ends the whole run, which is red as well.
    try Replay(text: session, of: boardUnderTest).run()
  }
  #endif
}

// swift-format-ignore
nonisolated private let session = #"""
{"rewind":1,"session":"30a2fbcd-f4a4-4d2a-8a90-9c65409213db","app":"memory-tunes","started":"2026-11-21T13:12:31.375Z","attach":"store","crc":"1177e3ee"}
{"after":0,"state":{"memoryCards":[],"showLoading":false,"gameFinished":false},"made":false,"crc":"3d2b7b82"}
{"index":1,"time":0.041467,"action":{"type":"SetCardsAction","payload":{"cardImageUrls":["https://tunes.example/rock/flag.png"]}},"crc":"a07e82d1"}
{"index":1,"input":{"name":"category","value":"rock"},"crc":"4a8f9df8"}
{"index":1,"input":{"name":"shuffle","value":[4,15,10,6,2,7,5,12,1,3,14,0,11,8,9,13]},"crc":"1e26e446"}
{"after":1,"patch":[{"op":"replace","path":"/memoryCards","value":[{"imageUrl":"https://tunes.example/rock/flag.png","isFlipped":false,"isAlreadyGuessed":false},{"imageUrl":"https://tunes.example/rock/flag.png","isFlipped":false,"isAlreadyGuessed":false}]}],"crc":"49fbc49e"}
{"index":2,"time":0.105743,"action":{"type":"FetchTunesAction","payload":{}},"crc":"99e9cebb"}
{"index":2,"input":{"name":"category","value":"rock"},"crc":"b3d4764e"}
{"after":2,"patch":[{"op":"replace","path":"","value":{"memoryCards":[],"showLoading":true,"gameFinished":false}}],"crc":"4f0fc78b"}
{"index":3,"time":0.106162,"action":{"type":"FlipCardAction","payload":{"cardIndexToFlip":0}},"crc":"9ac1b9ed"}
{"index":3,"input":{"name":"category","value":"rock"},"crc":"e32bc66f"}

"""#
