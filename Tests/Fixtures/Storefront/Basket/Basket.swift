// The basket of a shop: a module of its own, which knows neither the checkout nor the app.

public struct BasketState: Codable, Equatable, Sendable {
  public var prices: [Int] = []

  public init() {}
}

public enum BasketAction: Codable, Sendable {
  case add(price: Int)
  case remove(at: Int)
}

public func basketReducer(state: inout BasketState, action: BasketAction) {
  switch action {
  case .add(let price): state.prices.append(price)
  case .remove(let index): state.prices.remove(at: index)
  }
}
