import RewindDiagnosis

/// What an app's crashes are of, as `triage` finds it.
struct CrashCauses {
  private let build: TriageBuild
  private var knowledge = TriageKnowledge()
  private var causes: [String: String] = [:]

  init(of program: ReplayProgram) {
    build = TriageBuild(version: nil, program, key: "app")
  }

  /// Returns the cause of the session in a file; nil if it is of no crash.
  subscript(path: String) -> String? { causes[path] }

  /// Finds the causes of those sessions that are of crashes.
  mutating func find(_ sessions: [SessionCorpus.Entry]) throws {
    let crashes = sessions.filter(\.isOfCrash).map(\.path)
    guard !crashes.isEmpty else { return }
    let run = TriageRun(by: [build], never: [], knowledge: knowledge)
    for group in try run.run(crashes)?.groups ?? [] {
      for log in group.logs { causes[log.path] = group.id }
    }
  }
}
