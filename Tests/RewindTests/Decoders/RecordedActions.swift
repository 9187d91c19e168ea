// Written by `rewind decoders`; keep it, change it, it is yours.

import Foundation
import RewindReplay
import RewindStore

/// How the recorded actions of shop become actions again.
func recordedActions() -> ActionDecoders<any Action> {
  ActionDecoders([
    Discount.self
  ])
  .adding("ShopAction") { payload in
    try payload.enumCase { name, values in
      switch name {
      case "open": ShopAction.open
      case "cart":
        ShopAction.cart(
          try values.member("_0").enumCase { name, values in
            switch name {
            case "add":
              .add(
                .init(
                  id: try values.member("_0").value("id"),
                  name: try values.member("_0").value("name"),
                  size: .init(
                    width: try values.member("_0").member("size").value("width"),
                    unit: try values.member("_0").member("size").value("unit")
                  )
                ),
                count: try values.value("count")
              )
            case "clear": .clear
            default: throw RecordedValueError.unknownCase(name)
            }
          }
        )
      case "rename": ShopAction.rename(to: try values.value("to"))
      default: throw RecordedValueError.unknownCase(name)
      }
    }
  }
  .adding("PlaceOrder") { payload in
    PlaceOrder(
      items: try payload.member("items").list { element in
        .init(
          id: try element.value("id"),
          name: try element.value("name"),
          size: try element.member("size").optional { value in
            .init(width: try value.value("width"), unit: try value.value("unit"))
          }
        )
      },
      delivery: try payload.member("delivery").enumCase { name, values in
        switch name {
        case "parcel": .parcel(days: try values.value("days"), insured: try values.value("insured"))
        case "pickup": .pickup
        case "address": .address(try values.value("_0"))
        default: throw RecordedValueError.unknownCase(name)
        }
      },
      notes: try payload.value("notes"),
      voucher: try payload.value("voucher")
    )
  }
  .adding("Ring") { payload in Ring() }
  .adding("Book") { payload in
    Book(
      seat: try payload.member("seat").optional { value in .init(row: try value.value("row")) },
      guest: try payload.value("guest"),
      friends: try payload.value("friends"),
      voucher: try payload.value("voucher"),
      minutes: try payload.value("minutes"),
      note: try payload.value("note")
    )
  }
  .adding("Navigate") { payload in
    Navigate(
      to: try payload.member("to").existential { type, value in
        switch type {
        case "Rack":
          Rack(
            row: try value.value("row"),
            items: try value.member("items").list { element in
              .init(
                id: try element.value("id"),
                name: try element.value("name"),
                size: .init(
                  width: try element.member("size").value("width"),
                  unit: try element.member("size").value("unit")
                )
              )
            }
          )
        case "Dialog":
          try value.enumCase { name, values in
            switch name {
            case "help": Dialog.help
            case "edit":
              Dialog.edit(
                .init(
                  width: try values.member("_0").value("width"),
                  unit: try values.member("_0").value("unit")
                )
              )
            default: throw RecordedValueError.unknownCase(name)
            }
          }
        default: throw RecordedValueError.unknownType(type)
        }
      },
      back: try payload.member("back").optional { value in
        try value.existential { type, value in
          switch type {
          case "Rack":
            Rack(
              row: try value.value("row"),
              items: try value.member("items").list { element in
                .init(
                  id: try element.value("id"),
                  name: try element.value("name"),
                  size: .init(
                    width: try element.member("size").value("width"),
                    unit: try element.member("size").value("unit")
                  )
                )
              }
            )
          case "Exit": Exit()
          default: throw RecordedValueError.unknownType(type)
          }
        }
      },
      speed: try payload.member("speed").value("wrappedValue")
    )
  }
  .adding("TabAction") { payload in
    TabAction(
      tab: try payload.value("tab"),
      size: try payload.member("size").optional { value in
        .init(width: try value.value("width"), unit: try value.value("unit"))
      },
      window: try payload.member("super").value("window"),
      actionType: try payload.member("super").member("actionType").existential { type, value in
        switch type {
        case "TabActionType":
          try value.enumCase { name, values in
            switch name {
            case "open": TabActionType.open
            case "move": TabActionType.move(by: try values.value("by"))
            case "close": TabActionType.close
            default: throw RecordedValueError.unknownCase(name)
            }
          }
        default: throw RecordedValueError.unknownType(type)
        }
      }
    )
  }
  .adding("Response") { payload in
    try payload.enumCase { name, values in
      switch name {
      case "items":
        Response.items(
          try values.member("_0").enumCase { name, values in
            switch name {
            case "failure":
              .failure(
                try values.member("_0").existential { type, value in
                  switch type {
                  case "OutOfStock": try value.value(as: OutOfStock.self)
                  case "URLError": URLError(_nsError: try value.member("nsError").nsError())
                  case "NSError": try value.nsError()
                  default: throw RecordedValueError.unknownType(type)
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
  .adding("Poll") { payload in
    try payload.enumCase { name, values in
      switch name {
      case "votes": Poll.votes(try values.value("_0"))
      case "tally": Poll.tally(try values.value("_0"))
      case "guess":
        Poll.guess(
          try values.text("_0"),
          or: try values.member("or").optional { value in try value.text() },
          try values.text("_2")
        )
      case "rows": Poll.rows(try values.value("_0"))
      case "length": Poll.length(try values.value("_0"))
      case "language": Poll.language(try values.value("_0"))
      case "calendar": Poll.calendar(try values.value("_0"))
      case "color":
        Poll.color(
          (
            try values.member("_0").value("_0"),
            try values.member("_0").value("_1"),
            try values.member("_0").value("_2")
          ),
          at: (x: try values.member("at").value("x"), y: try values.member("at").value("y"))
        )
      case "scores":
        Poll.scores(
          try values.member("_0").dictionary { element in
            .init(value: try element.value("value"))
          },
          others: try values.member("others").optional { value in
            try value.list { element in .init(value: try element.value("value")) }
          }
        )
      case "wait": Poll.wait
      case "ballot":
        Poll.ballot(
          .init(
            note: try values.member("_0").value("note"),
            letters: try values.member("_0").member("letters").list { element in
              try element.text()
            },
            box: .init(),
            choice: try values.member("_0").value("choice")
          )
        )
      default: throw RecordedValueError.unknownCase(name)
      }
    }
  }
}
