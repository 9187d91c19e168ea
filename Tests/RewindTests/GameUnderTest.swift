import Foundation
import MemoryTunesExample
import MemoryTunesFront
import RewindReplay
import RewindStore

extension ReplayableStore where State == AppState, Action == any RewindStore.Action {
  /// The game of which `CategoryGuardTests` is a test: mended, unless the environment says that its bug is
  /// still there.
  static func gameUnderTest() -> ReplayableStore {
    let isMended = ProcessInfo.processInfo.environment["REWIND_TEST_UNMENDED"] == nil
    return memoryTunes { action, state in
      if isMended, let state, let change = action as? ChangeCategoryAction,
        !state.categoriesState.categories.indices.contains(change.categoryIndex)
      {
        return state
      }
      return appReducer(action: action, state: state)
    }
  }

  /// The game of which `CategoryNeverTests` is a test: one in which nobody can choose rap, unless the environment
  /// says that one still can.
  static func gameWithoutRap() -> ReplayableStore {
    let isMended = ProcessInfo.processInfo.environment["REWIND_TEST_UNMENDED"] == nil
    return memoryTunes { action, state in
      if isMended, let state, let change = action as? ChangeCategoryAction,
        state.categoriesState.categories.firstIndex(of: .rap) == change.categoryIndex
      {
        return state
      }
      return appReducer(action: action, state: state)
    }
  }
}
