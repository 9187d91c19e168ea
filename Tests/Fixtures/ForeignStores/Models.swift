// Models that are changed by methods: a plain one, and one that SwiftUI observes on the main actor.
import Rewind
import RewindReplay

#if canImport(Observation)
import Observation
#endif

struct OutOfStock: Error {}

final class CartModel {
  private(set) var items: [String] = []
  private(set) var discount = 0
  private(set) var price: UInt = 0
  private let recording: Recording<Cart>

  init(recording: Recording<Cart> = .off) { self.recording = recording }

  func add(_ item: String) {
    recording.call(item, of: cart) { items.append(item) }
  }

  func move(from start: Int, to end: Int) {
    recording.call(start, end, of: cart) { items.swapAt(start, end) }
  }

  /// Calls recorded methods, which are parts of it.
  func addAll(_ items: [String]) -> Int {
    recording.call(items, of: cart) {
      for item in items { add(item) }
      return self.items.count
    }
  }

  /// Changes something before it throws.
  func order(_ item: String, count: Int?) throws(OutOfStock) {
    try recording.call(item, count, of: cart) { () throws(OutOfStock) in
      items.append("an order of \(item)")
      if count == nil { throw OutOfStock() }
    }
  }

  func use(coupon percent: Int) {
    recording.call(percent, of: cart) { discount = percent }
  }

  func checkOut() {
    recording.call(of: cart) { price = UInt(100 - discount) * UInt(items.count) }
  }

  /// Everything that the methods change.
  var cart: Cart {
    get { Cart(items: items, discount: discount, price: price) }
    set { (items, discount, price) = (newValue.items, newValue.discount, newValue.price) }
  }
}

let modelCart = ReplayableStore(
  model: { CartModel() },
  state: \.cart,
  calls: ActionDecoders()
    .adding(method: "add(_:)", CartModel.add)
    .adding(method: "move(from:to:)", CartModel.move)
    .adding(method: "addAll(_:)", CartModel.addAll)
    .adding(method: "order(_:count:)", CartModel.order)
    .adding(method: "use(coupon:)", CartModel.use)
    .adding(method: "checkOut()", CartModel.checkOut)
)

#if canImport(Observation)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @Observable
final class ObservedCart {
  var cart = Cart()
  private let recording: Recording<Cart>

  init(recording: Recording<Cart> = .off) { self.recording = recording }

  func add(_ item: String) {
    recording.call(item, of: cart) { cart.add(item) }
  }

  func use(coupon percent: Int) {
    recording.call(percent, of: cart) { cart.use(coupon: percent) }
  }

  func checkOut() {
    recording.call(of: cart) { cart.checkOut() }
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor let observedCart = ReplayableStore(
  model: { ObservedCart() },
  state: \.cart,
  calls: ActionDecoders()
    .adding(mainActorMethod: "add(_:)", ObservedCart.add)
    .adding(mainActorMethod: "use(coupon:)", ObservedCart.use)
    .adding(mainActorMethod: "checkOut()", ObservedCart.checkOut)
)
#endif
