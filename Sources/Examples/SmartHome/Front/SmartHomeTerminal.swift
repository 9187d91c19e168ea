package import ExampleFront
import RewindStore
package import SmartHomeExample

/// The app in a terminal.
package final class SmartHomeTerminal: TerminalApp {
  package var hasChanged = false
  private let app: SmartHomeApp
  private let write: (String) -> Void
  private var page = Page.house { didSet { hasChanged = true } }
  private var views: [DeviceView] = []

  /// Makes a terminal that shows the house of an app.
  package init(app: SmartHomeApp, write: @escaping (String) -> Void) {
    self.app = app
    self.write = write
    app.store.subscribe { [weak self] in self?.hasChanged = true }
  }

  package static var commands: [CommandForm<SmartHomeTerminal>] {
    [
      CommandForm("house", help: "go to the overview") { $0.page = .house },
      CommandForm("room", .number, help: "go to room N") { $0.page = .room($1) },
      CommandForm("turn", .number, .onOff, help: "switch device N") {
        $0.app.store.dispatch(SwitchDevice(device: $1, isOn: $2))
      },
      CommandForm(
        "level",
        .number,
        .number("PERCENT"),
        help: "set device N brighter, wider, warmer, or less"
      ) { $0.app.store.dispatch(SetLevel(device: $1, level: $2)) },
      CommandForm("all", .number, .onOff, help: "switch all devices of room N") {
        $0.app.store.dispatch(SwitchRoom(room: $1, isOn: $2))
      },
      CommandForm("group", .number, .onOff, help: "switch the devices of group N") {
        $0.app.store.dispatch(SwitchGroup(group: $1, isOn: $2))
      },
      CommandForm("add", .kind, .number, help: "put a new device into room N, such as a lamp") {
        $0.app.store.dispatch(AddDevice(kind: $1, room: $2))
      },
      CommandForm("remove", .number, help: "take device N out of the house") {
        $0.app.store.dispatch(RemoveDevice(device: $1))
      },
      CommandForm(
        "heat",
        .number,
        .number("DEGREES"),
        help: "let thermometer N show a temperature"
      ) { $0.app.store.dispatch(ReportTemperature(device: $1, temperature: Double($2))) },
      CommandForm("watch", .number, help: "show device N whenever it changes") { $0.watch($1) },
      CommandForm("run", .number, help: "let N things happen in the house") {
        $0.app.run(events: max(0, $1))
      },
    ]
  }

  package var screen: [String] { Screen(page, of: app.store.getState()).lines }

  private func watch(_ device: Int) {
    views.append(
      DeviceView(of: device, in: app.store) { [write] state in
        write("watched: \(Screen.line(of: state, at: device))")
      }
    )
  }
}

extension Parameter<DeviceKind> {
  fileprivate static var kind: Parameter {
    .word(
      "KIND",
      "a kind of device",
      of: [
        "lamp": .lamp, "blind": .blind, "heater": .heater, "lock": .lock,
        "thermometer": .thermometer,
      ]
    )
  }
}
