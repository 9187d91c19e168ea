import Foundation
import MemoryTunesExample
import MemoryTunesFront
import RewindReplay
import RewindStore

/// The game of which `CategoryGuardTests` is a test: mended, unless the environment says that its bug is
/// still there.
let gameUnderTest = game(isMended: isMended) { change, categories in
  !categories.indices.contains(change.categoryIndex)
}

/// The game of which `CategoryNeverTests` is a test: one in which rap cannot be chosen, unless the environment
/// says that one still can.
let gameWithoutRap = game(isMended: isMended) { change, categories in
  categories.firstIndex(of: .rap) == change.categoryIndex
}

/// The games of which `CategoryTests` and `CategoryKnownTests` are tests: the bug is known, and is there, unless the
/// environment says that it is mended.
let gameOfKnownCrash = game(isMended: isKnownMended) { change, categories in
  !categories.indices.contains(change.categoryIndex)
}
let gameOfKnownRap = game(isMended: isKnownMended) { change, categories in
  categories.firstIndex(of: .rap) == change.categoryIndex
}

/// Makes a game that does nothing at the changes of which a bug comes, if it is mended.
private func game(
  isMended: Bool,
  ignoring isBug: @escaping @Sendable (ChangeCategoryAction, [TuneCategory]) -> Bool
) -> ReplayableStore<AppState, any Action, @Sendable (any Action, AppState?) -> AppState> {
  ReplayableStore(
    reducer: { (action: any Action, state: AppState?) in
      if isMended, let state, let change = action as? ChangeCategoryAction,
        isBug(change, state.categoriesState.categories)
      {
        return state
      }
      return appReducer(action: action, state: state)
    },
    actions: memoryTunes.replayed.actions
  )
}

private func isSet(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name] != nil }

/// True unless the environment says that the bugs are still there.
var isMended: Bool { !isSet("REWIND_TEST_UNMENDED") }

/// True if the environment says that the known bugs are mended.
private var isKnownMended: Bool { isSet("REWIND_TEST_MENDED") }
