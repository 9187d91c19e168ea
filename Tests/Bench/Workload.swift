import Foundation
import MemoryTunesExample
import SmartHomeExample

/// A state, and the ways in which a reducer changes it.
struct Workload<State: Codable> {
  struct Change {
    let name: String
    /// Changes a state, given the number of changes before.
    let apply: (inout State, Int) -> Void

    init(_ name: String, _ apply: @escaping (inout State, Int) -> Void) {
      self.name = name
      self.apply = apply
    }
  }

  let name: String
  let state: State
  let changes: [Change]
  /// The bytes of the large array, which a reducer copies before it changes one element.
  var copied = 0
}

extension Workload<ToDo> {
  /// The changes by which a list lives.
  static func toDo(_ count: Int, _ changes: [String]? = nil) -> Workload {
    let all: [Change] = [
      Change("one field") { state, number in
        if !state.items.isEmpty { state.items[number &* 7919 % state.items.count].isDone.toggle() }
      },
      Change("beside the list") { state, _ in state.counter += 1 },
      Change("append") { state, number in
        state.items.append(ToDo(count: 1).items[0])
        if number % 2 == 1 { state.items.removeLast(2) }
      },
      Change("insert at the front") { state, number in
        if number % 2 == 0 {
          state.items.insert(ToDo(count: 1).items[0], at: 0)
        } else {
          state.items.removeFirst()
        }
      },
      Change("remove in the middle") { state, number in
        let middle = state.items.count / 2
        if number % 2 == 0 {
          state.items.remove(at: middle)
        } else {
          state.items.insert(ToDo(count: 1).items[0], at: middle)
        }
      },
      Change("sort") { state, _ in state.items.reverse() },
      Change("replace all") { state, number in
        for index in state.items.indices { state.items[index].priority = Double(number) }
      },
      Change("nothing") { _, _ in },
    ]
    return Workload(
      name: "to-do, \(count) items",
      state: ToDo(count: count),
      changes: all.filter { changes?.contains($0.name) ?? true },
      copied: count * MemoryLayout<ToDo.Item>.stride
    )
  }
}

/// A list of which the detector believes nothing, since an enum with a payload holds it: its text is written
/// and held against the text of the last time.
struct ToDoOrNone: Codable {
  enum Content: Codable {
    case empty
    case items([ToDo.Item])
  }

  var content: Content
  var counter = 0
}

extension Workload<ToDoOrNone> {
  static func toDoAsText(_ count: Int) -> Workload {
    Workload(
      name: "to-do, \(count) items, as text",
      state: ToDoOrNone(content: .items(ToDo(count: count).items)),
      changes: [
        Change("one field") { state, number in
          guard case .items(var items) = state.content else { return }
          state.content = .empty
          items[number &* 7919 % items.count].isDone.toggle()
          state.content = .items(items)
        },
        Change("beside the list") { state, _ in state.counter += 1 },
      ],
      copied: count * MemoryLayout<ToDo.Item>.stride
    )
  }
}

extension Workload<HouseState> {
  static func smartHome(_ count: Int) -> Workload {
    Workload(
      name: "smart home, \(count) devices",
      state: .furnished(devices: count, seed: 1),
      changes: [
        Change("one field") { state, number in
          state.devices[number &* 7919 % state.devices.count].isOn.toggle()
        },
        Change("a group") { state, number in
          for device in state.groups[number % state.groups.count].devices {
            state.devices[device].isOn.toggle()
          }
        },
      ],
      copied: count * MemoryLayout<Device>.stride
    )
  }
}

extension Workload<AppState> {
  static var memoryTunes: Workload {
    Workload(
      name: "memory game",
      state: AppState(
        gameState: GameState(
          memoryCards: (0..<16).map { MemoryCard(imageUrl: "https://tunes.example/\($0).png") }
        )
      ),
      changes: [
        Change("one card") { state, number in
          state.gameState.memoryCards[number % 16].isFlipped.toggle()
        },
        Change("a screen") { state, number in
          state.gameState.showLoading = number % 2 == 0
        },
      ]
    )
  }
}

/// Settings within settings, none of them in a list.
struct Settings: Codable {
  struct Page: Codable {
    struct Section: Codable {
      struct Row: Codable {
        var isOn = false
        var value = 0.5
        var note = "as it came"
      }

      var first = Row()
      var second = Row()
      var third = Row()
      var fourth = Row()
    }

    var top = Section()
    var middle = Section()
    var bottom = Section()
  }

  var look = Page()
  var sound = Page()
  var account = Page()
  var about = Page()
  var more: [String: Page] = ["a": Page(), "b": Page()]
}

extension Workload<Settings> {
  static var settings: Workload {
    Workload(
      name: "deep settings",
      state: Settings(),
      changes: [
        Change("one field") { state, _ in state.account.middle.third.isOn.toggle() },
        Change("in a dictionary") { state, number in
          state.more["b"]?.top.first.value = Double(number)
        },
      ]
    )
  }
}

/// Elements of what is no plain value: the detector has to compare their texts.
struct Odd: Codable {
  struct Failure: Error, Codable {
    var why = "no connection"
  }

  enum Loading: Codable {
    case idle
    case failed(Failure, after: Int)
    case done(String)
  }

  struct Item: Codable {
    var link: URL?
    var data = Data([1, 2, 3])
    var loading = Loading.idle
    var error: (any Error)?
    var ratings: [String: [Int]] = ["all": [1, 2, 3]]

    enum CodingKeys: CodingKey {
      case link
      case data
      case loading
      case ratings
    }
  }

  var items = (0..<1_000).map { Item(link: URL(string: "https://tunes.example/\($0)")) }
  var counter = 0
}

extension Workload<Odd> {
  static var odd: Workload {
    Workload(
      name: "odd types, 1,000 items",
      state: Odd(),
      changes: [
        Change("one field") { state, number in
          state.items[number % 1_000].loading = number % 2 == 0 ? .done("yes") : .idle
        },
        Change("beside the list") { state, _ in state.counter += 1 },
      ]
    )
  }
}
