/// A room, which devices refer to by its index.
public struct Room: Codable, Equatable, Sendable {
  public var name: String

  public init(name: String) {
    self.name = name
  }
}

/// Devices that are switched together, by their indexes.
public struct DeviceGroup: Codable, Equatable, Sendable {
  public var name: String
  public var devices: [Int]

  public init(name: String, devices: [Int]) {
    self.name = name
    self.devices = devices
  }
}

/// An automation: when a thermometer reaches a temperature, a group is switched.
public struct Automation: Codable, Equatable, Sendable {
  /// The index of the thermometer.
  public var thermometer: Int
  /// True if the temperature has to rise to the limit, false if it has to fall below it.
  public var isRising: Bool
  public var limit: Double
  /// The index of the group.
  public var group: Int
  public var switchesOn: Bool

  public init(thermometer: Int, isRising: Bool, limit: Double, group: Int, switchesOn: Bool) {
    self.thermometer = thermometer
    self.isRising = isRising
    self.limit = limit
    self.group = group
    self.switchesOn = switchesOn
  }

  /// Returns true if a change of temperature triggers the automation.
  func isTriggered(from old: Double, to new: Double) -> Bool {
    isRising ? old < limit && new >= limit : old >= limit && new < limit
  }
}

/// The whole house.
public struct HouseState: Codable, Equatable, Sendable {
  public var rooms: [Room]
  public var groups: [DeviceGroup]
  public var automations: [Automation]
  public var devices: [Device]

  public init(
    rooms: [Room] = [],
    groups: [DeviceGroup] = [],
    automations: [Automation] = [],
    devices: [Device] = []
  ) {
    self.rooms = rooms
    self.groups = groups
    self.automations = automations
    self.devices = devices
  }
}
