import Foundation
import RewindCoding
import RewindJSON
import RewindTestSupport
import Testing

/// A state whose parts are large, with a counter beside them.
private struct Around<Part: Encodable>: Encodable {
  var part: Part
  var number = 0
}

private enum Loading: Encodable {
  case waiting
  case done([String])
}

@Suite("A large change")
struct LargeChangeTests {
  /// The paths that a patch names, in their order.
  private func paths(_ patch: String) throws -> [String] {
    try JSONValue(parsing: Array(patch.utf8)).array?.compactMap { $0["path"]?.string } ?? []
  }

  @Test("of a list is found whichever elements it is made of")
  func numbers() throws {
    let first = (0..<3_000).map { Double($0) }
    var followed = try FollowedStates(Around(part: first))
    func expect(_ what: String, atMost count: Int, _ next: [Double]) throws {
      let patch = try followed.patch(to: Around(part: next), what)
      #expect(patch.utf8.count <= count, "\(what)")
      try followed.patch(to: Around(part: first), "back")
    }
    for distance in [1, 7, 128] {
      let shifted = Array(first.dropFirst(distance)) + (0..<distance).map { -Double($0) - 1 }
      try expect("shifted by \(distance)", atMost: 90 * distance, shifted)
      try expect(
        "shifted back by \(distance)",
        atMost: 90 * distance,
        shifted.reversed().reversed()
      )
    }
    for step in [2, 3, 16, 64] {
      var some = first
      for index in stride(from: 0, to: some.count, by: step) { some[index] += 0.5 }
      try expect("each \(step)", atMost: 60 * 3_000 / step, some)
      let others = first.indices.map { $0.isMultiple(of: step) ? first[$0] : first[$0] + 0.5 }
      try expect("all but each \(step)", atMost: 30_000, others)
    }
    try expect("all", atMost: 30_000, first.map { $0 + 0.5 })
  }

  @Test("of a list is given up where it would be too long, and not where it fits")
  func givenUp() throws {
    let finder = ChangeDetector(encoding: Around<Loading>.self)
    func advance(_ part: Loading, limit: Int) -> (ChangeDetector.Difference, Int) {
      var line = LineBuffer()
      let state = Around(part: part)
      let found = withUnsafePointer(to: state) {
        finder.advance(to: $0, limit: limit, appendingPatchTo: &line)
      }
      return (found, line.count)
    }
    withUnsafePointer(to: Around(part: Loading.waiting)) { finder.begin(with: $0) }
    let list = (0..<1_000).map { "row \($0), of some forty bytes of text" }
    #expect(advance(.done(list), limit: 10_000) == (.large, 0))
    #expect(advance(.waiting, limit: 10_000).0 == .patch)
    #expect(advance(.done(list), limit: 60_000).0 == .patch)
    #expect(advance(.waiting, limit: 10_000).0 == .patch)
    // The first rows are longer than the others: the list is longer than it will be, but not by far.
    let falling = (0..<1_000).map { String(repeating: "x", count: $0 < 32 ? 20 : 10) }
    #expect(advance(.done(falling), limit: 16_000).0 == .patch)
  }

  @Test("of a set, and of a dictionary that is a list of keys and values, names the right places")
  func hashes() throws {
    struct Tables: Encodable {
      var chosen: Set<String> = Set((0..<600).map { "é \($0)" })
      var rows = Dictionary(uniqueKeysWithValues: (0..<600).map { (Self.key($0), "row \($0)") })

      static func key(_ number: Int) -> UUID {
        let words = [UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number)]
        return words.withUnsafeBytes { $0.load(as: UUID.self) }
      }
    }
    var random = SeededGenerator(seed: SeededGenerator.seed)
    var tables = Tables()
    var followed = try FollowedStates(tables)
    for step in 0..<60 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let number = Int.random(in: 0..<700, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: tables.chosen.formSymmetricDifference(["é \(number)"])
        case 1: tables.rows[Tables.key(number)] = nil
        default: tables.rows[Tables.key(number)] = "changed in step \(step)"
        }
      }
      #expect(try followed.patch(to: tables, "step \(step)").utf8.count < 1_500)
    }
  }

  @Test("of a dictionary names its members in the order of their bytes", .needsRuntime)
  func names() throws {
    struct Page: Encodable {
      var number = 0
      var text = String(repeating: "long ", count: 20)
    }
    let names =
      ["", "/", "~", "~1", "a/b", "\"", "\\", "\n", "é", "\u{1F600}", "page"]
      + (0..<40).map { "page \($0)" }
    let first = Dictionary(uniqueKeysWithValues: names.map { ($0, Page()) })
    var followed = try FollowedStates(Around(part: first))
    let patch = try followed.patch(to: Around(part: first.mapValues { _ in Page(number: 1) }))
    // The bytes of the names that are in the file.
    let found = try paths(patch).map { path in
      var text: [UInt8] = []
      path.writeJSON(to: &text)
      return Array(text.dropFirst(#""/part"#.utf8.count).dropLast(#"/number""#.utf8.count))
    }
    #expect(found.count == names.count)
    #expect(found == found.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test("of an attributed text is its characters, and none where they are made anew")
  func attributed() throws {
    struct Note {
      var text: AttributedString
      var number = 0
    }
    let line = "A line, é, e\u{301}, \u{1F469}\u{200D}\u{1F469}, \"quoted\"\r\n"
    let text = AttributedString(String(repeating: line, count: 40))
    var note = Note(text: text)
    var followed = try FollowedStates(reflecting: note)
    note.text = AttributedString(String(repeating: line, count: 40))
    #expect(try followed.patch(to: note) == "[]")
    note.number = 1
    #expect(try followed.patch(to: note) == #"[{"op":"replace","path":"/number","value":1}]"#)
    note.text.characters.append("\u{301}")
    let patch = try JSONValue(parsing: Array(try followed.patch(to: note).utf8))
    #expect(
      patch.array?.first?["value"]?.string.map { Array($0.utf8) }
        == Array(String(note.text.characters).utf8)
    )
  }
}
