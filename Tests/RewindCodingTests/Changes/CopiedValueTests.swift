import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// An editor with everything that takes its document: undo and redo, a saved one, versions by name, and tabs.
private struct Editor: Codable {
  struct Document: Codable, Equatable {
    var title = "Untitled"
    var rows: [Row]

    init(_ count: Int, _ kind: String = "row") {
      rows = (0..<count).map { Row(id: $0, text: "\(kind) number \($0)") }
    }
  }

  struct Row: Codable, Equatable {
    var id: Int
    var text: String
    var tags: [String] = []
  }

  struct Tab: Codable {
    var document: Document
    var past: [Document] = []
  }

  var document = Document(24)
  var past: [Document] = []
  var future: [Document] = []
  var recent: [[Row]] = []
  var draft = Document(22, "draft")
  var saved: Document?
  var versions: [String: Document] = [:]
  var byNumber: [Int: [Row]] = [:]
  var tabs: [Tab] = []

  init(tabs count: Int = 0) {
    tabs = (0..<count).map { Tab(document: Document(20 + $0)) }
  }

  /// Changes one row, as a key does.
  mutating func edit(_ number: Int) {
    document.rows[number % document.rows.count].text = "edit \(number)"
  }

  mutating func push(_ number: Int) {
    past.append(document)
    edit(number)
  }

  mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(document)
    document = last
  }

  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(document)
    document = next
  }
}

extension Editor {
  /// Does one thing that editors do, or something that nobody does.
  mutating func change(_ random: inout SeededGenerator) {
    let number = Int.random(in: 0..<1_000, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: push(number)
    case 2: undo()
    case 3: redo()
    case 4: if past.count > 2 { past.removeFirst() }
    case 5:
      recent.insert(document.rows, at: 0)
      if recent.count > 3 { recent.removeLast() }
    case 6: saved = document
    case 7: if let saved { document = saved }
    case 8: saved = nil
    case 9: swap(&document, &draft)
    case 10: versions["version \(number % 5)"] = number % 2 == 0 ? document : draft
    case 11: byNumber[number % 5] = document.rows
    case 12: if let version = versions["version \(number % 5)"] { draft = version }
    case 13:
      guard !tabs.isEmpty else {
        tabs = Editor(tabs: 3).tabs
        return
      }
      let tab = number % tabs.count
      tabs[tab].past.append(tabs[tab].document)
      tabs[tab].document.title = "edit \(number)"
    case 14: if tabs.count > 1 { tabs.append(tabs.remove(at: number % tabs.count)) }
    case 15: tabs.insert(Tab(document: document, past: Array(past.prefix(2))), at: 0)
    case 16: document = Document(number % 60 + 1)
    case 17:
      edit(number)
      past.append(document)
      versions["version \(number % 5)"] = document
    case 18:
      draft.title = "draft \(number)"
      recent.append(draft.rows)
      saved = draft
    default: past.append(draft)
    }
    if past.count > 5 { past.removeFirst(2) }
    if tabs.count > 3 { tabs.removeLast() }
  }
}

@Suite("A value that a state has elsewhere")
struct CopiedValueTests {
  private func copies(in patch: String) throws -> [String] {
    try JSONValue(parsing: Array(patch.utf8)).array?.filter { $0["op"] == "copy" }.map {
      "\($0["from"]?.string ?? "") \($0["path"]?.string ?? "")"
    } ?? []
  }

  @Test(
    "is copied to an undo stack, in a line of a few bytes",
    .needsRuntime,
    arguments: [false, true]
  )
  func push(isReflected: Bool) throws {
    var editor = Editor()
    var followed = isReflected ? try FollowedStates(reflecting: editor) : try FollowedStates(editor)
    for number in 0..<30 {
      editor.push(number)
      if editor.past.count > 10 { editor.past.removeFirst() }
      let patch = try followed.patch(to: editor, "push \(number)")
      #expect(try copies(in: patch) == ["/document /past/\(min(number, 10))"], "\(patch)")
      #expect(patch.utf8.count < 300, "\(patch)")
    }
  }

