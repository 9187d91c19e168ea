// Runs the app's reducers over recorded sessions, for the `rewind` tool:
//
//   swift build
//   rewind verify SESSION --app .build/debug/memory-tunes-replay
import MemoryTunesExample
import RewindReplay

let store = ReplayableStore(reducer: appReducer, actions: recordedActions())
store.answerReplayRequest()

print("I answer the rewind tool: rewind verify SESSION --app memory-tunes-replay")
