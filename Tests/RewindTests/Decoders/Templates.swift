/// Actions as a library makes them: from templates, which make all actions with one type of payload of one type.
protocol TemplateAction {}

struct ActionTemplate<Payload> {
  let id: String
  let payloadType: Payload.Type

  func createAction(payload: Payload) -> AnonymousAction<Payload> {
    AnonymousAction(id: id, payload: payload)
  }
}

struct AnonymousAction<Payload>: TemplateAction, Encodable {
  let id: String
  let payload: Payload

  enum CodingKeys: CodingKey { case id, payload }

  fileprivate init(id: String, payload: Payload) { (self.id, self.payload) = (id, payload) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    guard let payload = payload as? any Encodable else { return }
    try container.encode(payload, forKey: .payload)
  }
}

/// What an app with such actions says of each: its name, and what it carries.
protocol NamedTemplateAction {
  var id: String { get }
  var content: String { get }
}

extension AnonymousAction: NamedTemplateAction {
  var content: String { "\(payload)" }
}
