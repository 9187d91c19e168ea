public import RewindReplay
public import RewindStore
public import SmartHomeExample

extension ReplayableStore where State == HouseState, Action == any RewindStore.Action {
  /// What a replay must know of the app.
  ///
  /// Automations are middleware: what they dispatched is in the recording, and comes from there.
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
