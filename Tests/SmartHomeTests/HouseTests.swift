import RewindStore
import RewindTestSupport
import SmartHomeExample
import Testing

@Suite("A house", .process)
struct HouseTests {
  func house(after actions: any Action...) -> HouseState {
    actions.reduce(.small) { houseReducer(action: $1, state: $0) }
  }

  @Test("is changed by people")
  func people() {
    let house = house(
      after: SwitchDevice(device: 3, isOn: true),
      SetLevel(device: 3, level: 40)
    )
    #expect(
      house.devices[3]
        == Device(kind: .heater, room: 1, isOn: true, level: 40, lastChange: .app)
    )
  }

  @Test("is changed by the hardware")
  func hardware() {
    let house = house(
      after: ReportSwitch(device: 0, isOn: false),
      ReportTemperature(device: 1, temperature: 21.5),
      ReportReachability(device: 2, isReachable: false)
    )
    #expect(house.devices.map(\.isOn) == [false, false, true, false])
    #expect(house.devices[1].temperature == 21.5)
    #expect(house.devices.map(\.isReachable) == [true, true, false, true])
    #expect(house.devices.allSatisfy { $0.lastChange == .hardware })
  }

  @Test("is switched by rooms and by groups")
  func together() {
    #expect(
      house(after: SwitchRoom(room: 1, isOn: false)).devices.map(\.isOn) == [
        true, false, false, false,
      ]
    )
    #expect(
      house(after: SwitchGroup(group: 0, isOn: false)).devices.map(\.isOn) == [
        false, false, false, false,
      ]
    )
  }

  @Test("takes devices in, and lets go of them")
  func inventory() {
    let house = house(after: AddDevice(kind: .lock, room: 0), RemoveDevice(device: 1))
    #expect(house.devices.map(\.kind) == [.lamp, .lamp, .heater, .lock])
  }

  @Test("switches the neighbors of a removed device: its groups hold indexes, not devices")
  func wrongNeighbor() {
    let house = house(after: RemoveDevice(device: 1), SwitchGroup(group: 0, isOn: true))
    #expect(house.devices.map(\.kind) == [.lamp, .lamp, .heater])
    #expect(house.devices.map(\.lastChange) == [.app, .hardware, .app])
  }

  @Test("does not know other actions")
  func unknown() {
    struct Fly: Action {}
    var house = HouseState.small
    #expect(reduceHouse(Fly(), &house) == false)
    #expect(house == .small)
  }

  @Test("notifies each view of a device about its device only")
  func views() {
    let app = SmartHomeApp(house: .small)
    var drawn: [String] = []
    let views = [0, 0, 3].map { device in
      DeviceView(of: device, in: app.store) { state in
        drawn.append("\(device) \(state.map { "\($0.isOn)" } ?? "gone")")
      }
    }
    drawn = []
    app.store.dispatch(SwitchDevice(device: 0, isOn: false))
    app.store.dispatch(SwitchDevice(device: 2, isOn: false))
    app.store.dispatch(SwitchDevice(device: 3, isOn: true))
    app.store.dispatch(RemoveDevice(device: 1))
    #expect(drawn == ["0 false", "0 false", "3 true", "3 gone"])
    #expect(views.map(\.device) == [0, 0, 3])
  }
}

@Suite("An automation", .process)
struct AutomationTests {
  @Test("runs when its thermometer passes the limit in its direction, right after the report")
  func runs() {
    let watched = Watched(.small)
    for temperature in [19.5, 18.5, 18, 19, 24.9, 25, 26] {
      watched.app.store.dispatch(ReportTemperature(device: 1, temperature: temperature))
    }
    let report = "ReportTemperature"
    #expect(
      watched.types == [
        report, report, "RunAutomation", report, report, report, report, "RunAutomation", report,
      ]
    )
    #expect(watched.house.devices[3].isOn)
    #expect(watched.house.devices[3].lastChange == .automation)
    #expect(watched.house.devices.map(\.isOn) == [false, false, false, true])
  }

  @Test("does not run for other thermometers, nor for one that has shown nothing yet")
  func doesNotRun() {
    let watched = Watched(.small)
    watched.app.store.dispatch(AddDevice(kind: .thermometer, room: 0))
    watched.app.store.dispatch(ReportTemperature(device: 4, temperature: 10))
    watched.app.store.dispatch(ReportTemperature(device: 4, temperature: 30))
    #expect(watched.types == ["AddDevice", "ReportTemperature", "ReportTemperature"])
  }
}

/// Exit tests need child processes, which only the computers among Apple's platforms have.
#if os(macOS) || os(Linux)
@Suite("A house crashes", .exits)
struct CrashTests {
  @Test("when a group still lists a device whose index went away with another")
  func removed() async {
    await #expect(processExitsWith: .failure) {
      withoutBacktrace {
        let app = SmartHomeApp(house: .small)
        app.store.dispatch(RemoveDevice(device: 0))
        // The heating lists index 3, and there are three devices left.
        app.store.dispatch(ReportTemperature(device: 0, temperature: 20))
        app.store.dispatch(SwitchGroup(group: 1, isOn: true))
      }
    }
    await #expect(processExitsWith: .success) {
      let app = SmartHomeApp(house: .small)
      app.store.dispatch(RemoveDevice(device: 0))
      app.store.dispatch(SwitchGroup(group: 0, isOn: true))
    }
  }

  @Test("when something is asked of a device that is not there")
  func outOfRange() async {
    await #expect(processExitsWith: .failure) {
      withoutBacktrace { _ = houseReducer(action: RemoveDevice(device: 4), state: .small) }
    }
    await #expect(processExitsWith: .failure) {
      withoutBacktrace { _ = houseReducer(action: RemoveDevice(device: -1), state: .small) }
    }
  }
}
#endif
