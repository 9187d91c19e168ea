import ExampleFront
package import SmartHomeExample

/// A screen as lines of text.
package struct Screen {
  package let lines: [String]

  /// Draws the overview.
  package init(_ house: HouseState) {
    lines = [
      "HOUSE",
      "",
      "  devices      \(house.devices.count)",
      "  switched on  \(house.devices.count { $0.isOn })",
      "  unreachable  \(house.devices.count { !$0.isReachable })",
      "  rooms        \(house.rooms.count)",
      "  groups       \(house.groups.count)",
      "  automations  \(house.automations.count)",
    ]
  }

  /// Draws the devices of every room.
  package init(rooms house: HouseState) {
    let indexes = Dictionary(grouping: house.devices.indices) { house.devices[$0].room }
    lines = house.rooms.enumerated().flatMap { number, room in
      let devices = indexes[number]?.map { "  \(Self.line(of: house.devices[$0], at: $0))" }
      return [room.name.uppercased(), ""] + (devices ?? ["  No devices."])
    }
  }

  private static func line(of device: Device, at index: Int) -> String {
    let state =
      device.temperature.map { "shows \($0) degrees" }
      ?? (device.isOn ? "on at \(device.level) %" : "off")
    return "\(index)".padded(to: 7) + device.kind.rawValue.padded(to: 13) + state
      + ", by \(device.lastChange.rawValue)" + (device.isReachable ? "" : ", unreachable")
  }
}
