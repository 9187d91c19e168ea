// swift-format-ignore-file
@_exported import Foundation

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {}

extension UIApplicationDelegate {
  @MainActor @preconcurrency public static func main() {}
}
