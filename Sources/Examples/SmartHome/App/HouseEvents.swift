public import RewindStore

/// The events in a house, one after the other, the same for the same seed.
///
/// Of a hundred events, seventy come from the hardware, most of them temperatures, which rise and fall
/// and so trigger automations now and then; thirty come from people.
public struct HouseEvents: Sendable {
  private var random: SeededRandom

  public init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// Returns the next event in a house, which must have devices.
  ///
  /// It refers only to existing devices, rooms and groups.
  public mutating func next(in house: HouseState) -> any Action {
    let device = Int.random(in: house.devices.indices, using: &random)
    let isOn = Bool.random(using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<55: return temperature(near: device, in: house)
    case 55..<65: return ReportSwitch(device: device, isOn: isOn)
    case 65..<70: return ReportReachability(device: device, isReachable: isOn)
    case 70..<90: return SwitchDevice(device: device, isOn: isOn)
    case 90..<96:
      return SetLevel(device: device, level: Int.random(in: 0...100, using: &random))
    case 96..<98:
      return SwitchRoom(room: house.devices[device].room, isOn: isOn)
    default:
      guard !house.groups.isEmpty else { return SwitchDevice(device: device, isOn: isOn) }
      return SwitchGroup(
        group: Int.random(in: house.groups.indices, using: &random),
        isOn: isOn
      )
    }
  }

  /// Returns a report of the first thermometer at or after a device; if there is none, the device is
  /// switched.
  private mutating func temperature(near device: Int, in house: HouseState) -> any Action {
    let isOn = Bool.random(using: &random)
    // At most half a degree up or down, in tenths.
    let step = Int.random(in: -5...5, using: &random)
    for index in device..<house.devices.count {
      guard let old = house.devices[index].temperature else { continue }
      let tenths = (old * 10).rounded() + Double(step)
      return ReportTemperature(device: index, temperature: tenths / 10)
    }
    return ReportSwitch(device: device, isOn: isOn)
  }
}
