extension HouseState {
  /// The size of the largest house.
  public static let maximumDevices = 100_000

  /// Makes a house with a number of devices, the same for the same seed.
  ///
  /// Every room has ten devices, two of each kind. There is a group for every twenty devices, with five
  /// of them from anywhere in the house, and an automation for every fifty.
  ///
  /// - Complexity: O(*n*).
  public static func furnished(devices count: Int, seed: UInt64) -> HouseState {
    var random = SeededRandom(seed: seed)
    let kinds = DeviceKind.allCases
    let devices = (0..<count).map { index in
      let kind = kinds[index % kinds.count]
      return Device(
        kind: kind,
        room: index / 10,
        isOn: Bool.random(using: &random),
        level: Int.random(in: 0...100, using: &random),
        temperature: kind == .thermometer
          ? Double(Int.random(in: 180...230, using: &random)) / 10 : nil
      )
    }
    return HouseState(
      rooms: (0..<(count + 9) / 10).map { Room(name: roomName($0)) },
      groups: (0..<count / 20).map { number in
        DeviceGroup(
          name: "Group \(number)",
          devices: (0..<5).map { _ in Int.random(in: 0..<count, using: &random) }
        )
      },
      automations: (0..<count / 50).map { _ in .random(devices: count, using: &random) },
      devices: devices
    )
  }

  private static func roomName(_ number: Int) -> String {
    let names = ["Kitchen", "Living room", "Bedroom", "Bathroom", "Hall", "Study"]
    return "\(names[number % names.count]) \(number / names.count + 1)"
  }
}

extension Automation {
  fileprivate static func random(
    devices count: Int,
    using random: inout SeededRandom
  ) -> Automation {
    let kinds = DeviceKind.allCases.count
    // The last of every five devices is the thermometer.
    let thermometer = Int.random(in: 0..<count / kinds, using: &random) * kinds + kinds - 1
    return Automation(
      thermometer: thermometer,
      isRising: Bool.random(using: &random),
      limit: Double(Int.random(in: 190...220, using: &random)) / 10,
      group: Int.random(in: 0..<count / 20, using: &random),
      switchesOn: Bool.random(using: &random)
    )
  }
}

/// A random number generator with the same numbers for a seed in every process (SplitMix64: Steele, Lea
/// and Flood, 2014).
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
