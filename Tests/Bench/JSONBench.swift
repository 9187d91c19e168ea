import Foundation
import RewindJSON

/// Reading and writing JSON, against Foundation in the same run.
func benchJSON(_ report: Report) throws {
  report.heading("JSON: a state of 1,000 to-do items")
  let state = ToDo(count: 1_000)
  let data = try JSONEncoder().encode(state)
  let bytes = Array(data)
  report.row("size of the state", "\(bytes.count) bytes")
  let decoder = JSONDecoder()
  let decoding = try Figure.time(21) { consume(try decoder.decode(ToDo.self, from: data)) }
  let serialization = try Figure.time(21) { consume(try JSONSerialization.jsonObject(with: data)) }
  let parsing = try Figure.time(21) { consume(try JSONValue(parsing: bytes)) }
  report.row(
    "parse into JSONValue",
    parsing,
    against: ("JSONSerialization", serialization),
    isAtLeast: true
  )
  let value = try JSONValue(parsing: bytes)
  let encoding = try Figure.time(21) { consume(try JSONEncoder().encode(state)) }
  let writing = Figure.time(21) {
    var output: [UInt8] = []
    value.write(to: &output)
    consume(output)
  }
  report.row("write a JSONValue", writing, against: ("JSONEncoder", encoding), isAtLeast: true)
  report.row(
    "JSONDecoder, for comparison",
    decoding,
    against: ("JSONSerialization", serialization)
  )
}
