import RewindStore
import SmartHomeExample
import SmartHomeFront

extension HouseState {
  /// Two rooms; a lamp and a thermometer in the first, a lamp and a heater in the second; a group of
  /// both lamps; a heater that is switched on when it gets colder than 19 degrees, and the lamps off
  /// when it gets as warm as 25.
  static var small: HouseState {
    HouseState(
      rooms: [Room(name: "Kitchen"), Room(name: "Hall")],
      groups: [
        DeviceGroup(name: "Lamps", devices: [0, 2]), DeviceGroup(name: "Heating", devices: [3]),
      ],
      automations: [
        Automation(thermometer: 1, isRising: false, limit: 19, group: 1, switchesOn: true),
        Automation(thermometer: 1, isRising: true, limit: 25, group: 0, switchesOn: false),
      ],
      devices: [
        Device(kind: .lamp, room: 0, isOn: true),
        Device(kind: .thermometer, room: 0, temperature: 20),
        Device(kind: .lamp, room: 1, isOn: true),
        Device(kind: .heater, room: 1),
      ]
    )
  }
}

/// An app that keeps what its reducer is given.
final class Watched {
  private(set) var actions: [any Action] = []
  let app: SmartHomeApp

  var house: HouseState { app.store.state }
  var types: [String] { actions.map { "\(type(of: $0))" } }

  init(_ house: HouseState, seed: UInt64 = 0) {
    var watch: (any Action) -> Void = { _ in }
    app = SmartHomeApp(house: house, seed: seed) { action, state in
      watch(action)
      return houseReducer(action: action, state: state)
    }
    watch = { [unowned self] in actions.append($0) }
  }
}

/// What a script prints in the small house after the first screen.
func played(_ script: String...) -> [String] {
  let front = SmartHomeProgram.front(of: SmartHomeApp(house: .small))
  var output: [String] = []
  front.write = { output.append($0) }
  front.run(script)
  return output
}
