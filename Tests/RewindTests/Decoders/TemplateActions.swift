// Written by `rewind decoders`; keep it, change it, it is yours.

import Foundation
import RewindReplay

/// How the recorded actions of templates become actions again.
func recordedActions() -> ActionDecoders<any TemplateAction> {
  ActionDecoders()
    .adding("[Cart] Clear") { payload in
      ActionTemplate(id: "[Cart] Clear", payloadType: Void.self).createAction(payload: ())
    }
    .adding("[Cart] Count") { payload in
      ActionTemplate(id: "[Cart] Count", payloadType: Int.self).createAction(
        payload: try payload.value("payload")
      )
    }
    .adding("[Cart] Limit") { payload in
      ActionTemplate(id: "[Cart] Limit", payloadType: Int.self).createAction(
        payload: try payload.value("payload")
      )
    }
    .adding("[Cart] Deliver") { payload in
      ActionTemplate(id: "[Cart] Deliver", payloadType: Delivery.self).createAction(
        payload: try decodeDelivery(payload.member("payload"))
      )
    }
    .adding("[Cart] Perhaps") { payload in
      ActionTemplate(id: "[Cart] Perhaps", payloadType: Optional<Delivery>.self).createAction(
        payload: try payload.member("payload").optional { value in try decodeDelivery(value) }
      )
    }
    .adding("[Cart] Items") { payload in
      ActionTemplate(id: "[Cart] Items", payloadType: Array<Item>.self).createAction(
        payload: try payload.member("payload").list { element in try decodeItem(element) }
      )
    }
    .adding("[Cart] Both") { payload in
      ActionTemplate(id: "[Cart] Both", payloadType: (at: Int, by: Delivery).self).createAction(
        payload: (
          at: try payload.member("payload").value("at"),
          by: try decodeDelivery(payload.member("payload").member("by"))
        )
      )
    }
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

private func decodeItem(_ recorded: JSONValue) throws -> Item {
  Item(
    id: try recorded.value("id"),
    name: try recorded.value("name"),
    size: try recorded.member("size").optional { value in try decodeItemSize(value) }
  )
}

private func decodeItemSize(_ recorded: JSONValue) throws -> Item.Size {
  Item.Size(width: try recorded.value("width"), unit: try recorded.value("unit"))
}
