import Foundation
import RewindJSON
import RewindSession

/// The to-do app of the bench: a list of so many items.
struct ToDo: Codable {
  struct Item: Codable {
    var id: Int
    var title: String
    var note: String
    var list: String
    var created: Date
    var due: Date
    var isDone: Bool
    var priority: Double

    init(id: Int) {
      self.id = id
      title = "Item number \(id), to be done"
      note = "Ask whether it is still wanted, by whom, and until when it has to be there"
      list = id % 2 == 0 ? "Household" : "Workshop"
      let hour: TimeInterval = 3_600
      created = Date(timeIntervalSince1970: 1_795_000_000 + Double(id))
      due = Date(timeIntervalSince1970: 1_796_000_000 + hour * Double(id))
      isDone = id % 3 == 0
      priority = Double(id % 7) / 2
    }
  }

  var items: [Item]
  var filter = "all"
  var counter = 0

  init(count: Int) {
    items = (0..<count).map(Item.init)
  }
}

/// A session log of so many toggles, made straight from lines, since what is measured is reading.
func writeSession(to path: String, items: Int, actions: Int) throws {
  var state = try JSONValue(parsing: JSONEncoder().encode(ToDo(count: items)))
  try Data().write(to: URL(fileURLWithPath: path))
  let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  var pending: [UInt8] = []
  var checksum = Checksum()
  var length = 0
  func add(_ text: String) throws -> Int {
    var line = Array(text.utf8)
    checksum = line.seal(after: checksum)
    pending += line
    if pending.count > 1 << 20 {
      try file.write(contentsOf: pending)
      pending = []
    }
    length += line.count
    return line.count
  }
  let started = #""started":"2026-11-21T08:00:00.000Z""#
  _ = try add(#"{"rewind":1,"session":"bench","app":"to-do","build":"bench",\#(started)"#)
  _ = try add(#"{"after":0,"state":\#(state.text)"#)
  let size = state.text.utf8.count
  var since = 0
  for index in 1...actions {
    let item = index &* 7919 % items
    let path = try Pointer("/items/\(item)/isDone")
    let isDone = state[path]?.bool ?? false
    let patch = Patch([.replace(path, .bool(!isDone))])
    try patch.apply(to: &state)
    since += try add(
      #"{"index":\#(index),"time":\#(index / 10).\#(index % 10),"action":{"type":"Toggle","payload":{"id":\#(item)}}"#
    )
    if KeyframeRule.isDue(bytes: since, size: size, length: length) {
      _ = try add(
        #"{"after":\#(index),"state":\#(state.text),"patch":\#(patch.json.text),"took":28e-6"#
      )
      since = 0
    } else {
      since += try add(#"{"after":\#(index),"patch":\#(patch.json.text),"took":28e-6"#)
    }
  }
  _ = try add(#"{"end":"closed","index":\#(actions)"#)
  try file.write(contentsOf: pending)
  try file.close()
}
