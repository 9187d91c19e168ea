import Foundation
import MemoryTunesExample
import MemoryTunesFront
import RewindReplay
import RewindStore

/// The game of which `CategoryGuardTests` is a test: mended, unless the environment says that its bug is
/// still there.
let gameUnderTest = ReplayableStore(
  reducer: { (action: any Action, state: AppState?) in
    if isMended, let state, let change = action as? ChangeCategoryAction,
      !state.categoriesState.categories.indices.contains(change.categoryIndex)
    {
      return state
    }
    return appReducer(action: action, state: state)
  },
  actions: memoryTunes.replayed.actions
)

/// The game of which `CategoryNeverTests` is a test: one in which rap cannot be chosen, unless the environment
/// says that one still can.
let gameWithoutRap = ReplayableStore(
  reducer: { (action: any Action, state: AppState?) in
    if isMended, let state, let change = action as? ChangeCategoryAction,
      state.categoriesState.categories.firstIndex(of: .rap) == change.categoryIndex
    {
      return state
    }
    return appReducer(action: action, state: state)
  },
  actions: memoryTunes.replayed.actions
)

/// True unless the environment says that the bugs are still there.
var isMended: Bool {
  ProcessInfo.processInfo.environment["REWIND_TEST_UNMENDED"] == nil
}
