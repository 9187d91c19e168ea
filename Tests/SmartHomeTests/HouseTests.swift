import SmartHomeExample
import Testing

@Suite("A house")
struct HouseTests {
  @Test("notifies each view of a device about its device only")
  func views() {
    let app = SmartHomeApp(
      house: HouseState(
        rooms: [Room(name: "Hall")],
        groups: [],
        automations: [],
        devices: (0..<4).map { _ in Device(kind: .lamp, room: 0, isOn: true) }
      )
    )
    var drawn: [String] = []
    let views = [0, 0, 3].map { device in
      DeviceView(of: device, in: app.store) { state in
        drawn.append("\(device) \(state.map { "\($0.isOn)" } ?? "gone")")
      }
    }
    drawn = []
    app.store.dispatch(SwitchDevice(device: 0, isOn: false))
    app.store.dispatch(SwitchDevice(device: 2, isOn: false))
    app.store.dispatch(SwitchDevice(device: 3, isOn: false))
    app.store.dispatch(RemoveDevice(device: 1))
    #expect(drawn == ["0 false", "0 false", "3 false", "3 gone"])
    #expect(views.map(\.device) == [0, 0, 3])
  }

  @Test("has events for its devices only, of whatever size it is", arguments: [0, 1, 4, 20, 51])
  func sizes(devices: Int) {
    let app = SmartHomeApp(house: .furnished(devices: devices, seed: 5), seed: 5)
    app.run(events: 500)
    #expect(app.store.state.devices.count == devices)
  }
}
