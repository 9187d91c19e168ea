/// The state of all apps here; each is attached in the way of another library.
struct Cart: Codable, Sendable, Equatable {
  var items: [String] = []
  var discount = 0
  var price: UInt = 0

  mutating func add(_ item: String) { items.append(item) }

  /// Takes any number: a discount of more than 100 % is the bug that shows at the checkout.
  mutating func use(coupon percent: Int) { discount = percent }

  mutating func checkOut() { price = UInt(100 - discount) * UInt(items.count) }
}

enum CartAction: Codable, Sendable {
  case add(String)
  case coupon(percent: Int)
  case checkOut
}

/// What every app plays: the fourth action is to blame for the death in the last one.
let played: [CartAction] = [
  .add("apple"), .coupon(percent: 10), .add("pear"), .checkOut, .coupon(percent: 150), .add("fig"),
  .checkOut,
]

func apply(_ action: CartAction, to cart: inout Cart) {
  switch action {
  case .add(let item): cart.add(item)
  case .coupon(let percent): cart.use(coupon: percent)
  case .checkOut: cart.checkOut()
  }
}
