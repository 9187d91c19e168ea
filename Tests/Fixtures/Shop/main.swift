import Foundation
// An app with planted bugs that come and go, are two at once, or mask each other; `PlantedSession` in the
// tests knows for each state what becomes of a checkout.
import RewindReplay

#if canImport(Glibc)
import Glibc
#endif

struct Item: Codable {
  var name: String
  var count: Int
}

struct Shop: Codable {
  var items: [Item] = []
  var coupon = ""
  var isOffline = false
  var level = 1
  var ticks = 0
  var notes = 0
  /// Part of the state, and left out of its recorded form.
  var isTrusted = false

  enum CodingKeys: String, CodingKey {
    case items, coupon, isOffline, level, ticks, notes
  }
}

enum ShopAction: Codable {
  case add(name: String, count: Int)
  case remove(place: Int)
  case setCount(place: Int, count: Int)
  case coupon(code: String)
  case toggle
  case level(Int)
  case tick(notes: Int?)
  case trust(Bool)
  /// Dies of a bug, where the state is such.
  case checkout(bug: String)
}

/// What is different in another version of the app.
let version = Set(CommandLine.arguments.dropFirst())

func reduce(_ action: ShopAction, _ shop: Shop) -> Shop {
  var shop = shop
  shop.ticks += version.contains("--double-ticks") ? 2 : 1
  switch action {
  case .add(let name, let count): shop.items.append(Item(name: name, count: counted(count)))
  case .remove(let place): shop.items.remove(at: place)
  case .setCount(let place, let count): shop.items[place].count = counted(count)
  case .coupon(let code): shop.coupon = code
  case .toggle:
    shop.isOffline.toggle()
    if version.contains("--dies-early") { abort() }
    while version.contains("--hangs-early") { sleep(1_000) }
  case .level(let level): shop.level = level
  case .tick(let notes): shop.notes = notes ?? shop.notes
  case .trust(let isTrusted): shop.isTrusted = isTrusted
  case .checkout(let bug):
    if version.contains("--dies-otherwise") { exit(4) }
    if version.contains("--ends-itself") { exit(0) }
    while version.contains("--hangs") { sleep(1_000) }
    if !version.contains("--mended") { checkOut(bug, &shop) }
  }
  return shop
}

/// A number of items, as this version takes it.
func counted(_ count: Int) -> Int { version.contains("--positive") ? max(1, count) : count }

func checkOut(_ bug: String, _ shop: inout Shop) {
  let counts = shop.items.map(\.count)
  let isCheap = shop.isOffline && shop.coupon == "X10"
  switch bug {
  case "emptyItem": if counts.contains(0) { abort() }
  case "offlineCoupon": if isCheap { abort() }
  case "offline": if shop.isOffline { abort() }
  case "many": if counts.count > 5 { abort() }
  case "negative": if counts.reduce(0, +) < 0 { abort() }
  case "level": if shop.level > 6 { abort() }
  case "twin": if Set(shop.items.map(\.name)).count < counts.count { abort() }
  case "flagAndCount": if shop.isOffline, counts.count > 2, shop.level % 2 == 0 { abort() }
  case "masked":
    if counts.contains(0) { exit(3) }
    if isCheap { abort() }
  // Two traps in one action; optimized code says nothing of either.
  case "twoTraps":
    if shop.level > 5 { shop.notes = [Int]()[shop.level] }
    if shop.isOffline { shop.notes = [Int]()[shop.ticks] }
  case "untrusted": if !shop.isTrusted { abort() }
  default: fatalError("There is no bug \(bug).")
  }
}

ReplayableStore(initial: Shop(), actions: ShopAction.self, reduce: .actionFirst(reduce))
  .answerReplayRequest()
print("The shop is only for replays.")
