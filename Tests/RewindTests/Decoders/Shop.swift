import Rewind
import RewindInputs
import RewindStore

/// An app whose actions are as most apps write them: nothing is `Codable` that need not be.
struct Shop: Codable, Equatable {
  var lines: [String] = []
  var total = 0
}

struct Item {
  struct Size: Equatable {
    let width: Double
    let unit: String?
  }

  let id: Int
  let name: String
  let size: Size?
}

enum Delivery {
  case pickup
  case parcel(days: Int, insured: Bool)
  case address(String)
}

enum ShopAction: Action {
  enum CartAction {
    case add(Item, count: Int)
    case clear
  }

  case open
  case cart(CartAction)
  case rename(to: String)
}

struct PlaceOrder: Action {
  let items: [Item]
  let delivery: Delivery
  let notes: [String: String]
  let voucher: UInt64?
}

struct Discount: Action, Codable {
  let percent: Int
}

struct Ring: Action {}

/// Holds what no log can.
struct Upload: Action {
  let name: String
  let whenDone: () -> Void
}

func shopReducer(action: any Action, state: Shop?) -> Shop {
  var shop = state ?? Shop()
  switch action {
  case let action as ShopAction:
    shop.lines.append("\(action)")
  case let order as PlaceOrder:
    shop.lines.append("\(order.items) \(order.delivery) \(order.notes.sorted { $0 < $1 })")
    shop.total += Int(order.voucher.map { $0 % 1000 } ?? 0)
  case let discount as Discount:
    shop.total -= discount.percent
  default:
    shop.lines.append("\(type(of: action))")
  }
  return shop
}
