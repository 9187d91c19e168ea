import Foundation

/// The manifest of a package, to the extent that its text shows what it declares.
struct PackageManifest {
  /// The absolute path of the package's folder.
  let folder: String
  private let text: String

  /// Reads the manifest in a folder; nil if there is none.
  init?(in folder: String) {
    let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    guard
      let text = try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    else { return nil }
    (self.folder, self.text) = (root.path, text)
  }

  /// Returns the manifest of the package around a file, which need not exist; nil if there is none.
  static func nearest(to path: String) -> PackageManifest? {
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      .resolvingSymlinksInPath()
    while true {
      if let manifest = PackageManifest(in: folder.path) { return manifest }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// The programs that it declares.
  var programs: [String] {
    names(#/\.executable(?:Target)?\(\s*name:\s*"([^"]+)"/#)
  }

  /// The modules that it declares.
  var modules: [String] {
    names(#/\.(?:executableTarget|target|macro)\(\s*name:\s*"([^"]+)"/#)
  }

  /// Returns true if it has a word, such as that of a product.
  func names(_ word: String) -> Bool { text.contains(word) }

  private func names(_ pattern: Regex<(Substring, Substring)>) -> [String] {
    text.matches(of: pattern).map { String($0.1) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
