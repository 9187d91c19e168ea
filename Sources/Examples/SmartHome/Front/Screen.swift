import ExampleFront
package import SmartHomeExample

/// The current screen, which is not part of the state.
package enum Page: Equatable, Sendable {
  case house
  /// A room, by its index.
  case room(Int)
}

/// A screen as lines of text.
package struct Screen {
  package let lines: [String]

  package init(_ page: Page, of house: HouseState) {
    switch page {
    case .room(let room) where house.rooms.indices.contains(room):
      lines = [house.rooms[room].name.uppercased(), ""] + Self.devices(of: room, in: house)
    case .house, .room:
      lines = ["HOUSE", ""] + Self.overview(house)
    }
  }

  private static func overview(_ house: HouseState) -> [String] {
    [
      "  devices      \(house.devices.count)",
      "  switched on  \(house.devices.count { $0.isOn })",
      "  unreachable  \(house.devices.count { !$0.isReachable })",
      "  rooms        \(house.rooms.count)",
      "  groups       \(house.groups.count)",
      "  automations  \(house.automations.count)",
    ]
  }

  private static func devices(of room: Int, in house: HouseState) -> [String] {
    let indexes = house.devices.indices.filter { house.devices[$0].room == room }
    guard !indexes.isEmpty else { return ["  No devices."] }
    return indexes.map { "  \(line(of: house.devices[$0], at: $0))" }
  }

  /// Returns the line of a device.
  static func line(of device: Device?, at index: Int) -> String {
    guard let device else { return "\("\(index)".padded(to: 7))gone" }
    let state =
      device.temperature.map { "shows \($0) degrees" }
      ?? (device.isOn ? "on at \(device.level) %" : "off")
    return "\(index)".padded(to: 7) + device.kind.rawValue.padded(to: 13) + state
      + ", by \(device.lastChange.rawValue)" + (device.isReachable ? "" : ", unreachable")
  }
}
