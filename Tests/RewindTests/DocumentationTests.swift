import Foundation
import RewindTestSupport
import Testing

@Suite("The documentation")
struct DocumentationTests {
  @Test("has a README of at most eight kilobytes")
  func size() throws {
    #expect(try DocumentationPage.readme.text().utf8.count <= 8_000)
  }

  @Test("has links that lead to files", arguments: DocumentationPage.all)
  func links(page: DocumentationPage) throws {
    for file in try files(page) {
      #expect(FileManager.default.fileExists(atPath: file.path), "\(file.path)")
    }
  }

  @Test("can be reached from the README, each page of it")
  func reach() throws {
    var reached: Set<String> = []
    var open = [DocumentationPage.readme]
    while let page = open.popLast() {
      guard reached.insert(page.description).inserted else { continue }
      open += try files(page).filter { $0.pathExtension == "md" }.map(DocumentationPage.init)
    }
    #expect(Set(DocumentationPage.all.map(\.description)).subtracting(reached) == [])
    #expect(reached.count > 15)
  }

  /// The files to which a page has links and pictures.
  private func files(_ page: DocumentationPage) throws -> [URL] {
    try page.text().matches(of: #/\]\(([^)\s]+)\)/#)
      .map { String($0.1) }
      .filter { !$0.hasPrefix("https://") }
      .map { page.file.deletingLastPathComponent().appending(path: $0).standardizedFileURL }
  }

  @Test(
    "has Swift that stands word for word in the tests, or in the tutorial's package",
    arguments: DocumentationPage.all
  )
  func snippets(page: DocumentationPage) throws {
    let text = try page.text()
    let snippets = text.matches(of: #/<!-- compiled: (\S+) -->\n```swift\n((?s).*?)```/#)
    let files = text.matches(of: #/<!-- file: \S+ -->\n```swift\n/#)
    #expect(try snippets.count + files.count == page.blocks("swift").count)
    for snippet in snippets {
      let file = DocumentationPage.root.appending(path: String(snippet.1))
      let source = try words(String(contentsOf: file, encoding: .utf8))
      #expect(source.contains(words(String(snippet.2))), "\(snippet.2)")
    }
  }

  /// The words of a text, with layout and comments left out.
  private func words(_ text: String) -> String {
    text.split(separator: "\n")
      .map { $0.split(separator: "//", omittingEmptySubsequences: false)[0] }
      .joined(separator: " ").split(separator: " ").joined(separator: " ")
      .replacing("( ", with: "(").replacing(" )", with: ")").replacing(" }", with: "}")
      .replacing("{ ", with: "{").replacing(", ]", with: "]").replacing(",]", with: "]")
      .replacing("[ ", with: "[").replacing(" ]", with: "]").replacing(", )", with: ")")
      .replacing(" ", with: "")
  }
}
