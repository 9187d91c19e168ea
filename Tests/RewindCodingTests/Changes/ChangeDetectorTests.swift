import Foundation
import RewindJSON
import RewindTestSupport
import Testing

/// A list of things to do, as most states are.
private struct ToDo: Codable {
  struct Item: Codable {
    var id: Int
    var title: String
    var isDone = false
    var due: Date?
    var tags: [String] = []
  }

  var items: [Item]
  var filter = "all"
  var selected: Int?

  init(_ count: Int) {
    items = (0..<count).map { Item(id: $0, title: "Item number \($0)") }
  }
}

/// A list of things to do that is compared by its text, since it is carried by a case.
private enum Loaded: Encodable {
  case nothing
  case list(ToDo)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .list(let list) = self { try container.encode(list) } else { try container.encodeNil() }
  }
}

/// Has a value that writes into the object around it while it is being written itself.
private struct Reaching: Encodable {
  enum Keys: CodingKey {
    case number
    case inner
    case late
  }

  final class Around {
    var container: KeyedEncodingContainer<Keys>?
  }

  struct Inner: Encodable {
    let number: Int
    let around: Around

    func encode(to encoder: any Encoder) throws {
      try around.container?.encode(number, forKey: .late)
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  var number = 0
  var reaches = true
  var isAdded = true

  func encode(to encoder: any Encoder) throws {
    let around = Around()
    var container = encoder.container(keyedBy: Keys.self)
    around.container = container
    try container.encode(number, forKey: .number)
    guard isAdded else { return }
    if reaches {
      try container.encode(Inner(number: number, around: around), forKey: .inner)
    } else {
      try container.encode(number, forKey: .inner)
    }
  }
}

@Suite("A change detector")
struct ChangeDetectorTests {
  @Test("writes the one field that changed")
  func oneField() throws {
    var state = ToDo(100)
    var followed = try FollowedStates(state)
    state.items[41].isDone = true
    #expect(
      try followed.patch(to: state) == #"[{"op":"replace","path":"/items/41/isDone","value":true}]"#
    )
    state.items[41].tags.append("urgent")
    #expect(
      try followed.patch(to: state)
        == #"[{"op":"add","path":"/items/41/tags/0","value":"urgent"}]"#
    )
    state.filter = "a/b~c\"d"
    #expect(
      try followed.patch(to: state)
        == #"[{"op":"replace","path":"/filter","value":"a/b~c\"d"}]"#
    )
  }

  @Test("writes nothing where nothing changed, whatever was copied")
  func nothing() throws {
    var state = ToDo(100)
    var followed = try FollowedStates(state)
    #expect(try followed.patch(to: state) == "[]")
    state.items[3].isDone.toggle()
    state.items[3].isDone.toggle()
    #expect(try followed.patch(to: state) == "[]")
    state.items = state.items.map { item in
      var item = item
      item.title = String(decoding: Array(item.title.utf8), as: UTF8.self)
      return item
    }
    #expect(try followed.patch(to: state) == "[]")
  }

  @Test("adds and removes members that come and go")
  func members() throws {
    var state = ToDo(100)
    var followed = try FollowedStates(state)
    state.selected = 7
    #expect(try followed.patch(to: state) == #"[{"op":"add","path":"/selected","value":7}]"#)
    state.selected = 8
    #expect(try followed.patch(to: state) == #"[{"op":"replace","path":"/selected","value":8}]"#)
    state.selected = nil
    #expect(try followed.patch(to: state) == #"[{"op":"remove","path":"/selected"}]"#)
    state.selected = 9
    #expect(try followed.patch(to: state) == #"[{"op":"add","path":"/selected","value":9}]"#)
  }

  @Test("says in a few words that elements were put in, taken out or moved")
  func elements() throws {
    var state = ToDo(100)
    var followed = try FollowedStates(state)
    state.items.removeFirst()
    #expect(try followed.patch(to: state) == #"[{"op":"remove","path":"/items/0"}]"#)
    state.items.remove(at: 50)
    state.items.removeLast()
    #expect(
      try followed.patch(to: state)
        == #"[{"op":"remove","path":"/items/50"},{"op":"remove","path":"/items/97"}]"#
    )
    state.items.insert(ToDo.Item(id: 100, title: "New"), at: 0)
    #expect(
      try followed.patch(to: state)
        == #"[{"op":"add","path":"/items/0","value":{"id":100,"title":"New","isDone":false,"tags":[]}}]"#
    )
    state.items.insert(state.items.remove(at: 80), at: 10)
    #expect(
      try followed.patch(to: state) == #"[{"op":"move","from":"/items/80","path":"/items/10"}]"#
    )
    state.items.reverse()
    try followed.patch(to: state)
    state.items.sort { $0.id < $1.id }
    try followed.patch(to: state)
    state.items = []
    #expect(
      try followed.patch(to: state) == #"[{"op":"replace","path":"/items","value":[]}]"#
    )
  }

  @Test("says what changed in each row, where that is less than the rows")
  func everyRow() throws {
    struct Board: Codable {
      struct Row: Codable {
        var title: String
        var due = 0
      }
      var grid = (0..<200).map { row in (0..<200).map { 200 * row + $0 } }
      var rows = (0..<300).map { number in
        Row(title: String(repeating: "a row that is not short ", count: 8) + "\(number)")
      }
    }
    var state = Board()
    var followed = try FollowedStates(state)
    for row in state.grid.indices { state.grid[row][17] = -row }
    #expect(try followed.patch(to: state).utf8.count < 12_000)
    for row in state.rows.indices { state.rows[row].due = row + 1 }
    let dues = try followed.patch(to: state)
    #expect(dues.hasPrefix(#"[{"op":"replace","path":"/rows/0/due","value":1},"#))
    #expect(dues.components(separatedBy: "\"op\"").count == 301)
    state.rows.reverse()
    state.rows.append(Board.Row(title: "another"))
    try followed.patch(to: state)
    state.rows = state.rows.map { Board.Row(title: "new: \($0.due)", due: -$0.due) }
    try followed.patch(to: state)
  }

  @Test("finds the few edits of a long list that was made anew")
  func longLists() throws {
    var state = ToDo(400)
    var followed = try FollowedStates(state)
    var random = SeededGenerator(seed: 3)
    for round in 0..<60 {
      // Nothing of the old list is in the new one's memory.
      state.items = state.items.map { item in
        var item = item
        item.title = String(decoding: Array(item.title.utf8), as: UTF8.self)
        return item
      }
      let edits = Int.random(in: 1...20, using: &random)
      for edit in 0..<edits {
        let index = Int.random(in: 0..<state.items.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: state.items.remove(at: index)
        case 1:
          state.items.insert(ToDo.Item(id: 1_000 * round + edit + 500, title: "New"), at: index)
        default: state.items.insert(state.items.remove(at: index), at: 0)
        }
      }
      let patch = try followed.patch(to: state, "round \(round)")
      #expect(patch.components(separatedBy: "\"op\"").count - 1 <= edits + 1, "round \(round)")
    }
  }

  @Test("needs no more words for what is compared as text", arguments: seeds())
  func texts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var state = ToDo(60)
    var values = try FollowedStates(state)
    var texts = try FollowedStates(Loaded.list(state))
    for round in 0..<TestScale.count(40, of: 400) {
      let index = Int.random(in: 0..<state.items.count, using: &generator)
      let other = Int.random(in: 0..<state.items.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: state.items[index].isDone.toggle()
      case 1: state.items[index].tags.insert("tag \(round)", at: 0)
      case 2: state.items.insert(ToDo.Item(id: 1_000 + round, title: "New"), at: index)
      case 3 where state.items.count > 40: state.items.remove(at: index)
      case 4: state.items.insert(state.items.remove(at: index), at: other)
      case 5: state.items[index].due = state.items[index].due == nil ? Date() : nil
      default: state.selected = index
      }
      let patch = try values.patch(to: state, "round \(round), seed \(seed)")
      let text = try texts.patch(to: .list(state), "round \(round), seed \(seed)")
      // Which of two neighbors has moved is all the same.
      #expect(text.utf8.count == patch.utf8.count, "\(text), \(patch), seed \(seed)")
    }
    try texts.patch(to: .nothing)
  }

  @Test("replaces what is shorter as a whole, as patches of values do")
  func wholes() throws {
    struct Point: Codable {
      var x = 0
      var y = 0
    }
    struct Board: Codable {
      var name = "a board with a name that is not short"
      var points = [Point(), Point()]
    }
    var state = Board()
    var followed = try FollowedStates(state)
    state.points[0] = Point(x: 1, y: 1)
    #expect(
      try followed.patch(to: state)
        == #"[{"op":"replace","path":"/points/0","value":{"x":1,"y":1}}]"#
    )
  }

  @Test("finds keys that came, went and changed in a dictionary")
  func dictionaries() throws {
    struct House: Codable {
      struct Device: Codable {
        var isOn = false
        var level = 50
      }
      var devices: [String: Device] = [:]
      var names: [Int: String] = [:]
    }
    var state = House()
    for number in 0..<100 { state.devices["device/\(number)"] = House.Device() }
    for number in 0..<10 { state.names[number] = "Name \(number)" }
    var followed = try FollowedStates(state)
    state.devices["device/7"]?.isOn = true
    #expect(
      try followed.patch(to: state)
        == #"[{"op":"replace","path":"/devices/device~17/isOn","value":true}]"#
    )
    state.devices["device/8"] = nil
    state.names[3] = nil
    state.names[4] = "Four"
    state.names[11] = "Eleven"
    #expect(
      try followed.patch(to: state) == #"""
        [{"op":"remove","path":"/devices/device~18"},{"op":"add","path":"/names/11","value":"Eleven"},\#
        {"op":"remove","path":"/names/3"},{"op":"replace","path":"/names/4","value":"Four"}]
        """#
    )
    for number in 200..<300 { state.devices["device/\(number)"] = House.Device() }
    try followed.patch(to: state)
    state.devices["caf\u{E9}"] = House.Device()
    try followed.patch(to: state)
    state.devices["cafe\u{301}"] = nil
    state.devices["cafe\u{301}"] = House.Device()
    try followed.patch(to: state)
  }

  @Test("follows a value that writes into the object around it", arguments: [true, false])
  func reaching(begins: Bool) throws {
    var state = Reaching(isAdded: begins)
    var followed = try FollowedStates(state)
    for change in 0..<16 {
      state.number = change
      state.reaches = change & 1 == 0
      state.isAdded = change & 6 != 2
      try followed.patch(to: state, "change \(change)")
    }
  }
}
