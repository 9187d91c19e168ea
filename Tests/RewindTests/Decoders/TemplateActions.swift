// Written by `rewind decoders`; keep it, change it, it is yours.

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
        payload: try payload.member("payload").enumCase { name, values in
          switch name {
          case "pickup": .pickup
          case "parcel":
            .parcel(days: try values.value("days"), insured: try values.value("insured"))
          case "address": .address(try values.value("_0"))
          default: throw RecordedValueError.unknownCase(name)
          }
        }
      )
    }
    .adding("[Cart] Perhaps") { payload in
      ActionTemplate(id: "[Cart] Perhaps", payloadType: Optional<Delivery>.self).createAction(
        payload: try payload.member("payload").optional { value in
          try value.enumCase { name, values in
            switch name {
            case "pickup": .pickup
            default: throw RecordedValueError.unknownCase(name)
            }
          }
        }
      )
    }
    .adding("[Cart] Items") { payload in
      ActionTemplate(id: "[Cart] Items", payloadType: Array<Item>.self).createAction(
        payload: try payload.member("payload").list { element in
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
    }
    .adding("[Cart] Both") { payload in
      ActionTemplate(id: "[Cart] Both", payloadType: (at: Int, by: Delivery).self).createAction(
        payload: (
          at: try payload.member("payload").value("at"),
          by: try payload.member("payload").member("by").enumCase { name, values in
            switch name {
            case "pickup": .pickup
            default: throw RecordedValueError.unknownCase(name)
            }
          }
        )
      )
    }
}
