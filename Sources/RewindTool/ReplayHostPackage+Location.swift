import Foundation
import RewindReports

extension ReplayHostPackage.Location {
  /// Reads a typed location: an address, or a folder, relative to the current one; the new package is in `package`.
  init(typed text: String, for package: String) {
    let location = Self(text)
    if location.isAddress {
      self = location
    } else if text.hasPrefix("/") {
      self.init(text, named: Self.components(of: text).last)
    } else {
      self.init(folder: text, for: package)
    }
  }

  /// Returns the package of this program's build; if it was moved, a folder beside the new one.
  static func ofThisTool(for package: String) -> Self {
    var folder = URL(fileURLWithPath: Bundle.main.executablePath ?? "/").resolvingSymlinksInPath()
    while folder.path.count > 1 {
      folder.deleteLastPathComponent()
      let isOwn = hasManifest(folder) && folder.appending(path: "Sources/RewindTool").path.isFolder
      if isOwn { return Self(folder: folder.path, for: package) }
    }
    return Self("../rewind")
  }

  /// Returns the folder if it has no package; nil for an address, which is not checked.
  func missingFolder(for package: String) -> String? {
    guard !isAddress else { return nil }
    let folder = URL(fileURLWithPath: text.hasPrefix("/") ? text : "\(package)/\(text)")
      .standardizedFileURL
    return Self.hasManifest(folder) ? nil : folder.path
  }

  /// Makes the location of a folder by its path from the new package.
  private init(folder: String, for package: String) {
    let (start, end) = (Self.components(of: package), Self.components(of: folder))
    let common = zip(start, end).prefix { $0 == $1 }.count
    let path = Array(repeating: "..", count: start.count - common) + end.dropFirst(common)
    self.init(path.joined(separator: "/"), named: end.last)
  }

  /// Returns the names on the way from the root to a file; links in it are followed, except the last.
  private static func components(of path: String) -> [String] {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    return url.deletingLastPathComponent().resolvingSymlinksInPath().pathComponents
      + [url.lastPathComponent]
  }

  private static func hasManifest(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
  }
}
