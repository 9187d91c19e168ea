import Foundation
import RewindJSON
import RewindTestSupport
import RewindTimeline
import Testing

/// Random logs whose lines say one change in many ways, held against the states alone.
@Suite("Questions about a value")
struct ConsistencyTests {
  @Test(
    "have the same answers from every command, however patches are written",
    arguments: WordedLog.seeds(6, of: 1_000)
  )
  func agree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let log = WordedLog(using: &random)
    let timeline = try log.file.timeline()
    let last = log.lastAction
    let lines = log.lines.filter { $0.index < last || !$0.isExternal }
    let leaves = try timeline.blameAll(at: last)
    for leaf in leaves {
      #expect(lines.last?.state[leaf.pointer] == leaf.new)
      let blame = try timeline.blame(leaf.pointer, at: last)
      #expect(
        blame?.index == leaf.index && blame?.isExternal == leaf.isExternal
          && blame?.new == leaf.new,
        "\(leaf.pointer), seed \(seed)"
      )
      let why = try timeline.provenance(of: leaf.pointer, at: last)
      #expect(why.first?.blame == blame, "\(leaf.pointer), seed \(seed)")
      guard leaf.pointer.tokens.first == "rows", leaf.pointer.tokens.count > 2,
        log.hasOneRow(leaf.pointer)
      else { continue }
      let writer = writer(of: leaf.pointer, lines)
      #expect(
        leaf.index == writer.index && leaf.isExternal == writer.isExternal,
        "\(leaf.pointer), seed \(seed)"
      )
    }
    for pointer in [["count"], ["rows", "0", "n"], ["items", "1"]].map(Pointer.init(tokens:)) {
      let values = try timeline.history(of: pointer, upTo: last)
      let slot = try timeline.blame(pointer, at: last, following: .index)
      #expect(values.last?.value == lines.last?.state[pointer], "\(pointer), seed \(seed)")
      if let final = values.last {
        let isLast = final.index < last || !final.isExternal
        #expect(!isLast || slot?.index == final.index, "\(pointer), seed \(seed)")
      }
    }
  }

  /// Returns the line that last wrote a member of a row, from the states alone: rows are known by `id`.
  private func writer(of pointer: Pointer, _ lines: [WordedLog.Line]) -> WordedLog.Line {
    let row = lines.last?.state[Pointer(tokens: Array(pointer.tokens.prefix(2)))]
    let id = row?["id"]
    let member = Pointer(tokens: Array(pointer.tokens.dropFirst(2)))
    func value(_ line: WordedLog.Line) -> JSONValue? {
      line.state["rows"]?.array?.first { $0["id"] == id }?[member]
    }
    var writer = lines.count - 1
    while writer > 0, value(lines[writer - 1]) == value(lines[writer]) { writer -= 1 }
    return lines[writer]
  }
}
