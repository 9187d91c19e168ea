/// The kind of a device.
public enum DeviceKind: String, Codable, CaseIterable, Sendable {
  case lamp
  case blind
  case heater
  case lock
  case thermometer
}

/// The origin of a device's last change.
public enum Origin: String, Codable, Sendable {
  /// A person, with the app.
  case app
  /// The device itself, or a person operating it.
  case hardware
  case automation
}

/// A device in the house.
///
/// Its id is its index in the list of all devices. It holds plain data, so that a hundred thousand of
/// them are copied as one block.
public struct Device: Codable, Equatable, Sendable {
  public let kind: DeviceKind
  /// The index of its room.
  public let room: Int
  public var isOn: Bool
  /// The brightness, opening or heating, in percent.
  public var level: Int
  /// The temperature of a thermometer, in degrees Celsius.
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
