package import RewindJSON
import RewindSession
package import RewindTimeline

/// The pointers outside a feature that its crash needs.
///
/// The fatal action is tried on the app's first state, in which only the feature's part is as it was before the
/// crash. If it crashes alike, nothing else matters. Otherwise it is tried on the state before the crash with each
/// member beside the feature, and beside what contains it, as it was at first: those without which it survives are
/// needed.
package enum FeatureNeeds: Sendable, Equatable {
  case nothing
  /// These values of the app's state; none if no single one is.
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
    guard let own = last[feature.path] else { return .unknown }
    let step = try timeline.step(fatal)
    func dies(on state: JSONValue) throws -> CrashSignature? {
      var request = ReplayRequest(timeline, states: .none)
      request.start(after: fatal - 1, state)
      request.add(step)
      return RedCondition.crash(try program.run(request), in: [step])
    }
    guard let crash = try dies(on: last) else { return .unknown }
    var alone = first
    let operation: Patch.Operation =
      first[feature.path] == nil ? .add(feature.path, own) : .replace(feature.path, own)
    guard (try? Patch([operation]).apply(to: &alone)) != nil else {
      return .unknown
    }
    if let found = try dies(on: alone), found.matches(crash) { return .nothing }
    var needed: [Pointer] = []
    for pointer in Self.besides(feature.path, in: last) {
      var state = last
      let operation =
        first[pointer].map { Patch.Operation.replace(pointer, $0) } ?? .remove(pointer)
      guard (try? Patch([operation]).apply(to: &state)) != nil else { continue }
      let found = try dies(on: state)
      if found?.matches(crash) != true { needed.append(pointer) }
    }
    return .pointers(needed)
  }

  /// Returns the members beside a pointer, and beside each that contains it.
  private static func besides(_ pointer: Pointer, in state: JSONValue) -> [Pointer] {
    pointer.tokens.indices.flatMap { depth -> [Pointer] in
      let parent = Pointer(tokens: Array(pointer.tokens[..<depth]))
      guard case .object(let members)? = state[parent] else { return [] }
      return members.members.filter { $0.key != pointer.tokens[depth] }
        .map { parent.appending($0.key) }
    }
  }
}
