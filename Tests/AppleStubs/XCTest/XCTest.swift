// swift-format-ignore-file
// From developer.apple.com/documentation/xctest, the pages xctestcase, xcuielement, xcuielementquery,
// xcuiapplication.
@_exported import Foundation

open class XCTestCase: NSObject {}

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool,
  _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath,
  line: UInt = #line
) {}

@MainActor open class XCUIElement: NSObject {
  open func tap() {}
  open func typeText(_ text: String) {}
  open func waitForExistence(timeout: TimeInterval) -> Bool { fatalError() }
  open var buttons: XCUIElementQuery { fatalError() }
  open var textFields: XCUIElementQuery { fatalError() }
}

@MainActor open class XCUIElementQuery: NSObject {
  open subscript(key: String) -> XCUIElement { fatalError() }
}

@MainActor open class XCUIApplication: XCUIElement {
  public enum State: UInt, Sendable {
    case unknown
    case notRunning
    case runningBackgroundSuspended
    case runningBackground
    case runningForeground
  }

  public override init() {}
  open var launchEnvironment: [String: String] = [:]
  open func launch() {}
  open func wait(for state: State, timeout: TimeInterval) -> Bool { fatalError() }
}
