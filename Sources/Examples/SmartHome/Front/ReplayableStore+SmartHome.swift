public import RewindReplay
public import RewindStore
public import SmartHomeExample

extension ReplayableStore where State == HouseState, Action == any RewindStore.Action {
  /// The app for replays.
  ///
  /// Automations are middleware: the actions that they dispatched come from the recording.
  public static func smartHome(
    reducer: @escaping Reducer<HouseState> = houseReducer
  ) -> ReplayableStore {
    ReplayableStore(
      reducer: reducer,
      actions: [
        SwitchDevice.self, SetLevel.self, SwitchRoom.self, SwitchGroup.self, AddDevice.self,
        RemoveDevice.self, ReportTemperature.self, ReportSwitch.self, ReportReachability.self,
        RunAutomation.self,
      ]
    )
  }
}
