import RewindReplay
import Todos

func recordedActions() -> ActionDecoders<Todos.Action> { ActionDecoders() }
