import RewindJSON
import RewindTestSupport

extension ScriptedApp {
  /// The shop of `Tests/Fixtures/Shop`; its arguments are the versions that the program knows.
  static let shop = ScriptedApp(
    initial: ShopModel.start,
    actions: Set(
      ["add", "remove", "setCount", "coupon", "toggle", "level", "tick", "trust", "checkout"]
        .map { "ShopAction.\($0)" }
    )
  ) { run, action in
    let move = String(action.type.dropFirst("ShopAction.".count))
    let payload = action.payload[move] ?? .null
    let version = Set(run.arguments)
    let isTrusted = run.hidden["isTrusted"] == true
    if move == "checkout" {
      if version.contains("--dies-otherwise") { throw Death.exit(4) }
      if version.contains("--ends-itself") { throw Death.exit(0) }
      if version.contains("--hangs") { throw Death.hang }
      var shop = run.state.object ?? JSONObject()
      shop["ticks"] = JSONValue((shop["ticks"]?.int ?? 0) + 1)
      if !version.contains("--mended") {
        try checkOut(payload["bug"]?.string ?? "", .object(shop), isTrusted)
      }
      run.state = .object(shop)
      return
    }
    if move == "trust" { run.hidden["isTrusted"] = payload["_0"] }
    let isPositive = version.contains("--positive")
    guard let next = ShopModel.reduce(run.state, move, payload, isPositive: isPositive) else {
      throw Death.trap("reduce(_:_:)", line: 1)
    }
    if move == "toggle" {
      if version.contains("--dies-early") { throw Death.signal(6, in: "reduce(_:_:)") }
      if version.contains("--hangs-early") { throw Death.hang }
    }
    var shop = next.object ?? JSONObject()
    if version.contains("--double-ticks") {
      shop["ticks"] = JSONValue((shop["ticks"]?.int ?? 0) + 1)
    }
    run.state = .object(shop)
  }

  private static func checkOut(_ bug: String, _ shop: JSONValue, _ isTrusted: Bool) throws {
    let items = shop["items"]?.array ?? []
    let counts = items.compactMap { $0["count"]?.int }
    let isOffline = shop["isOffline"]?.bool ?? false
    let isCheap = isOffline && shop["coupon"] == "X10"
    let level = shop["level"]?.int ?? 0
    let names = items.compactMap { $0["name"]?.string }
    let abort = Death.signal(6, in: "checkOut(_:_:)")
    switch bug {
    case "emptyItem": if counts.contains(0) { throw abort }
    case "offlineCoupon": if isCheap { throw abort }
    case "offline": if isOffline { throw abort }
    case "many": if counts.count > 5 { throw abort }
    case "negative": if counts.reduce(0, +) < 0 { throw abort }
    case "level": if level > 6 { throw abort }
    case "twin": if Set(names).count < counts.count { throw abort }
    case "flagAndCount": if isOffline, counts.count > 2, level % 2 == 0 { throw abort }
    case "masked":
      if counts.contains(0) { throw Death.exit(3) }
      if isCheap { throw abort }
    // Two traps in one function: the lines tell them apart.
    case "twoTraps":
      if level > 5 { throw Death.trap("checkOut(_:_:)", line: 2) }
      if isOffline { throw Death.trap("checkOut(_:_:)", line: 3) }
    case "untrusted": if !isTrusted { throw abort }
    default: throw Death.trap("checkOut(_:_:)", line: 4, message: "There is no bug \(bug).")
    }
  }
}
