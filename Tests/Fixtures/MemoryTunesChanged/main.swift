// MemoryTunes with one rule changed: a pair that has been found is turned face down again.
import MemoryTunesExample
import MemoryTunesFront

await MemoryTunesProgram.main { action, state in
  var next = appReducer(action: action, state: state)
  for index in next.gameState.memoryCards.indices
  where next.gameState.memoryCards[index].isAlreadyGuessed {
    next.gameState.memoryCards[index].isFlipped = false
  }
  return next
}
