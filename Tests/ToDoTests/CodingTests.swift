import Foundation
import RewindTestSupport
import Testing
import ToDoExample

@Suite("In JSON, the to-do list")
struct CodingTests {
  @Test("writes its state by the names of its parts")
  func state() throws {
    let state = TodoState(after: .load(titles: ["milk"]), .change(index: 0, status: .done))
    #expect(
      try coded(state) == """
        {"snapshots":[\
        [{"created":0,"isRemoved":false,"status":"open","title":"milk"}],\
        [{"created":0,"isRemoved":false,"status":"done","title":"milk"}]],\
        "todos":[{"created":0,"isRemoved":false,"status":"done","title":"milk"}]}
        """
    )
  }

  @Test("has actions that are not Codable, as many apps do")
  func actions() {
    #expect(!(TodoAction.add(title: "milk") is any Encodable))
  }
}
