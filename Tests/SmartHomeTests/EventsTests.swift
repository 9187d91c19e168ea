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

@Suite("In JSON, a house")
struct CodingTests {
  @Test("writes its state by the names of its parts")
  func state() throws {
    var house = HouseState.small
    house.devices.removeFirst(2)
    house.automations.removeFirst()
    #expect(
      try coded(house) == """
        {"automations":[{"group":0,"isRising":true,"limit":25,"switchesOn":false,"thermometer":1}],\
        "devices":[\
        {"isOn":true,"isReachable":true,"kind":"lamp","lastChange":"hardware","level":100,"room":1},\
        {"isOn":false,"isReachable":true,"kind":"heater","lastChange":"hardware","level":100,\
        "room":1}],\
        "groups":[{"devices":[0,2],"name":"Lamps"},{"devices":[3],"name":"Heating"}],\
        "rooms":[{"name":"Kitchen"},{"name":"Hall"}]}
        """
    )
    try coded(HouseState.small)
    try coded(HouseState.furnished(devices: 100, seed: 1))
  }

  @Test("writes its actions by the names of their values")
  func actions() throws {
    #expect(
      try coded(ReportTemperature(device: 3, temperature: 21.4))
        == #"{"device":3,"temperature":21.4}"#
    )
    #expect(try coded(AddDevice(kind: .lamp, room: 2)) == #"{"kind":"lamp","room":2}"#)
    try coded(SwitchDevice(device: 1, isOn: true))
    try coded(SetLevel(device: 1, level: 3))
    try coded(SwitchRoom(room: 1, isOn: true))
    try coded(SwitchGroup(group: 1, isOn: true))
    try coded(AddDevice(kind: .blind, room: 0))
    try coded(RemoveDevice(device: 1))
    try coded(ReportTemperature(device: 1, temperature: 20.1))
    try coded(ReportSwitch(device: 1, isOn: true))
    try coded(ReportReachability(device: 1, isReachable: false))
    try coded(RunAutomation(automation: 1))
  }
}
