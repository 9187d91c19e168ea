public import ExampleFront
import RewindStore
public import SmartHomeExample

/// The app in a terminal.
public final class SmartHomeTerminal: TerminalApp {
  public static var commands: [CommandForm<Command>] { Command.forms }

  private let app: SmartHomeApp
  private let write: (String) -> Void
  private var page = Page.house
  private var hasChanged = false
  private var views: [DeviceView] = []

  /// Makes a terminal that shows the house of an app.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - write: Called with each line of the output.
  public init(app: SmartHomeApp, write: @escaping (String) -> Void) {
    self.app = app
    self.write = write
    app.store.subscribe { [weak self] in self?.hasChanged = true }
  }

  public func begin() {
    draw()
  }

  public func carryOut(_ command: Command) {
    let store = app.store
    switch command {
    case .house: go(to: .house)
    case .room(let room): go(to: .room(room))
    case .turn(let device, let isOn): store.dispatch(SwitchDevice(device: device, isOn: isOn))
    case .level(let device, let level): store.dispatch(SetLevel(device: device, level: level))
    case .switchRoom(let room, let isOn): store.dispatch(SwitchRoom(room: room, isOn: isOn))
    case .switchGroup(let group, let isOn): store.dispatch(SwitchGroup(group: group, isOn: isOn))
    case .add(let kind, let room): store.dispatch(AddDevice(kind: kind, room: room))
    case .remove(let device): store.dispatch(RemoveDevice(device: device))
    case .temperature(let device, let degrees):
      store.dispatch(ReportTemperature(device: device, temperature: Double(degrees)))
    case .watch(let device): watch(device)
    case .run(let count): app.run(events: max(0, count))
    }
    drawIfChanged()
  }

  public func drawIfChanged() {
    if hasChanged { draw() }
  }

  private func go(to page: Page) {
    self.page = page
    hasChanged = true
  }

  private func watch(_ device: Int) {
    views.append(
      DeviceView(of: device, in: app.store) { [write] state in
        write("watched: \(Screen.line(of: state, at: device))")
      }
    )
  }

  private func draw() {
    hasChanged = false
    for line in Screen(page, of: app.store.getState()).lines { write(line) }
  }
}
