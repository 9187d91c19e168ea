public import RewindStore

/// One of the many views of devices, which is notified when its device changes.
public final class DeviceView: StoreSubscriber {
  /// The index of the device.
  public let device: Int
  private let draw: (Device?) -> Void

  /// Shows a device of a store, or that it no longer exists.
  public init(of device: Int, in store: Store<HouseState>, draw: @escaping (Device?) -> Void) {
    self.device = device
    self.draw = draw
    store.subscribe(self) { subscription in
      subscription.select { $0.devices.indices.contains(device) ? $0.devices[device] : nil }
    }
  }

  public func newState(state: Device?) {
    draw(state)
  }
}
