// The to-do app in its next version, for recordings of today's: the list is called items, edits are
// counted. Its own arguments take back how it treats what is older:
//
//   strict     recorded states must have the new names
//   forgetful  the snapshots are gone
//   narrow     no action is known any more
import RewindReplay
import ToDoExample
import ToDoFront

let arguments = Set(CommandLine.arguments.dropFirst())
let isStrict = arguments.contains("strict")
let isForgetful = arguments.contains("forgetful")

struct NextState: Codable {
  var items: [Todo] = []
  var snapshots: [[Todo]] = []
  var edits = 0

  enum Key: String, CodingKey {
    case items
    case todos
    case snapshots
    case edits
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    items =
      isStrict
      ? try members.decode([Todo].self, forKey: .items)
      : try members.decodeIfPresent([Todo].self, forKey: .items)
        ?? members.decode([Todo].self, forKey: .todos)
    snapshots = isForgetful ? [] : try members.decode([[Todo]].self, forKey: .snapshots)
    edits = try members.decodeIfPresent(Int.self, forKey: .edits) ?? 0
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(items, forKey: .items)
    if !isForgetful { try members.encode(snapshots, forKey: .snapshots) }
    try members.encode(edits, forKey: .edits)
  }
}

func reduce(_ action: TodoAction, _ state: NextState) -> NextState {
  var today = TodoState(todos: state.items, snapshots: state.snapshots)
  var next = state
  if TodoReducers.combine(TodoReducers.all)(action, &today) { next.edits += 1 }
  (next.items, next.snapshots) = (today.todos, isForgetful ? [] : today.snapshots)
  return next
}

ReplayableStore(
  initial: NextState(),
  actions: arguments.contains("narrow") ? ActionDecoders<TodoAction>() : toDo.replayed.actions,
  reduce: .actionFirst(reduce)
).answerReplayRequest()
print("The next version is only for replays.")
