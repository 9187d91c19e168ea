import Foundation
import RewindDiagnosis
import RewindJSON
import RewindTestSupport
import Testing

@Suite("An edit of a session")
struct SessionEditTests {
  @Test("names the pointers that get a value and had none, except those after the end of a list")
  func addedValues() throws {
    var file = SessionFile(app: "list", start: [:])
    file.add(1, "Set", ["rows": [1, 2], "title": ["text": "a"]], state: [:])
    func added(_ pointer: String) throws -> [SessionEdit.AddedValue] {
      try SessionEdit.read(file.timeline(), applying: [.set(1, Pointer(pointer), 3)]).addedValues
    }
    #expect(try added("/payload/title/text") == [])
    #expect(try added("/payload/rows/1") == [])
    #expect(try added("/payload/rows/-") == [])
    #expect(try added("/payload/rows/2") == [])
    let addition = try #require(try added("/payload/title/txt").first)
    #expect(addition.index == 1)
    #expect(addition.pointer.description == "/payload/title/txt")
    #expect(addition.above.description == "/payload/title")
    #expect(addition.names == ["text"])
    #expect(try added("/payload/new").first?.names == ["rows", "title"])
  }
}
