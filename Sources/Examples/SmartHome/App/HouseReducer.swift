public import RewindStore

/// The reducer of the house, for a store that retains the state before.
public func houseReducer(action: any Action, state: HouseState?) -> HouseState {
  var state = state ?? HouseState()
  _ = reduceHouse(action, &state)
  return state
}

/// The reducer of the house, in place: at a hundred thousand devices its cost depends on the change,
/// without a copy of the house.
///
/// It stops the program if an action refers to an index that does not exist.
///
/// - Returns: True if it handles the action.
public func reduceHouse(_ action: any Action, _ house: inout HouseState) -> Bool {
  switch action {
  case let action as SwitchDevice:
    house.devices[action.device].turn(on: action.isOn, by: .app)
  case let action as SetLevel:
    house.devices[action.device].level = action.level
    house.devices[action.device].lastChange = .app
  case let action as SwitchRoom:
    house.switchRoom(action.room, on: action.isOn)
  case let action as SwitchGroup:
    house.switchGroup(action.group, on: action.isOn, by: .app)
  case let action as AddDevice:
    house.devices.append(Device(kind: action.kind, room: action.room, lastChange: .app))
  case let action as RemoveDevice:
    // Groups and automations keep the old indexes: they switch the following devices instead, and if a
    // group had the last device of the list, that index no longer exists.
    house.devices.remove(at: action.device)
  case let action as ReportTemperature:
    house.devices[action.device].temperature = action.temperature
    house.devices[action.device].lastChange = .hardware
  case let action as ReportSwitch:
    house.devices[action.device].turn(on: action.isOn, by: .hardware)
  case let action as ReportReachability:
    house.devices[action.device].isReachable = action.isReachable
  case let action as RunAutomation:
    let automation = house.automations[action.automation]
    house.switchGroup(automation.group, on: automation.switchesOn, by: .automation)
  default:
    return false
  }
  return true
}

extension Device {
  fileprivate mutating func turn(on isOn: Bool, by origin: Origin) {
    self.isOn = isOn
    lastChange = origin
  }
}

extension HouseState {
  fileprivate mutating func switchRoom(_ room: Int, on isOn: Bool) {
    for index in devices.indices where devices[index].room == room {
      devices[index].turn(on: isOn, by: .app)
    }
  }

  fileprivate mutating func switchGroup(_ group: Int, on isOn: Bool, by origin: Origin) {
    for index in groups[group].devices { devices[index].turn(on: isOn, by: origin) }
  }
}
