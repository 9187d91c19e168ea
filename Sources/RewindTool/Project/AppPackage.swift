import Foundation
import RewindReports

/// A package in which an app is written, as far as its store can be found in its sources.
struct AppPackage {
  /// The absolute path of its folder.
  let folder: String
  /// The programs that its manifest declares.
  let programs: [String]
  let search: StoreSearch
  private let modules: [String]

  /// More than a person has written.
  private static let sizeLimit = 1 << 20

  /// Reads the sources of the package in a folder; nil if there is no manifest.
  init?(in folder: String) {
    guard let manifest = PackageManifest(in: folder) else { return nil }
    self.folder = manifest.folder
    (programs, modules) = (manifest.programs, manifest.modules)
    let root = URL(fileURLWithPath: manifest.folder)
    var search = StoreSearch()
    for file in Self.sources(in: root) {
      guard let text = try? String(contentsOf: file, encoding: .utf8),
        text.utf8.count < Self.sizeLimit
      else { continue }
      search.add(text, file: String(file.path.dropFirst(root.path.count + 1)))
    }
    self.search = search
  }

  /// The Swift files under `Sources`, in the order of their paths.
  private static func sources(in root: URL) -> [URL] {
    let folder = root.appending(path: "Sources")
    guard
      let files = FileManager.default.enumerator(
        at: folder,
        includingPropertiesForKeys: nil,
        options: [.skipsHiddenFiles]
      )
    else { return [] }
    return files.compactMap { $0 as? URL }.map { $0.resolvingSymlinksInPath() }
      .filter { $0.pathExtension == "swift" && $0.path.hasPrefix(root.path + "/") }
      .sorted { $0.path < $1.path }
  }

  /// Returns the names for a test of the store whose actions are of a type, or of a case of it, as far as the sources
  /// show them: of the `ReplayableStore`, and of the module that has it, or that has the reducer.
  func names(ofActions type: String) -> (store: String?, module: String?) {
    func isOwn(_ action: String) -> Bool { type == action || type.hasPrefix(action + ".") }
    if let store = search.declarations.first(where: { $0.action.map(isOwn) ?? false }) {
      return (store.name, module(of: store.file))
    }
    let reducer = search.reducers.first { isOwn($0.action) && $0.isPublic }
    return (nil, reducer.flatMap { module(of: $0.file) })
  }

  /// Returns the module of a file: `ShopCore` for `Sources/ShopCore/Cart.swift`; nil if the manifest has none of that
  /// name.
  private func module(of file: String) -> String? {
    let parts = file.split(separator: "/").map(String.init)
    return parts.count > 2 && modules.contains(parts[1]) ? parts[1] : nil
  }
}
