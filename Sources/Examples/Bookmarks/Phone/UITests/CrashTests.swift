import XCTest

/// Taps until the app crashes: Undo takes the bookmark that is open from the list, and Remove meets a shorter one.
final class CrashTests: XCTestCase {
  @MainActor
  func testCrash() throws {
    let app = XCUIApplication()
    // A path of the Mac, which an app in a simulator can write to.
    let log = ProcessInfo.processInfo.environment["REWIND_RECORD"]
    app.launchEnvironment["REWIND_RECORD"] = log ?? ""
    app.launch()
    app.buttons["Refresh"].tap()
    XCTAssertTrue(app.buttons["Tide tables"].waitForExistence(timeout: 10))
    app.buttons["Add"].tap()
    let title = app.textFields["Title"]
    XCTAssertTrue(title.waitForExistence(timeout: 10))
    title.tap()
    title.typeText("Lamps")
    app.buttons["Save"].tap()
    XCTAssertTrue(app.buttons["Lamps"].waitForExistence(timeout: 10))
    app.buttons["Lamps"].tap()
    XCTAssertTrue(app.buttons["Undo"].waitForExistence(timeout: 10))
    app.buttons["Undo"].tap()
    app.buttons["Remove"].tap()
    XCTAssertTrue(app.wait(for: .notRunning, timeout: 30))
  }
}
