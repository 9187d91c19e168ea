import Foundation
import RewindDiagnosis

/// An app in a simulator, as `--app` names it: `simulator:BUNDLE-ID`, or `simulator:PATH` of its folder
/// with a slash in it; `@DEVICE` may follow.
struct SimulatedApp {
  /// The app's identifier, or the path of its folder.
  private let name: String
  private let device: String

  private static let prefix = "simulator:"

  /// Parses the value of `--app`; nil if it names a program of this machine.
  ///
  /// - Throws: ``CommandError`` where a part is missing or looks like an option of `simctl`.
  init?(_ text: String) throws {
    guard text.hasPrefix(Self.prefix) else { return nil }
    var name = text.dropFirst(Self.prefix.count)
    var device = Substring(Simulator.booted)
    // A folder's name may have an @ of its own: Shop@2.app.
    if let at = name.lastIndex(of: "@"), case let end = name[name.index(after: at)...],
      !end.contains("/"), !end.hasSuffix(".app")
    {
      (name, device) = (name[..<at], end)
    }
    guard [name, device].allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) else {
      throw CommandError(
        "\(text) is not an app in a simulator. Write simulator:BUNDLE-ID, or simulator:PATH of a .app "
          + "folder, and add @DEVICE for a device other than the booted one."
      )
    }
    (self.name, self.device) = (String(name), String(device))
  }

  /// Returns the value of `--app` with an absolute path, if it has one; nil if it names a program of this
  /// machine.
  static func absolute(_ text: String, in folder: URL) -> String? {
    guard text.hasPrefix(prefix) else { return nil }
    let name = text.dropFirst(prefix.count)
    guard name.contains("/"), !name.hasPrefix("/") else { return text }
    return prefix + folder.appending(path: String(name)).path
  }

  /// Returns the simulator that runs the app.
  func simulator() throws -> Simulator {
    do {
      return Simulator(xcrun: try Arguments.executable("xcrun"), device: device)
    } catch is NoProgram {
      throw CommandError(
        "There is no xcrun in PATH: an app in a simulator can be replayed on a Mac with Xcode only. "
          + "Elsewhere, `rewind init` writes a package that replays it."
      )
    }
  }

  /// Returns the path of the app's executable file, which its Info.plist names.
  func executable() throws -> String {
    // As with programs, a slash makes it a path: com.example.app is an identifier. simctl looks for
    // relative paths in the simulator as well.
    let path =
      try name.contains("/")
      ? URL(fileURLWithPath: name).standardizedFileURL.path : simulator().folder(ofApp: name)
    guard FileManager.default.fileExists(atPath: path) else {
      throw NoProgram(description: "\(path): no such app. Build it for the simulator first.")
    }
    let list = "\(path)/Info.plist"
    guard let data = FileManager.default.contents(atPath: list) else {
      throw NoProgram(description: "\(path) is not an app of a simulator: it has no Info.plist.")
    }
    let members = try? PropertyListSerialization.propertyList(from: data, format: nil)
    guard let name = (members as? [String: Any])?["CFBundleExecutable"] as? String,
      !name.contains("/")
    else {
      throw NoProgram(
        description: "\(list) does not name the app's executable file (CFBundleExecutable)."
      )
    }
    return try Arguments.executable("\(path)/\(name)")
  }
}
