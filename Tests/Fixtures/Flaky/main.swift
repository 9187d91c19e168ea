import FlakyApp
import Foundation
import RewindInputs
import RewindReplay

let start = Canteen(.stale, session: UUID(), lastOpened: .distantPast)

ReplayableStore(initial: start, actions: CanteenAction.self) { (canteen: inout Canteen, action) in
  canteen.reduce(
    action,
    Inputs(date: { Recorded.date() }, number: { name in Recorded.value(name) { 0 } })
  )
}.answerReplayRequest()
print("The canteen is only for replays.")
