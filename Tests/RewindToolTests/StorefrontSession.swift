import RewindJSON
import RewindTestSupport

extension SessionFile {
  /// A session of the shop that ends in a payment which the app dies of.
  static func storefront(
    user: JSONValue?,
    total: Int,
    installments: Int,
    _ members: KeyValuePairs<String, JSONValue> = [:]
  ) -> SessionFile {
    let basket: JSONValue = ["prices": []]
    let checkout: JSONValue = ["total": 0, "installments": 1]
    var state = JSONObject([("basket", basket), ("checkout", checkout)])
    var file = SessionFile(app: "storefront", members, start: .object(state), isMade: true)
    if let user {
      state["user"] = user
      let payload: JSONValue = ["logIn": ["_0": user]]
      file.add(1, "StorefrontAction.logIn", payload, state: .object(state))
    }
    let first = user == nil ? 1 : 2
    state["basket"] = ["prices": [JSONValue(total)]]
    state["checkout"] = ["total": JSONValue(total), "installments": 1]
    file.add(
      first,
      "StorefrontAction.basket.add",
      ["basket": ["_0": ["add": ["price": JSONValue(total)]]]],
      state: .object(state)
    )
    state["checkout"] = ["total": JSONValue(total), "installments": JSONValue(installments)]
    file.add(
      first + 1,
      "StorefrontAction.checkout.chooseInstallments",
      ["checkout": ["_0": ["chooseInstallments": ["_0": JSONValue(installments)]]]],
      state: .object(state)
    )
    file.add(
      first + 2,
      "StorefrontAction.checkout.pay",
      ["checkout": ["_0": ["pay": [:]]]],
      state: nil
    )
    return file
  }
}
