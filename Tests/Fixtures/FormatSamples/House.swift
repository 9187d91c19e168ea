import Foundation
import Rewind
import RewindJSON
import RewindReplay

/// A state that is not `Codable`, with the forms that reflection writes.
struct House {
  struct Room {
    var name = "hall"
    var lamps: [Lamp] = [.off, .dimmed(30), .coloured(red: 1, green: 2), .party(.dimmed(1), 5)]
    var window: Window?
  }

  indirect enum Lamp {
    case off
    case dimmed(Int)
    case coloured(red: Int, green: Int)
    case party(Lamp, Int)
  }

  struct Window {
    var size = (width: 3, height: 4)
    var place = (1, "left")
    var stains: Int?
  }

  struct Key: Hashable {
    var number: Int
  }

  class Thing {
    var weight = 2.5
  }

  final class Piano: Thing {
    var keys = 88
    var player: Player?
  }

  struct Player {
    var name = "Clara"
    @Limited var loudness = 4
    lazy var score = "sonata"
  }

  @propertyWrapper
  struct Limited {
    var wrappedValue: Int
  }

  enum Alarm: Error {
    case fire(floor: Int)
    case water
  }

  var rooms = [Room(), Room(name: "attic", window: Window())]
  var byName = ["b": Window(), "a": Window(stains: 2)]
  var byNumber = [10: Lamp.off, 2: .dimmed(2)]
  var byKey = [Key(number: 2): Lamp.off, Key(number: 1): .dimmed(1)]
  var keys: Set<Key> = [Key(number: 3), Key(number: 1), Key(number: 2)]
  var grid = [[Key(number: 1)], [], [Key(number: 2)]]
  var piano: Piano = {
    let piano = Piano()
    piano.player = Player()
    return piano
  }()
  var guest: Player?
  var alarm: Alarm = .fire(floor: 2)
  var inspection: Result<Key, Alarm> = .failure(.water)
  var anything: Any = Key(number: 7)
  var number = 1
  var built = Date(timeIntervalSince1970: 1_700_000_000)
  var tags: Set<String> = ["old", "damp"]
}

enum HouseAction {
  case lock
  case lamp(LampAction)
  case paint(room: Int, name: String)
}

enum LampAction {
  case set(House.Lamp)
  case allOff
}

/// An action with a closure, which no recording can give back.
struct Ring {
  let times: Int
  let done: () -> Void
}

/// An action that is an object.
final class Carry {
  let thing: House.Thing

  init(_ thing: House.Thing) { self.thing = thing }
}

/// An action with a type parameter that is not `Codable`.
struct Hand<Value> {
  let value: Value
}

/// An action whose change was missed when the first recordings were made.
struct Hide {}

extension HouseAction {
  fileprivate struct Secret {
    var key = House.Key(number: 5)
  }
}

func houseReducer(_ action: Any, _ house: House) -> House {
  var house = house
  house.number += 1
  switch action {
  case HouseAction.lock: house.tags = ["locked"]
  case HouseAction.lamp(.set(let lamp)): house.rooms[0].lamps = [lamp]
  case HouseAction.lamp(.allOff): house.rooms[0].lamps = []
  case HouseAction.paint(let room, let name): house.rooms[room].name = name
  case let ring as Ring: house.guest = House.Player(name: "guest \(ring.times)")
  case let carry as Carry: house.piano = (carry.thing as? House.Piano) ?? house.piano
  case let hand as Hand<House.Key>: house.anything = hand.value
  case let secret as HouseAction.Secret: house.number += secret.key.number
  case is Hide: house.keys = []
  default: break
  }
  return house
}

/// How what was recorded becomes actions again: the form of each is read by hand.
private func houseActions() -> ActionDecoders<Any> {
  ActionDecoders<Any>()
    .adding("HouseAction") { payload in
      try payload.enumCase { name, values in
        switch name {
        case "lock": return HouseAction.lock
        case "lamp": return HouseAction.lamp(try lampAction(values.member("_0")))
        case "paint":
          return HouseAction.paint(room: try values.value("room"), name: try values.value("name"))
        default: throw RecordedValueError.unknownCase(name)
        }
      }
    }
    .adding("HouseAction.Secret") { payload in
      HouseAction.Secret(key: House.Key(number: try payload.member("key").value("number")))
    }
    .adding("Ring") { Ring(times: try $0.value("times"), done: {}) }
    .adding("Carry") { payload in
      let piano = House.Piano()
      piano.keys = try payload.member("thing").value("keys")
      piano.weight = try payload.member("thing").member("super").value("weight")
      return Carry(piano)
    }
    .adding("Hide") { _ in Hide() }
    .adding("Hand<House.Key>") { payload in
      Hand(value: House.Key(number: try payload.member("value").value("number")))
    }
}

private func lampAction(_ recorded: JSONValue) throws -> LampAction {
  try recorded.enumCase { name, values in
    name == "set" ? .set(try lamp(values.member("_0"))) : .allOff
  }
}

private func lamp(_ recorded: JSONValue) throws -> House.Lamp {
  try recorded.enumCase { name, values in
    switch name {
    case "off": return .off
    case "dimmed": return .dimmed(try values.value("_0"))
    case "coloured":
      return .coloured(red: try values.value("red"), green: try values.value("green"))
    case "party": return .party(try lamp(values.member("_0")), try values.value("_1"))
    default: throw RecordedValueError.unknownCase(name)
    }
  }
}

extension House {
  fileprivate static let replayable = ReplayableStore(
    initial: House(),
    actions: houseActions(),
    reduce: .actionFirst(houseReducer)
  )
}

extension Sample {
  /// A sample of a house.
  private static func house(_ actions: @escaping @Sendable () -> [Any]) -> Sample {
    Sample(of: House.replayable) { log in
      let recorder = Recorder.steady("house", log)
      let recording = recorder.attach(House.self)
      var house = recording.recordInitialState { House() }
      for action in actions() {
        house = recording.record(action, from: house) { houseReducer(action, house) }
      }
      recorder.close()
    }
  }

  /// Values and actions by reflection.
  static let reflected = house {
    let grand = House.Piano()
    grand.keys = 97
    return [
      HouseAction.lock, HouseAction.lamp(.set(.party(.coloured(red: 1, green: 2), 3))),
      HouseAction.lamp(.allOff), HouseAction.paint(room: 1, name: "loft"),
      Ring(times: 2, done: {}), Carry(grand), Hand(value: House.Key(number: 4)),
      HouseAction.Secret(),
    ]
  }
}
