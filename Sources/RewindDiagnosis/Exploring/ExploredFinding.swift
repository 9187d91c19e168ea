import Foundation
package import RewindQuery

/// A failure that an exploration found, and its cause; several failures of one cause are one finding.
package struct ExploredFinding: Sendable {
  /// The failure whose session shows it best.
  package let failure: ExploredFailure
  /// The name of its cause, the same in every run.
  package let id: String
  /// The type of the action to blame; nil where none was found.
  package let culprit: String?
  /// The number of failures of this cause.
  package let count: Int

  private init(failure: ExploredFailure, id: String, culprit: String?, count: Int) {
    (self.failure, self.id, self.culprit, self.count) = (failure, id, culprit, count)
  }

  /// A failure whose cause there was no time to look for.
  private init(ungrouped failure: ExploredFailure) {
    let hash = StateShape.hash("\(failure.className) \(failure.signature) \(failure.run)")
    self.init(failure: failure, id: "u\(String(hash, radix: 16))", culprit: nil, count: 1)
  }

  /// Groups failures by their causes, as a triage does.
  ///
  /// - Parameters:
  ///   - failures: The failures, in the order in which they were found.
  ///   - program: The app.
  ///   - conditions: The conditions that were looked for.
  ///   - isOver: Returns true once there is no more time; each failure is a finding then.
  /// - Returns: The findings, those of the first tier first.
  /// - Throws: ``ReplayProgramError``; errors of the file system.
  package static func group(
    _ failures: [ExploredFailure],
    by program: ReplayProgram,
    never conditions: [Invariant],
    isOver: @escaping () -> Bool = { false }
  ) throws -> [ExploredFinding] {
    guard !failures.isEmpty else { return [] }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rewind-explore-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = failures.indices.map { folder.appendingPathComponent("\($0).jsonl").path }
    for (failure, path) in zip(failures, paths) { try failure.write(to: path) }
    let triage = TriageRun(
      by: [TriageBuild(version: nil, program, key: "explored")],
      never: conditions,
      knowledge: TriageKnowledge(),
      isCancelled: isOver
    )
    guard let groups = try triage.run(paths)?.groups else {
      return sorted(failures.map(ExploredFinding.init(ungrouped:)))
    }
    var seen: Set<Int> = []
    var found: [ExploredFinding] = []
    for group in groups where group.kind.isFailure {
      let numbers = group.logs.compactMap { paths.firstIndex(of: $0.path) }.sorted()
      let kind = group.kind == .wrongState
      let own = numbers.filter { number in
        (failures[number].crash == nil) == kind && seen.insert(number).inserted
      }
      let best = own.min {
        (failures[$0].origin.tier, failures[$0].actions, $0)
          < (failures[$1].origin.tier, failures[$1].actions, $1)
      }
      guard let best else { continue }
      found.append(
        ExploredFinding(
          failure: failures[best],
          id: group.id,
          culprit: group.culprit,
          count: own.count
        )
      )
    }
    return sorted(found)
  }

  private static func sorted(_ findings: [ExploredFinding]) -> [ExploredFinding] {
    findings.sorted {
      ($0.failure.origin.tier, $0.failure.run) < ($1.failure.origin.tier, $1.failure.run)
    }
  }
}
