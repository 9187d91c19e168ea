public import RewindReplay
public import RewindStore
public import SmartHomeExample

/// The app's store, for its recording, for replays and for tests.
///
/// Automations are middleware: the actions that they dispatched come from the recording.
public let smartHome = ReplayableStore(
  reducer: houseReducer,
  actions: [
    SwitchDevice.self, SetLevel.self, SwitchRoom.self, SwitchGroup.self, AddDevice.self,
    RemoveDevice.self, ReportTemperature.self, ReportSwitch.self, ReportReachability.self,
    RunAutomation.self,
  ]
)
