public import RewindStore

/// Makes the middleware that runs the automations of the house.
///
/// When a thermometer has reported its temperature, every automation that waited for it dispatches its
/// action: after the temperature has been reduced, and before its dispatch returns.
public func automations() -> Middleware<HouseState> {
  { dispatch, getState in
    { next in
      { action in
        guard let report = action as? ReportTemperature else { return next(action) }
        let old = getState()?.temperature(of: report.device)
        next(action)
        guard let old, let rules = getState()?.automations else { return }
        for (index, rule) in rules.enumerated()
        where rule.thermometer == report.device
          && rule.isTriggered(from: old, to: report.temperature)
        {
          dispatch(RunAutomation(automation: index))
        }
      }
    }
  }
}

extension HouseState {
  fileprivate func temperature(of device: Int) -> Double? {
    devices.indices.contains(device) ? devices[device].temperature : nil
  }
}
