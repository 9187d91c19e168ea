// MemoryTunes without its natural crashes: what cannot be done is not done.
import MemoryTunesExample
import MemoryTunesFront

await MemoryTunesProgram.main { action, state in
  if let state {
    if let flip = action as? FlipCardAction,
      !state.gameState.memoryCards.indices.contains(flip.cardIndexToFlip)
    {
      return state
    }
    if let change = action as? ChangeCategoryAction,
      !state.categoriesState.categories.indices.contains(change.categoryIndex)
    {
      return state
    }
  }
  return appReducer(action: action, state: state)
}
