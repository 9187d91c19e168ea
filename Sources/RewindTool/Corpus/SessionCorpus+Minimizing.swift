import Foundation
import RewindDiagnosis
import RewindLog
import RewindSession
import RewindTimeline

extension SessionCorpus {
  /// Writes the minimized reproduction of each cause's shortest session to a folder.
  ///
  /// A cause has it already where a session is a reproduction; a crash that comes and goes has none.
  func minimized(
    _ entries: [Entry],
    _ causes: CrashCauses,
    by program: ReplayProgram,
    in folder: String
  ) throws -> [Entry] {
    var shortest: [String: (entry: Entry, timeline: Timeline)] = [:]
    var reproduced: Set<String> = []
    for entry in entries {
      guard let cause = causes[entry.path] else { continue }
      let timeline = try Timeline.open(SessionLog.open(entry.path))
      if timeline.log.header.reproduced != nil { reproduced.insert(cause) }
      if let known = shortest[cause], known.timeline.actionCount <= timeline.actionCount {
        continue
      }
      shortest[cause] = (entry, timeline)
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let progress = Progress()
    return try shortest.sorted { $0.key < $1.key }.compactMap { cause, crash in
      guard !reproduced.contains(cause) else { return nil }
      progress.show("minimizing \(crash.entry.path)")
      let path = "\(folder)/\(cause).jsonl"
      do {
        guard let culprit = try CrashBisection.culprit(of: crash.timeline, by: program),
          case .found(let result) = try Minimization.run(
            crash.timeline,
            by: program,
            keeping: culprit
          )
        else { return nil }
        try result.text.write(to: path)
      } catch is MinimizationError {
        return nil
      } catch is UnresolvedInput {
        return nil
      }
      let key = try TriageLog.key(of: path)
      return Entry(path: path, key: key, isOfCrash: true, original: crash.entry.path)
    }
  }
}
