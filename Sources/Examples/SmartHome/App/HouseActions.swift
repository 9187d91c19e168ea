public import RewindStore

// MARK: By a person, with the app

/// A device is switched.
public struct SwitchDevice: Action, Codable, Equatable, Sendable {
  public let device: Int
  public let isOn: Bool

  public init(device: Int, isOn: Bool) {
    self.device = device
    self.isOn = isOn
  }
}

/// The level of a device is set.
public struct SetLevel: Action, Codable, Equatable, Sendable {
  public let device: Int
  /// In percent.
  public let level: Int

  public init(device: Int, level: Int) {
    self.device = device
    self.level = level
  }
}

/// All devices of a room are switched.
public struct SwitchRoom: Action, Codable, Equatable, Sendable {
  public let room: Int
  public let isOn: Bool

  public init(room: Int, isOn: Bool) {
    self.room = room
    self.isOn = isOn
  }
}

/// All devices of a group are switched.
public struct SwitchGroup: Action, Codable, Equatable, Sendable {
  public let group: Int
  public let isOn: Bool

  public init(group: Int, isOn: Bool) {
    self.group = group
    self.isOn = isOn
  }
}

/// A new device is added to a room, at the end of the list.
public struct AddDevice: Action, Codable, Equatable, Sendable {
  public let kind: DeviceKind
  public let room: Int

  public init(kind: DeviceKind, room: Int) {
    self.kind = kind
    self.room = room
  }
}

/// A device is removed from the house.
public struct RemoveDevice: Action, Codable, Equatable, Sendable {
  public let device: Int

  public init(device: Int) {
    self.device = device
  }
}

// MARK: By the hardware

/// A thermometer reports its temperature.
public struct ReportTemperature: Action, Codable, Equatable, Sendable {
  public let device: Int
  /// In degrees Celsius.
  public let temperature: Double

  public init(device: Int, temperature: Double) {
    self.device = device
    self.temperature = temperature
  }
}

/// A device reports that it was switched by hand.
public struct ReportSwitch: Action, Codable, Equatable, Sendable {
  public let device: Int
  public let isOn: Bool

  public init(device: Int, isOn: Bool) {
    self.device = device
    self.isOn = isOn
  }
}

/// A device has become reachable or unreachable.
public struct ReportReachability: Action, Codable, Equatable, Sendable {
  public let device: Int
  public let isReachable: Bool

  public init(device: Int, isReachable: Bool) {
    self.device = device
    self.isReachable = isReachable
  }
}

// MARK: By automations

/// The condition of an automation is met, which switches its group.
public struct RunAutomation: Action, Codable, Equatable, Sendable {
  public let automation: Int

  public init(automation: Int) {
    self.automation = automation
  }
}
