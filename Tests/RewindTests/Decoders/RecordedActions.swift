// Written by `rewind decoders`; keep it, change it, it is yours.

import Foundation
import RewindReplay
import RewindStore

/// How the recorded actions of shop become actions again.
func recordedActions() -> ActionDecoders<any Action> {
  ActionDecoders([
    Discount.self
  ])
  .adding("ShopAction", decode: decodeShopAction)
  .adding("PlaceOrder", decode: decodePlaceOrder)
  .adding("Ring", decode: decodeRing)
  .adding("Book", decode: decodeBook)
  .adding("Navigate", decode: decodeNavigate)
  .adding("TabAction", decode: decodeTabAction)
  .adding("Response", decode: decodeResponse)
  .adding("Poll", decode: decodePoll)
}

/// How a recorded state becomes a state again: see `ReplayableStore.decodingStates`.
func recordedState(_ recorded: JSONValue) throws -> Shop {
  try decodeShop(recorded)
}

private func decodeShopAction(_ recorded: JSONValue) throws -> ShopAction {
  try recorded.enumCase { name, values in
    switch name {
    case "cart": .cart(try decodeShopActionCartAction(values.member("_0")))
    case "rename": .rename(to: try values.value("to"))
    case "open": .open
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodePlaceOrder(_ recorded: JSONValue) throws -> PlaceOrder {
  PlaceOrder(
    items: try recorded.member("items").list { element in try decodeItem(element) },
    delivery: try decodeDelivery(recorded.member("delivery")),
    notes: try recorded.value("notes"),
    voucher: try recorded.value("voucher")
  )
}

private func decodeRing(_ recorded: JSONValue) throws -> Ring {
  Ring()
}

private func decodeBook(_ recorded: JSONValue) throws -> Book {
  Book(
    seat: try recorded.member("seat").optional { value in try decodeBookSeat(value) },
    guest: try recorded.value("guest"),
    friends: try recorded.value("friends"),
    voucher: try recorded.value("voucher"),
    minutes: try recorded.value("minutes"),
    note: try recorded.value("note")
  )
}

private func decodeNavigate(_ recorded: JSONValue) throws -> Navigate {
  Navigate(
    to: try recorded.member("to").existential { type, value in
      switch type {
      case "Rack": try decodeRack(value)
      case "Dialog": try decodeDialog(value)
      case "Exit": try decodeExit(value)
      default: throw RecordedValueError.unknownType(type)
      }
    },
    back: try recorded.member("back").optional { value in
      try value.existential { type, value in
        switch type {
        case "Rack": try decodeRack(value)
        case "Dialog": try decodeDialog(value)
        case "Exit": try decodeExit(value)
        default: throw RecordedValueError.unknownType(type)
        }
      }
    },
    speed: try recorded.member("speed").value("wrappedValue")
  )
}

private func decodeTabAction(_ recorded: JSONValue) throws -> TabAction {
  TabAction(
    tab: try recorded.value("tab"),
    size: try recorded.member("size").optional { value in try decodeItemSize(value) },
    window: try recorded.member("super").value("window"),
    actionType: try recorded.member("super").member("actionType").existential { type, value in
      switch type {
      case "TabActionType": try decodeTabActionType(value)
      default: throw RecordedValueError.unknownType(type)
      }
    }
  )
}

private func decodeResponse(_ recorded: JSONValue) throws -> Response {
  try recorded.enumCase { name, values in
    switch name {
    case "items":
      .items(
        try values.member("_0").enumCase { name, values in
          switch name {
          case "success":
            .success(try values.member("_0").list { element in try decodeItem(element) })
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

private func decodePoll(_ recorded: JSONValue) throws -> Poll {
  try recorded.enumCase { name, values in
    switch name {
    case "votes": .votes(try values.value("_0"))
    case "tally": .tally(try values.value("_0"))
    case "guess":
      .guess(
        try values.text("_0"),
        or: try values.member("or").optional { value in try value.text() },
        try values.text("_2")
      )
    case "rows": .rows(try values.value("_0"))
    case "length": .length(try values.value("_0"))
    case "language": .language(try values.value("_0"))
    case "calendar": .calendar(try values.value("_0"))
    case "color":
      .color(
        (
          try values.member("_0").value("_0"),
          try values.member("_0").value("_1"),
          try values.member("_0").value("_2")
        ),
        at: (x: try values.member("at").value("x"), y: try values.member("at").value("y"))
      )
    case "scores":
      .scores(
        try values.member("_0").dictionary { element in try decodePollScore(element) },
        others: try values.member("others").optional { value in
          try value.list { element in try decodePollScore(element) }
        }
      )
    case "ballot": .ballot(try decodePollBallot(values.member("_0")))
    case "wait": .wait
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodeShop(_ recorded: JSONValue) throws -> Shop {
  Shop(
    lines: try recorded.value("lines"),
    total: try recorded.value("total"),
    best: (
      item: try decodeItemSize(recorded.member("best").member("item")),
      seat: try recorded.member("best").member("seat").optional { value in
        try decodeBookSeat(value)
      }
    )
  )
}

private func decodeShopActionCartAction(_ recorded: JSONValue) throws -> ShopAction.CartAction {
  try recorded.enumCase { name, values in
    switch name {
    case "add": .add(try decodeItem(values.member("_0")), count: try values.value("count"))
    case "clear": .clear
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodeItem(_ recorded: JSONValue) throws -> Item {
  Item(
    id: try recorded.value("id"),
    name: try recorded.value("name"),
    size: try recorded.member("size").optional { value in try decodeItemSize(value) }
  )
}

private func decodeDelivery(_ recorded: JSONValue) throws -> Delivery {
  try recorded.enumCase { name, values in
    switch name {
    case "parcel": .parcel(days: try values.value("days"), insured: try values.value("insured"))
    case "address": .address(try values.value("_0"))
    case "pickup": .pickup
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodeBookSeat(_ recorded: JSONValue) throws -> Book.Seat {
  Book.Seat(row: try recorded.value("row"))
}

private func decodeRack(_ recorded: JSONValue) throws -> Rack {
  Rack(
    row: try recorded.value("row"),
    items: try recorded.member("items").list { element in try decodeItem(element) }
  )
}

private func decodeDialog(_ recorded: JSONValue) throws -> Dialog {
  try recorded.enumCase { name, values in
    switch name {
    case "edit": .edit(try decodeItemSize(values.member("_0")))
    case "help": .help
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodeExit(_ recorded: JSONValue) throws -> Exit {
  Exit()
}

private func decodeItemSize(_ recorded: JSONValue) throws -> Item.Size {
  Item.Size(width: try recorded.value("width"), unit: try recorded.value("unit"))
}

private func decodeTabActionType(_ recorded: JSONValue) throws -> TabActionType {
  try recorded.enumCase { name, values in
    switch name {
    case "move": .move(by: try values.value("by"))
    case "open": .open
    case "close": .close
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

private func decodePollScore(_ recorded: JSONValue) throws -> Poll.Score {
  Poll.Score(value: try recorded.value("value"))
}

private func decodePollBallot(_ recorded: JSONValue) throws -> Poll.Ballot {
  Poll.Ballot(
    note: try recorded.value("note"),
    letters: try recorded.member("letters").list { element in try element.text() },
    box: try decodePollBallotBox(recorded.member("box")),
    choice: try recorded.value("choice")
  )
}

private func decodePollBallotBox(_ recorded: JSONValue) throws -> Poll.Ballot.Box {
  Poll.Ballot.Box()
}
