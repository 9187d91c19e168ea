import RewindKit
import SwiftUI
import UIKit

@main
enum Main {
  static func main() {
    cart.answerReplayRequest(screen: { cart in try picture(of: CartView(cart: cart)) })
    ShopApp.main()
  }
}

/// Draws a view in a window of its own, once its layout is settled.
@MainActor
func picture(of view: some View) throws -> DrawnScreen {
  URLProtocol.registerClass(NoNetwork.self)
  UIView.setAnimationsEnabled(false)
  let bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  let window = UIWindow(frame: bounds)
  window.rootViewController = UIHostingController(
    rootView: view.environment(\.locale, Locale(identifier: "en_US"))
      .environment(\.dynamicTypeSize, .large)
  )
  window.overrideUserInterfaceStyle = .light
  window.isHidden = false
  for _ in 1...3 {
    window.layoutIfNeeded()
    RunLoop.main.run(until: Date() + 0.01)
  }
  let format = UIGraphicsImageRendererFormat()
  format.scale = 3
  let renderer = UIGraphicsImageRenderer(bounds: bounds, format: format)
  let data = renderer.pngData { _ in
    window.drawHierarchy(in: bounds, afterScreenUpdates: true)
  }
  window.isHidden = true
  return .png(data, width: 390, height: 844, scale: 3)
}

/// Takes every request of `URLSession.shared`, and answers none.
final class NoNetwork: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {}
  override func stopLoading() {}
}

struct CartView: View {
  let cart: CartState

  var body: some View { Text("\(cart.items.count)") }
}

struct ShopApp: App {
  var body: some Scene { WindowGroup { Text("") } }
}
