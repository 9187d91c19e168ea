public import StorefrontBasket
public import StorefrontCheckout

public struct StorefrontState: Codable, Sendable {
  public var user: String?
  public var basket = BasketState()
  public var checkout = CheckoutState()

  public init() {}
}

public enum StorefrontAction: Codable, Sendable {
  case logIn(String)
  case basket(BasketAction)
  case checkout(CheckoutAction)
}

public func storefrontReducer(state: inout StorefrontState, action: StorefrontAction) {
  switch action {
  case .logIn(let name):
    state.user = name
  case .basket(let action):
    basketReducer(state: &state.basket, action: action)
    state.checkout.total = state.basket.prices.reduce(0, +)
  case .checkout(let action):
    checkoutReducer(state: &state.checkout, action: action)
    // A rule of the app, not of its checkout.
    if case .pay = action, state.user == "guest" {
      precondition(state.checkout.total < 1_000, "A guest pays up to 1,000.")
    }
  }
}
