package import RewindJSON
import RewindSession
package import RewindTimeline

/// The pointers outside a feature that its crash needs.
///
/// The fatal action is tried on the app's first state, in which only the feature's part is as it was before the
/// crash. If it crashes alike, nothing else matters. Otherwise it is tried on the state before the crash with each
/// other member as it was at first: those without which it survives are needed.
package enum FeatureNeeds: Sendable, Equatable {
  case nothing
  /// These members of the app's state.
  case pointers([Pointer])
  /// It could not be tried.
  case unknown

  package static func find(
    _ feature: Feature,
    _ timeline: Timeline,
    fatal: Int,
    by program: ReplayProgram
  ) throws -> FeatureNeeds {
    let first = try timeline.state(after: timeline.firstIndex)
    let last = try timeline.state(before: fatal)
    guard case .object(let members) = last, let own = last[feature.path] else { return .unknown }
    let step = try timeline.step(fatal)
    func dies(on state: JSONValue) throws -> CrashSignature? {
      var request = ReplayRequest(timeline, states: .none)
      request.start(after: fatal - 1, state)
      request.add(step)
      return RedCondition.crash(try program.run(request), in: [step])
    }
    guard let crash = try dies(on: last) else { return .unknown }
    var alone = first
    guard (try? Patch([.replace(feature.path, own)]).apply(to: &alone)) != nil else {
      return .unknown
    }
    if let found = try dies(on: alone), found.matches(crash) { return .nothing }
    var needed: [Pointer] = []
    for member in members.members where member.key != feature.path.tokens.first {
      var state = members
      state[member.key] = first[Pointer(tokens: [member.key])]
      let found = try dies(on: .object(state))
      if found?.matches(crash) != true { needed.append(Pointer(tokens: [member.key])) }
    }
    return .pointers(needed)
  }
}
