// Written by `rewind decoders`; keep it, change it, it is yours.

import Foundation
import MemoryTunesExample
import RewindReplay
import RewindStore

/// How the recorded actions of memory-tunes become actions again.
func recordedActions() -> ActionDecoders<any Action> {
  ActionDecoders([
    RoutingAction.self,
    ChangeCategoryAction.self,
    FetchTunesAction.self,
    SetCardsAction.self,
    FlipCardAction.self,
  ])
}
