// Records a play of the feature that ends in a crash, and replays it for the `rewind` tool.

import ComposableArchitecture
import Rewind
import RewindReplay
import Todos
import TodosStore

todos.answerReplayRequest()

let recording = todos.record(app: "todos")
let store = makeStore(recording)

for title in ["bread", "milk", "tea"] { store.send(.view(.addTapped(title: title))) }
store.send(.binding(.set(\.query, "milk")))
store.send(.view(.shuffleTapped))
guard let milk = store.state.rows.first(where: { $0.title == "milk" })?.id else {
  fatalError("The list has no milk.")
}
store.send(.rows(.element(id: milk, action: .toggled)))
store.send(.view(.showTapped(id: milk)))
store.send(.destination(.presented(.detail(.renamed("oat milk")))))
store.send(.view(.clearTapped))
store.send(.destination(.presented(.detail(.toggled))))
