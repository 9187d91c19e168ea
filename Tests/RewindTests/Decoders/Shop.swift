import Rewind
import RewindInputs
import RewindStore

/// An app whose actions are as most apps write them: nothing is `Codable` that need not be.
struct Shop: Equatable {
  var lines: [String] = []
  var total = 0
  var best: (item: Item.Size, seat: Book.Seat?) = (Item.Size(width: 1, unit: nil), nil)

  static func == (a: Shop, b: Shop) -> Bool {
    a.lines == b.lines && a.total == b.total && a.best.item == b.best.item
      && a.best.seat == b.best.seat
  }
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

/// `Codable` in a way of its own, which no memberwise initializer has.
struct Guest: Codable, Equatable {
  private let words: [String]

  init(_ name: String) { words = name.split(separator: " ").map(String.init) }

  enum CodingKeys: String, CodingKey {
    case words = "name"
  }
}

/// Its optional parts are missing at first, one is always.
struct Book: Action {
  struct Seat: Equatable {
    let row: Int
  }

  let seat: Seat?
  let guest: Guest
  let friends: [Guest]
  let voucher: Int?
  let minutes: Double?
  let note: String
}

/// What may stand in an existential: a structure, an enum, and a structure without anything.
protocol Panel {}

struct Rack: Panel {
  let row: Int
  let items: [Item]
}

enum Dialog: Panel {
  case help
  case edit(Item.Size)
}

struct Exit: Panel {}

@propertyWrapper
struct Clamped {
  var wrappedValue: Int
  var limit = 10
}

struct Navigate: Action {
  let to: any Panel
  let back: (any Panel)?
  @Clamped var speed = 1
}

/// The kinds of a window's actions; each part of the app declares its own.
protocol WindowActionType: Sendable {}

enum TabActionType: WindowActionType {
  case open
  case close
  case move(by: Int)
}

/// An action as an object, which says what it is by its kind.
class WindowAction: Action {
  let window: Int
  let actionType: any WindowActionType

  init(window: Int, actionType: any WindowActionType) {
    (self.window, self.actionType) = (window, actionType)
  }
}

final class TabAction: WindowAction {
  let tab: String?
  let size: Item.Size?

  init(tab: String?, size: Item.Size?, window: Int, actionType: any WindowActionType) {
    (self.tab, self.size) = (tab, size)
    super.init(window: window, actionType: actionType)
  }
}

/// One of its cases has what no log can have.
enum Visit: Action {
  case begin(at: Int?)
  case wait(until: () -> Bool)
  case meet(Guest, Book.Seat?)
}

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
  case let book as Book:
    shop.lines.append("\(book)")
    shop.best = (Item.Size(width: book.minutes ?? 0, unit: book.note), book.seat)
  case let way as Navigate:
    shop.lines.append("\(way.to) \(way.back.map { "\($0)" } ?? "-") \(way.speed)")
  case let action as TabAction:
    shop.lines.append("\(action.window) \(action.actionType) \(action.tab ?? "-")")
    shop.lines.append("\(action.size.map { "\($0)" } ?? "-")")
  case let response as Response:
    shop.lines.append("\(response)")
  case let poll as Poll:
    shop.lines.append(poll.line)
  case let discount as Discount:
    shop.total -= discount.percent
  default:
    shop.lines.append("\(type(of: action))")
  }
  return shop
}

/// An error that `Codable` writes, with an initializer of its own.
struct OutOfStock: Error, Codable {
  let item: String
  let left: Int

  init(_ item: String) { (self.item, left) = (item, 0) }
}

/// A response, or any error: the app's, or one of Foundation's.
enum Response: Action {
  case items(Result<[Item], any Error>)
}
