// Written by `rewind decoders`; keep it, change it, it is yours.

import ComposableArchitecture
import Foundation
import RewindReplay
import Todos

/// How the recorded actions of todos become actions again.
func recordedActions() -> ActionDecoders<Todos.Action> {
  Recorder.name([\Todos.State.query: "query"])
  return ActionDecoders()
    .adding("Todos.Action", decode: decodeTodosAction)
}

private func decodeTodosAction(_ recorded: JSONValue) throws -> Todos.Action {
  try recorded.enumCase { name, values in
    switch name {
    case "binding":
      .binding(
        try values.member("_0").binding { property, value in
          switch property {
          case "query": .set(\.query, try value.value())
          default: throw RecordedValueError.unknownCase(property)
          }
        }
      )
    case "destination":
      .destination(try decodePresentationActionTodosDestinationAction(values.member("_0")))
    case "rows": .rows(try decodeIdentifiedActionUUIDRowAction(values.member("_0")))
    case "view": .view(try decodeTodosActionView(values.member("_0")))
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodePresentationActionTodosDestinationAction(
  _ recorded: JSONValue
) throws -> PresentationAction<Todos.Destination.Action> {
  try recorded.enumCase { name, values in
    switch name {
    case "presented": .presented(try decodeTodosDestinationAction(values.member("_0")))
    case "dismiss": .dismiss
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodeIdentifiedActionUUIDRowAction(
  _ recorded: JSONValue
) throws -> IdentifiedAction<UUID, Row.Action> {
  try recorded.enumCase { name, values in
    switch name {
    case "element":
      .element(id: try values.value("id"), action: try decodeRowAction(values.member("action")))
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodeTodosActionView(_ recorded: JSONValue) throws -> Todos.Action.View {
  try recorded.enumCase { name, values in
    switch name {
    case "addTapped": .addTapped(title: try values.value("title"))
    case "showTapped": .showTapped(id: try values.value("id"))
    case "clearTapped": .clearTapped
    case "shuffleTapped": .shuffleTapped
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodeTodosDestinationAction(
  _ recorded: JSONValue
) throws -> Todos.Destination.Action {
  try recorded.enumCase { name, values in
    switch name {
    case "detail": .detail(try decodeRowAction(values.member("_0")))
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodeRowAction(_ recorded: JSONValue) throws -> Row.Action {
  try recorded.enumCase { name, values in
    switch name {
    case "renamed": .renamed(try values.value("_0"))
    case "toggled": .toggled
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}
