import RewindJSON

/// What the shop's reducer does, as the tests know it.
enum ShopModel {
  static let start: JSONValue = [
    "items": [], "coupon": "", "isOffline": false, "level": 1, "ticks": 0, "notes": 0,
  ]

  /// The state after an action, which is a case with what it carries; nil where the shop dies of it.
  ///
  /// One version of the shop takes no counts below 1.
  static func reduce(
    _ state: JSONValue,
    _ move: String,
    _ payload: JSONValue,
    isPositive: Bool = false
  ) -> JSONValue? {
    guard var shop = state.object else { return nil }
    func number(_ name: String) -> Int { payload[name]?.int ?? 0 }
    func count() -> JSONValue { JSONValue(isPositive ? max(1, number("count")) : number("count")) }
    var items = shop["items"]?.array ?? []
    shop["ticks"] = JSONValue((shop["ticks"]?.int ?? 0) + 1)
    switch move {
    case "add":
      items.append(["name": payload["name"] ?? "", "count": count()])
    case "remove":
      guard items.indices.contains(number("place")) else { return nil }
      items.remove(at: number("place"))
    case "setCount":
      guard items.indices.contains(number("place")) else { return nil }
      items[number("place")] = ["name": items[number("place")]["name"] ?? "", "count": count()]
    case "coupon": shop["coupon"] = payload["code"]
    case "toggle": shop["isOffline"] = .bool(!(shop["isOffline"]?.bool ?? false))
    case "level": shop["level"] = payload["_0"]
    case "tick": shop["notes"] = payload["notes"] ?? shop["notes"]
    case "checkout": return nil
    default: break
    }
    shop["items"] = .array(items)
    return .object(shop)
  }
}
