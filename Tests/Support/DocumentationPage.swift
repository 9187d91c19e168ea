public import Foundation

/// A page of the documentation: the README, or one of the catalog.
public struct DocumentationPage: Sendable, CustomStringConvertible {
  public let file: URL

  public var description: String { file.lastPathComponent }

  public init(file: URL) { self.file = file }

  /// The folder of the package.
  public static let root = Recordings.package

  public static let readme = DocumentationPage(file: root.appending(path: "README.md"))

  /// Returns a page of the catalog.
  public static func article(_ name: String) -> DocumentationPage {
    DocumentationPage(file: catalog.appending(path: "\(name).md"))
  }

  private static let catalog = root.appending(path: "Sources/Rewind/Rewind.docc")

  /// The README and every page of the catalog.
  public static let all: [DocumentationPage] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: catalog.path)) ?? []
    return [readme]
      + names.filter { $0.hasSuffix(".md") }.sorted()
      .map { DocumentationPage(file: catalog.appending(path: $0)) }
  }()

  public func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// The contents of the code blocks of a language.
  public func blocks(_ language: String) throws -> [String] {
    try text().components(separatedBy: "\n```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }
}
