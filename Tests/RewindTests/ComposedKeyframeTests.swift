import Foundation
import Rewind
import RewindJSON
import RewindLog
import RewindSession
import RewindTestSupport
import RewindTimeline
import Testing

/// A state of some 100 kB.
private struct Board: Codable, Equatable {
  var rows = (0..<1_000).map {
    "row \($0) \u{1F600} \"with\" a text that is some eighty bytes long, as rows are"
  }
  var counts: [String: Double] = [:]
  var number = 0
}

private struct Move: Codable {
  var number: Int
  /// Makes the lines outgrow the state soon.
  var text = String(repeating: "x", count: 5_000)
}

@Suite("A keyframe of a large state")
struct ComposedKeyframeTests {
  private let folder = TemporaryFolder()

  /// A recorded session, with each state that it came to.
  private struct Play {
    var states = [Board()]
    var externals = 0
    let path: String
    private let recorder: Recorder
    private let recording: Recording<Board>
    private var board = Board()

    init(_ path: String, _ options: Recorder.Options = .init()) {
      self.path = path
      recorder = Recorder(app: "board", to: .file(path), options: options)
      recording = recorder.attach(Board.self)
    }

    /// Changes a part of the state, or a few.
    private static func change(_ board: inout Board, using random: inout SeededGenerator) {
      board.number += 1
      let row = Int.random(in: 0..<board.rows.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: board.rows[row] += "é\\"
      case 1: board.rows.remove(at: row)
      case 2: board.rows.insert("new \(board.number)", at: row)
      case 3: board.rows.swapAt(0, row)
      case 4: board.counts["~/\(row % 20)"] = Double(row) / 3
      default: board.counts["~/\(row % 20)"] = nil
      }
    }

    mutating func move(using random: inout SeededGenerator) {
      if Int.random(in: 0..<50, using: &random) == 0 {
        // The app sets the state without an action.
        Self.change(&board, using: &random)
        recording.recordExternalChange(to: board)
        externals += 1
      }
      let (before, isInPlace) = (board, Bool.random(using: &random))
      let action = Move(number: states.count)
      if isInPlace {
        recording.record(action, on: &board) { Self.change(&$0, using: &random) }
      } else {
        board = recording.record(action, from: before) {
          var next = before
          Self.change(&next, using: &random)
          return next
        }
      }
      states.append(board)
    }

    /// Goes on until there are so many keyframes of a kind, which others may be writing; fails after a minute.
    mutating func move(
      until count: Int,
      of kind: LineKind,
      using random: inout SeededGenerator
    ) throws {
      let start = ContinuousClock.now
      repeat {
        for _ in 0..<20 { move(using: &random) }
      } while try lines(kind).count < count && start.duration(to: .now) < .seconds(60)
    }

    func lines(_ kind: LineKind) throws -> [Int] {
      let log = try SessionLog.open(path)
      return try (0..<log.lineCount).filter { try log.key(of: $0).kind == kind }
    }

    func end() throws -> SessionLog {
      recorder.close()
      return try SessionLog.open(path)
    }
  }

  /// Expects each state of a log to be the one that was, in any order of asking.
  private func expect(
    _ states: [Board],
    from first: Int = 0,
    in log: SessionLog,
    using random: inout SeededGenerator
  ) throws {
    let timeline = try Timeline.open(log)
    #expect(timeline.lastIndex == states.count - 1)
    for index in (first..<states.count).shuffled(using: &random).prefix(60) {
      #expect(try timeline.state(after: index).decode(Board.self) == states[index])
    }
  }

  @Test("is composed of the log's lines while dispatches go on, and is what they lead to")
  func composed() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var play = Play(folder.path("log.jsonl"))
    try play.move(until: TestScale.count(3, of: 30), of: .laterKeyframe, using: &random)
    let log = try play.end()
    // No dispatch but the first has encoded a state.
    let (encoded, composed) = (try play.lines(.keyframe), try play.lines(.laterKeyframe))
    #expect(encoded.count == 1, "seed \(seed)")
    #expect(composed.count >= 3, "seed \(seed)")
    #expect(try LogFaults.find(in: log).contradiction == nil, "seed \(seed)")
    try expect(play.states, in: log, using: &random)
  }

  @Test("makes the lines after a damaged one readable")
  func damaged() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var play = Play(folder.path("log.jsonl"))
    try play.move(until: 2, of: .laterKeyframe, using: &random)
    let log = try play.end()
    let keyframe = try #require(try play.lines(.laterKeyframe).first)
    let index = try #require(try log.json(of: keyframe)["keyframe"]?.int)
    var lines = try Data(contentsOf: URL(fileURLWithPath: play.path)).split(separator: 0x0A)
    lines[8].append(UInt8(ascii: " "))
    let (bad, mended) = (folder.path("bad.jsonl"), folder.path("mended.jsonl"))
    try Data(lines.joined(separator: [0x0A])).write(to: URL(fileURLWithPath: bad))
    var examination = try IntegrityReport.read(bad)
    try examination.checkConsistency()
    let part = try #require(try examination.readableParts().first)
    #expect(part.lines.lowerBound == keyframe)
    #expect(part.index == index)
    _ = try LogRepair(examination).writePart(after: 9, to: mended)
    let whole = try SessionLog.open(mended)
    #expect(try LogFaults.find(in: whole).contradiction == nil, "seed \(seed)")
    // The keyframe may have what the app changed after its action already.
    try expect(play.states, from: index + 1, in: whole, using: &random)
  }

  @Test(
    "is encoded where each patch is checked, where a segment begins, and where a log cannot be read"
  )
  func encoded() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    var checked = Play(folder.path("log.jsonl"), .init(verifying: true))
    try checked.move(until: 3, of: .keyframe, using: &random)
    try expect(checked.states, in: checked.end(), using: &random)
    let composed = try checked.lines(.laterKeyframe)
    #expect(composed.isEmpty, "seed \(seed)")

    var divided = Play(folder.path("divided.jsonl"), .init(segments: .init(bytes: 1 << 20)))
    for _ in 0..<600 { divided.move(using: &random) }
    _ = try divided.end()
    for number in 2...3 {
      let segment = try SessionLog.open(folder.path("divided.\(number).jsonl"))
      #expect(try LogFaults.find(in: segment).contradiction == nil, "seed \(seed)")
      let first = try #require(try (0..<5).first { try segment.key(of: $0).kind == .keyframe })
      let index = try #require(try segment.key(of: first).index)
      let timeline = try Timeline.open(segment)
      for index in index...timeline.lastIndex where index % 9 == 0 {
        #expect(try timeline.state(after: index).decode(Board.self) == divided.states[index])
      }
    }

    let memory = MemoryLog()
    let recording = Recorder(app: "board", to: .memory(memory)).attach(Board.self)
    var board = Board()
    for number in 0..<60 { recording.record(Move(number: number), on: &board) { $0.number += 1 } }
    #expect(memory.text.components(separatedBy: #","state":{"rows""#).count > 2)
  }
}
