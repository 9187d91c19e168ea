import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// A line of a file in `Tests/Fixtures/Patches`: a patch, what it is applied to, and what is expected; without that,
/// it must be refused.
struct PatchExample: CustomTestStringConvertible, Sendable {
  let json: JSONValue

  var testDescription: String { json["comment"]?.string ?? json.text }

  static func all(_ name: String) -> [PatchExample] {
    let file = Recordings.fixture("Patches/\(name).jsonl")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
      .map(PatchExample.init)
  }

  func check() throws {
    func apply() throws -> JSONValue {
      var document = try #require(json["doc"])
      // As text where it is one that no JSON value holds, such as two members of one name.
      let patch = try #require(json["patch"])
      try Patch(patch.string.map { try JSONValue(parsing: $0) } ?? patch).apply(to: &document)
      return document
    }
    if let expected = json["expected"] {
      #expect(try apply() == expected)
    } else {
      #expect(throws: (any Error).self) { try apply() }
    }
  }
}

@Suite("A patch")
struct PatchTests {
  @Test("does what RFC 6902, appendix A, shows", arguments: PatchExample.all("rfc6902"))
  func rfc(example: PatchExample) throws { try example.check() }

  @Test(
    "takes the cases that implementations differ in as the RFC has them",
    arguments: PatchExample.all("differing")
  )
  func tricky(example: PatchExample) throws { try example.check() }

  @Test("has all examples of the files")
  func all() {
    let files = ["rfc6902", "differing", "messages"]
    #expect(files.map { PatchExample.all($0).count } == [16, 55, 14])
  }

  @Test("comes back from its JSON form, members in order")
  func json() throws {
    let text = """
      [{"op":"add","path":"/a~1b/-","value":null},{"op":"remove","path":"/0"},\
      {"op":"replace","path":"","value":1.50},{"op":"move","from":"/a","path":"/m~0n"},\
      {"op":"copy","from":"","path":"/"},{"op":"test","path":"/x","value":{"y":[]}}]
      """
    #expect(try Patch(JSONValue(parsing: text)).json.text == text)
  }
}
