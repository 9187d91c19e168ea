/// What a device is good for.
public enum DeviceKind: String, Codable, CaseIterable, Sendable {
  case lamp
  case blind
  case heater
  case lock
  case thermometer
}

/// Who made a device what it is.
public enum Origin: String, Codable, Sendable {
  /// A person, with the app.
  case app
  /// The device itself, or a person with a hand on it.
  case hardware
  case automation
}

/// A device in the house.
///
/// It is known by its place in the list of all devices. It holds plain data, so that a hundred
/// thousand of them are copied as one block.
public struct Device: Codable, Equatable, Sendable {
  public let kind: DeviceKind
  /// The place of its room among the rooms.
  public let room: Int
  public var isOn: Bool
  /// How bright, how far open, how warm: in percent.
  public var level: Int
  /// What a thermometer shows, in degrees Celsius.
  public var temperature: Double?
  public var isReachable: Bool
  public var lastChange: Origin

  public init(
    kind: DeviceKind,
    room: Int,
    isOn: Bool = false,
    level: Int = 100,
    temperature: Double? = nil,
    isReachable: Bool = true,
    lastChange: Origin = .hardware
  ) {
    self.kind = kind
    self.room = room
    self.isOn = isOn
    self.level = level
    self.temperature = temperature
    self.isReachable = isReachable
    self.lastChange = lastChange
  }
}
