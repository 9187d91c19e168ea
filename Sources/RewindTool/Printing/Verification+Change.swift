import RewindDiagnosis
import RewindJSON
import RewindText
import RewindTimeline

extension Verification {
  /// The effect of a changed app on the session, in a sentence.
  var change: String {
    switch verdict {
    case .same, .sameEnd:
      let crash = sharedCrash.map { ", and it still crashes (\($0))" } ?? ""
      return "nothing has changed for the \(counted(actions, "action")) of the session\(crash)."
    case .fixed(let action):
      let rest = divergences.first.map { "; \($0.change), \(extent)" } ?? ""
      return "the crash in action \(action) is gone\(rest)."
    case .diverged(let divergence):
      return "\(divergence.change), \(extent)."
    default:
      return (lines(.plain).first ?? verdict.name) + "."
    }
  }

  private var extent: String {
    divergences.count < 2
      ? "and no other state differs" : "and \(divergences.count) states differ in all"
  }
}

extension Divergence {
  fileprivate var change: String {
    let action = "action \(index)\(type.map { " (\($0))" } ?? "")"
    switch difference {
    case .state(let change, _, _):
      let (old, new) = (change.old?.brief(40) ?? "nothing", change.new?.brief(40) ?? "nothing")
      let moment = type == nil && index == 0 ? "in the initial state" : "after \(action)"
      return "\(moment), \(change.pointer.words) is \(new) instead of \(old)"
    case .missingInput(let name): return "\(action) no longer reads \"\(name)\""
    case .surplusInput(let name): return "\(action) reads \"\(name)\" now"
    }
  }
}
