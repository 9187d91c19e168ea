// Written by `rewind test`; keep it, change it, it is yours.
//
// storefront, 4 actions:
//
//   1  CheckoutAction.chooseInstallments 3
//   2  CheckoutAction.pay {}
//   3  CheckoutAction.chooseInstallments 0   <- is to blame
//   4  CheckoutAction.pay {}   <- the app dies
//
// trap in StorefrontAction.checkout.pay at checkoutReducer(state:action:) <
//     storefrontReducer(state:action:)

import RewindReplay
import RewindTesting
import StorefrontCheckout
import Testing

// A test of one feature: its state is what the app has at /checkout.
// What changed that state from outside, 3 times, the test sets again.
//
// It must be red until the crash is fixed. If it is green today, the crash comes from a reducer around
// the feature's: then write a test of the app, without --feature.
//
// `checkoutUnderTest` is the declaration of the feature's store. Where there is none yet:
//
//   let checkoutUnderTest = ReplayableStore(
//     initial: CheckoutState(), actions: CheckoutAction.self, reduce: checkoutReducer)

@MainActor  // A reducer may be.
@Suite("installments (checkout)")
struct InstallmentsCheckoutTests {
  @Test("leads to the recorded states before the action to blame")
  func states() throws {
    let replay = try Replay(text: session, of: checkoutUnderTest)
    // Members that the state has gained since may differ. Where others do on purpose,
    // delete this test: the crash is guarded below.
    let divergence = try replay.firstDivergence(before: 3, tolerating: .addedMembers)
    #expect(divergence == nil)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("does not crash")
  func survives() async {
    // Fails until the app survives, and guards against the crash from then on.
    await #expect(processExitsWith: .success) { @MainActor in
      try Replay(text: session, of: checkoutUnderTest).run()
    }
  }
  #else
  @Test("does not crash")
  func survives() throws {
    // There are no exit tests here: a crash ends the whole run, which is red as well.
    try Replay(text: session, of: checkoutUnderTest).run()
  }
  #endif
}

// swift-format-ignore
nonisolated private let session = #"""
{"rewind":1,"session":"ad62795e-eb6e-4017-acc0-3ab9a596810d","app":"storefront","started":"2026-11-25T23:56:10.636Z","attach":"reducer","build":"99ea62e40d95a82e58b09a3a5986ef29c3df507f","timeZone":"Etc/UTC","locale":"en_001","process":12143,"executable":"storefront","crc":"317f76b7"}
{"after":0,"state":{"total":0,"installments":1},"made":false,"crc":"46a56c9e"}
{"external":true,"after":0,"patch":[{"op":"replace","path":"/total","value":40}],"crc":"8636386d"}
{"index":1,"time":0.061737,"action":{"type":"CheckoutAction.chooseInstallments","payload":{"chooseInstallments":{"_0":3}}},"crc":"e21681ac"}
{"after":1,"patch":[{"op":"replace","path":"/installments","value":3}],"crc":"37adb6e1"}
{"external":true,"after":1,"patch":[{"op":"replace","path":"/total","value":60}],"crc":"17be15a1"}
{"index":2,"time":0.065291,"action":{"type":"CheckoutAction.pay","payload":{"pay":{}}},"crc":"4208d9a8"}
{"after":2,"patch":[{"op":"add","path":"/rate","value":20}],"crc":"d2f5b809"}
{"external":true,"after":2,"patch":[{"op":"replace","path":"/total","value":20}],"crc":"c4b2d179"}
{"index":3,"time":0.065982,"action":{"type":"CheckoutAction.chooseInstallments","payload":{"chooseInstallments":{"_0":0}}},"crc":"8a3db74e"}
{"after":3,"patch":[{"op":"replace","path":"/installments","value":0}],"crc":"9c29c3e7"}
{"index":4,"time":0.066228,"action":{"type":"CheckoutAction.pay","payload":{"pay":{}}},"crc":"7c00a44c"}

"""#
