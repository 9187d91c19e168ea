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

/// A device is set brighter, wider, warmer, or less so.
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

/// A new device is put into a room, and at the end of the list.
public struct AddDevice: Action, Codable, Equatable, Sendable {
  public let kind: DeviceKind
  public let room: Int

  public init(kind: DeviceKind, room: Int) {
    self.kind = kind
    self.room = room
  }
}

/// A device is taken out of the house.
public struct RemoveDevice: Action, Codable, Equatable, Sendable {
  public let device: Int

  public init(device: Int) {
    self.device = device
  }
}

// MARK: By the hardware

/// A thermometer tells what it shows.
public struct ReportTemperature: Action, Codable, Equatable, Sendable {
  public let device: Int
  /// In degrees Celsius.
  public let temperature: Double

  public init(device: Int, temperature: Double) {
    self.device = device
    self.temperature = temperature
  }
}

/// A device tells that it was switched by hand.
public struct ReportSwitch: Action, Codable, Equatable, Sendable {
  public let device: Int
  public let isOn: Bool

  public init(device: Int, isOn: Bool) {
    self.device = device
    self.isOn = isOn
  }
}

/// A device has come into reach, or is out of it.
public struct ReportReachability: Action, Codable, Equatable, Sendable {
  public let device: Int
  public let isReachable: Bool

  public init(device: Int, isReachable: Bool) {
    self.device = device
    self.isReachable = isReachable
  }
}

// MARK: By automations

/// A rule of the house has been met, and switches its group.
public struct RunAutomation: Action, Codable, Equatable, Sendable {
  public let automation: Int

  public init(automation: Int) {
    self.automation = automation
  }
}
