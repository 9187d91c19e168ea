import RewindKit
import UIKit

@main
enum Main {
  static func main() {
    cart.answerReplayRequest()
    AppDelegate.main()
  }
}

final class AppDelegate: NSObject, UIApplicationDelegate {
  private let recording = cart.record(app: "cart", enabled: isDebugBuild)
}
