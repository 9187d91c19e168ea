import RewindKit
import SwiftUI

@main
enum Main {
  static func main() {
    cart.answerReplayRequest()
    ShopApp.main()
  }
}

struct ShopApp: App {
  private let recording = cart.record(app: "cart", enabled: isDebugBuild)

  var body: some Scene {
    WindowGroup { Text("\(recording.initialState().items.count)") }
  }
}
