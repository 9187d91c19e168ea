// The checkout of a shop: a module of its own, which knows neither the basket nor the app.

public struct CheckoutState: Codable, Equatable, Sendable {
  /// Set by the app, whenever the basket changes.
  public var total = 0
  public var installments = 1
  public var rate: Int?

  public init() {}
}

public enum CheckoutAction: Codable, Sendable {
  case chooseInstallments(Int)
  case pay
}

public func checkoutReducer(state: inout CheckoutState, action: CheckoutAction) {
  switch action {
  case .chooseInstallments(let number): state.installments = number
  case .pay: state.rate = state.total / state.installments
  }
}
