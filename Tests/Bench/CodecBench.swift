import Foundation
import RewindCoding
import RewindJSON
import RewindReplay

/// The encoder and the decoder, against Foundation's in the same run.
func benchCodec(_ report: Report) throws {
  report.heading("Encoder and decoder")
  let action = ActionLine(
    index: 4_711,
    time: 12.345678,
    action: .init(type: "ToggleItem", payload: .init(id: 17, isDone: true, by: "swipe"))
  )
  try bench(report, "a flat state of 1,000 items", ToDo(count: 1_000), 6, 1)
  try bench(report, "a deep tree", Tree(depth: 9, fanOut: 2), 4, 1)
  try bench(report, "an action line", action, 4, 1, times: 1_000)
}

/// Encodes and decodes a value, so many times for one figure.
private func bench<Value: Codable>(
  _ report: Report,
  _ name: String,
  _ value: Value,
  _ encoderGoal: Double,
  _ decoderGoal: Double,
  times: Int = 1
) throws {
  let encoder = JSONEncoder()
  let decoder = JSONDecoder()
  var bytes: [UInt8] = []
  let (foundationEncoding, encoding) = try Figure.race(41) {
    for _ in 0..<times { consume(try encoder.encode(value)) }
  } _: {
    for _ in 0..<times {
      bytes.removeAll(keepingCapacity: true)
      ValueWriter().write(value, to: &bytes)
    }
  }
  // Each reads what it has written: Foundation writes a date as a number, which is the faster way.
  let data = try encoder.encode(value)
  let (foundationDecoding, decoding) = try Figure.race(41) {
    for _ in 0..<times { consume(try decoder.decode(Value.self, from: data)) }
  } _: {
    for _ in 0..<times { consume(try JSONValue(parsing: bytes).decode(Value.self)) }
  }
  report.row(
    "encode \(name)",
    encoding,
    against: ("JSONEncoder", foundationEncoding),
    limit: encoderGoal,
    isAtLeast: true
  )
  report.row(
    "decode \(name)",
    decoding,
    against: ("JSONDecoder", foundationDecoding),
    limit: decoderGoal,
    isAtLeast: true
  )
}

/// What a line of a session log says of an action.
private struct ActionLine: Codable {
  struct Action: Codable {
    var type: String
    var payload: Payload
  }

  struct Payload: Codable {
    var id: Int
    var isDone: Bool
    var by: String
  }

  var index: Int
  var time: Double
  var action: Action
}

/// Settings within settings.
private struct Tree: Codable {
  var name: String
  var isOn: Bool
  var level: Int
  var children: [Tree]

  init(depth: Int, fanOut: Int) {
    name = "level \(depth)"
    isOn = depth.isMultiple(of: 2)
    level = depth
    children =
      depth > 0 ? (0..<fanOut).map { _ in Tree(depth: depth - 1, fanOut: fanOut) } : []
  }
}
