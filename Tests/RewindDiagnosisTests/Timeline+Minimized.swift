import RewindDiagnosis
import RewindTimeline

extension Timeline {
  private struct NotReproduced: Error {}

  /// The few actions that fail as the session does.
  func minimized(
    by program: ReplayProgram,
    _ options: Minimization.Options = .init(),
    keepingCulprit: Bool = true
  ) throws -> Minimization {
    var culprit: CrashBisection.Culprit?
    if keepingCulprit {
      guard case .found(let found) = try CrashBisection.run(self, by: program) else {
        throw NotReproduced()
      }
      culprit = found
    }
    let outcome = try Minimization.run(self, by: program, keeping: culprit, options: options)
    guard case .found(let result) = outcome else { throw NotReproduced() }
    return result
  }
}
