// An app whose module says that everything is on the main actor, where nothing says otherwise: its
// types, their conformances and its functions.
public import RewindStore

/// What is in the basket.
public struct Basket: Codable, Equatable {
  public var items: [String] = []
  public var label: Label?

  public init() {}
}

/// Something that is `Codable` on the main actor only.
public struct Label: Codable, Equatable {
  public let text: String

  public init(text: String) {
    self.text = text
  }
}

public struct Put: Action, Codable {
  public let item: String

  public init(item: String) {
    self.item = item
  }
}

/// An action that is not `Codable`, with something that is, on the main actor.
public struct Mark: Action {
  public let label: Label

  public init(label: Label) {
    self.label = label
  }
}

/// The reducer, on the main actor like everything else.
public func basketReducer(action: any Action, state: Basket?) -> Basket {
  var basket = state ?? Basket()
  if let put = action as? Put { basket.items.append(put.item) }
  if let mark = action as? Mark { basket.label = mark.label }
  return basket
}
