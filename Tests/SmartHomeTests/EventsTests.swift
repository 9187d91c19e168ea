import Foundation
import RewindStore
import RewindTestSupport
import SmartHomeExample
import Testing

@Suite("The events of a house")
struct EventsTests {
  @Test("is the same for the same seed", arguments: [0, 1, 7])
  func seed(seed: UInt64) {
    func run(_ seed: UInt64) -> Watched {
      let watched = Watched(.furnished(devices: 200, seed: seed), seed: seed)
      watched.app.run(events: 500)
      return watched
    }
    let (first, second, other) = (run(seed), run(seed), run(seed + 100))
    #expect(first.actions.map { "\($0)" } == second.actions.map { "\($0)" })
    #expect(first.house == second.house)
    #expect(first.actions.map { "\($0)" } != other.actions.map { "\($0)" })
  }

  @Test("comes from people, from the hardware and from automations")
  func origins() {
    let watched = Watched(.furnished(devices: 200, seed: 3), seed: 3)
    watched.app.run(events: 5000)
    let counts = Dictionary(grouping: watched.types, by: \.self).mapValues(\.count)
    #expect(
      Set(counts.keys) == [
        "ReportTemperature", "ReportSwitch", "ReportReachability", "SwitchDevice", "SetLevel",
        "SwitchRoom", "SwitchGroup", "RunAutomation",
      ]
    )
    #expect(watched.actions.count == 5000 + (counts["RunAutomation"] ?? 0))
  }

  @Test("names only devices of the house, of whatever size", arguments: [0, 1, 4, 19, 20, 51, 333])
  func sizes(devices: Int) {
    let watched = Watched(.furnished(devices: devices, seed: 5), seed: 5)
    watched.app.run(events: 2000)
    #expect(watched.house.devices.count == devices)
    #expect(watched.actions.count >= (devices == 0 ? 0 : 2000))
  }

  @Test("leads to the same house in a store and in place")
  func inPlace() {
    let watched = Watched(.furnished(devices: 100, seed: 11), seed: 11)
    watched.app.run(events: 3000)
    var house = HouseState.furnished(devices: 100, seed: 11)
    for action in watched.actions { #expect(reduceHouse(action, &house)) }
    #expect(house == watched.house)
  }

  @Test("goes on in the largest house that is asked for")
  func largest() {
    var house = HouseState.furnished(devices: HouseState.maximumDevices, seed: 2)
    #expect(house.devices.count == 100_000)
    #expect(house.rooms.count == 10_000)
    #expect(house.groups.count == 5_000)
    #expect(house.automations.count == 2_000)
    var events = HouseEvents(seed: 2)
    for _ in 0..<20_000 { #expect(reduceHouse(events.next(in: house), &house)) }
    #expect(house.devices.contains { $0.lastChange == .app })
  }
}
