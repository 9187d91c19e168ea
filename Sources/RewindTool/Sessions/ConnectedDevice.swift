import Foundation
import RewindDiagnosis

/// An app on a device that is connected to this Mac and is used for development, as `--device` names it:
/// `BUNDLE-ID@DEVICE`.
struct ConnectedDevice {
  private let bundle: String
  private let device: String

  /// Parses the value of `--device`.
  ///
  /// - Throws: ``CommandError`` where a part is missing or looks like an option of `devicectl`.
  init(_ text: String) throws {
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts.allSatisfy({ !$0.hasPrefix("-") && !$0.hasPrefix(".") }),
      !parts[0].contains("/")
    else {
      throw CommandError(
        "\(text) is not an app on a device. Write BUNDLE-ID@DEVICE; `xcrun devicectl list devices` names the devices."
      )
    }
    (bundle, device) = (parts[0], parts[1])
  }

  /// Copies the app's sessions to where those of this machine's apps lie, so that `@last` finds them.
  ///
  /// - Returns: The folder of the copies.
  func copySessions(_ user: UserFolders = .current) throws -> String {
    let files = FileManager.default
    let xcrun: String
    do {
      xcrun = try Arguments.executable("xcrun")
    } catch is NoProgram {
      throw CommandError("There is no xcrun in PATH: only a Mac with Xcode reads a device's files.")
    }
    let folder = "\(user.state)/rewind/\(bundle)"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let copies = "\(folder)/.copied-\(UUID())"
    try files.createDirectory(atPath: copies, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: copies) }
    if let said = try DeviceFiles.copySessions(ofApp: bundle, on: device, to: copies, by: xcrun) {
      throw CommandError(
        "The sessions of \(bundle) were not copied from \(device): \(said.prefix(500)). The app has to be installed from Xcode, and the device connected and unlocked."
      )
    }
    let names = files.enumerator(atPath: copies)?.compactMap { $0 as? String } ?? []
    for name in names where name.hasSuffix(".jsonl") {
      let target = "\(folder)/\(URL(fileURLWithPath: name).lastPathComponent)"
      if files.fileExists(atPath: target) { try files.removeItem(atPath: target) }
      try files.moveItem(atPath: "\(copies)/\(name)", toPath: target)
    }
    return folder
  }
}
