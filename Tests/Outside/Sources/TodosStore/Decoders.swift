// Written by `rewind decoders`; keep it, change it, it is yours.

import ComposableArchitecture
import RewindReplay
import Todos

/// How the recorded actions of todos become actions again.
func recordedActions() -> ActionDecoders<Todos.Action> {
  ActionDecoders()
    .adding("Todos.Action") { payload in
      try payload.enumCase { name, values in
        switch name {
        case "view":
          Todos.Action.view(
            try values.member("_0").enumCase { name, values in
              switch name {
              case "addTapped": .addTapped(title: try values.value("title"))
              case "shuffleTapped": .shuffleTapped
              case "showTapped": .showTapped(id: try values.value("id"))
              case "clearTapped": .clearTapped
              default: throw RecordedValueError.unknownCase(name)
              }
            }
          )
        case "binding":
          Todos.Action.binding(
            try values.member("_0").binding { property, value in
              switch property {
              case "query": .set(\.query, try value.value())
              default: throw RecordedValueError.unknownCase(property)
              }
            }
          )
        case "rows":
          Todos.Action.rows(
            try values.member("_0").enumCase { name, values in
              switch name {
              case "element":
                .element(
                  id: try values.value("id"),
                  action: try values.member("action").enumCase { name, values in
                    switch name {
                    case "toggled": .toggled
                    default: throw RecordedValueError.unknownCase(name)
                    }
                  }
                )
              default: throw RecordedValueError.unknownCase(name)
              }
            }
          )
        case "destination":
          Todos.Action.destination(
            try values.member("_0").enumCase { name, values in
              switch name {
              case "presented":
                .presented(
                  try values.member("_0").enumCase { name, values in
                    switch name {
                    case "detail":
                      .detail(
                        try values.member("_0").enumCase { name, values in
                          switch name {
                          case "renamed": .renamed(try values.value("_0"))
                          case "toggled": .toggled
                          default: throw RecordedValueError.unknownCase(name)
                          }
                        }
                      )
                    default: throw RecordedValueError.unknownCase(name)
                    }
                  }
                )
              default: throw RecordedValueError.unknownCase(name)
              }
            }
          )
        default: throw RecordedValueError.unknownCase(name)
        }
      }
    }
}
