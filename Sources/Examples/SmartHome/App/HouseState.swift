/// A room, which devices name by its place.
public struct Room: Codable, Equatable, Sendable {
  public var name: String

  public init(name: String) {
    self.name = name
  }
}

/// Devices that are switched together, by their places.
public struct DeviceGroup: Codable, Equatable, Sendable {
  public var name: String
  public var devices: [Int]

  public init(name: String, devices: [Int]) {
    self.name = name
    self.devices = devices
  }
}

/// A rule of the house: when a thermometer gets to a temperature, a group is switched.
public struct Automation: Codable, Equatable, Sendable {
  /// The place of the thermometer.
  public var thermometer: Int
  /// Whether the temperature has to rise to the limit, or to fall below it.
  public var isRising: Bool
  public var limit: Double
  /// The place of the group.
  public var group: Int
  public var switchesOn: Bool

  public init(thermometer: Int, isRising: Bool, limit: Double, group: Int, switchesOn: Bool) {
    self.thermometer = thermometer
    self.isRising = isRising
    self.limit = limit
    self.group = group
    self.switchesOn = switchesOn
  }

  /// Whether a change of temperature is what the rule waits for.
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
