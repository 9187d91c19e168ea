// swift-format-ignore-file
// From developer.apple.com/documentation/uikit, the pages uiapplicationdelegate, uiuserinterfacestyle, uiview,
// uiwindow, uiviewcontroller, uigraphicsimagerendererformat, uigraphicsimagerenderercontext,
// uigraphicsimagerenderer; and swiftui/uihostingcontroller.
@_exported import Foundation
import SwiftUI

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {}

extension UIApplicationDelegate {
  @MainActor @preconcurrency public static func main() {}
}

// MARK: - Windows, as a screen is drawn in one

public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified, light, dark
}

@MainActor open class UIView: NSObject {
  public init(frame: CGRect) {}
  open class func setAnimationsEnabled(_ enabled: Bool) {}
  open var isHidden: Bool {
    get { stub() }
    set {}
  }
  @available(iOS 13, tvOS 13, *)
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { stub() }
    set {}
  }
  open func layoutIfNeeded() {}
  @discardableResult
  open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool { stub() }
}

@MainActor open class UIWindow: UIView {
  open var rootViewController: UIViewController? {
    get { stub() }
    set {}
  }
}

@MainActor open class UIViewController: NSObject {}

open class UIGraphicsImageRendererFormat: NSObject {
  open var scale: CGFloat {
    get { stub() }
    set {}
  }
}

open class UIGraphicsImageRendererContext: NSObject {}

open class UIGraphicsImageRenderer: NSObject {
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {}
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { stub() }
}

/// It is declared by SwiftUI, which imports UIKit where that is; here UIKit imports SwiftUI.
@MainActor @preconcurrency open class UIHostingController<Content: View>: UIViewController {
  @MainActor @preconcurrency public init(rootView: Content) {}
}

func stub<Value>() -> Value { fatalError() }