  @Test(
    "comes back from it by what differs, and leaves for the other stack as a copy",
    .needsRuntime
  )
  func undo() throws {
    var editor = Editor()
    var followed = try FollowedStates(editor)
    for number in 0..<3 {
      editor.push(number)
      try followed.patch(to: editor)
    }
    editor.undo()
    var patch = try followed.patch(to: editor)
    #expect(try copies(in: patch) == ["/document /future/0"], "\(patch)")
    editor.redo()
    patch = try followed.patch(to: editor)
    #expect(try copies(in: patch) == ["/document /past/2"], "\(patch)")
  }

  @Test(
    "is copied after its change, if it is kept as it is then",
    .needsRuntime,
    arguments: [false, true]
  )
  func version(isReflected: Bool) throws {
    var editor = Editor()
    var followed = isReflected ? try FollowedStates(reflecting: editor) : try FollowedStates(editor)
    for number in 0..<12 {
      editor.edit(number)
      editor.past.append(editor.document)
      if editor.past.count > 5 { editor.past.removeFirst() }
      let patch = try followed.patch(to: editor, "version \(number)")
      #expect(try copies(in: patch) == ["/document /past/\(min(number, 4))"], "\(patch)")
      #expect(patch.utf8.count < 300, "\(patch)")
    }
  }

  @Test("is put under a name as a copy", .needsRuntime)
  func members() throws {
    var editor = Editor()
    var followed = try FollowedStates(editor)
    editor.saved = editor.document
    #expect(try copies(in: followed.patch(to: editor)) == ["/document /saved"])
    editor.versions["a/b~"] = editor.document
    #expect(try copies(in: followed.patch(to: editor)) == ["/document /versions/a~1b~0"])
    // What is there already is told by what differs.
    editor.saved = editor.draft
    #expect(try copies(in: followed.patch(to: editor)) == [])
    // Nothing is copied to where another copy comes from.
    editor.saved = nil
    try followed.patch(to: editor)
    editor.saved = editor.document
    editor.versions["c"] = editor.saved
    #expect(
      try copies(in: followed.patch(to: editor)) == ["/document /versions/c", "/document /saved"]
    )
  }

  @Test("is found beside the stack, also in an element of a list", .needsRuntime)
  func tabs() throws {
    var editor = Editor(tabs: 4)
    var followed = try FollowedStates(editor)
    editor.tabs[2].past.append(editor.tabs[2].document)
    editor.tabs[2].document.title = "Other"
    let patch = try followed.patch(to: editor)
    #expect(try copies(in: patch) == ["/tabs/2/document /tabs/2/past/0"], "\(patch)")
  }

  @Test(
    "leads to the same states as if it was written, whatever happens at once",
    arguments: TestScale.cases(2, of: Array(0..<20))
  )
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var editor = Editor(tabs: seed % 3)
    var followed =
      seed.isMultiple(of: 2)
      ? try FollowedStates(reflecting: editor)
      : try FollowedStates(editor)
    var count = 0
    for number in 0..<60 {
      for _ in 0..<Int.random(in: 1...4, using: &random) { editor.change(&random) }
      let patch = try followed.patch(to: editor, "seed \(seed), change \(number)")
      count += try copies(in: patch).count
    }
    #expect(count > 5 || !RuntimeAccess.isAllowed, "seed \(seed)")
  }

  @Test("is written again once readers would count too many copies", .oracle)
  func limit() throws {
    struct Growing: Codable {
      var text: [String]
      var copies: [[String]] = []
    }
    // 64 MB is what readers allow between two whole states: half of it is used.
    var state = Growing(text: [String(repeating: "a", count: 1 << 20)])
    var followed = try FollowedStates(state)
    var numbers: [Int] = []
    for number in 0..<40 {
      state.copies.append(state.text)
      if state.copies.count > 2 { state.copies.removeFirst() }
      state.text.append("\(number)")
      if try followed.patch(to: state).contains(#""op":"copy""#) { numbers.append(number) }
    }
    #expect(numbers == Array(0..<31))
  }
}
