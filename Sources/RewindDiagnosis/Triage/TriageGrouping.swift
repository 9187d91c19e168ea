import RewindQuery

/// Groups logs by cause; it reads nothing and replays nothing.
struct TriageGrouping {
  private let knowledge: TriageKnowledge
  private let builds: [TriageBuild]
  private let conditions: [Invariant]
  private let unanswered: [String: ReplayProgramError]
  /// The explanation that stands for each cause.
  private let causes: [String: String]

  init(
    _ knowledge: TriageKnowledge,
    _ builds: [TriageBuild],
    _ conditions: [Invariant],
    _ unanswered: [String: ReplayProgramError],
    _ links: [(String, String)]
  ) {
    (self.knowledge, self.builds, self.conditions) = (knowledge, builds, conditions)
    self.unanswered = unanswered
    causes = Self.causes(links)
  }

  /// Joins linked explanations; the least identifier stands for all of them.
  private static func causes(_ links: [(String, String)]) -> [String: String] {
    var parents: [String: String] = [:]
    func root(_ id: String) -> String {
      var id = id
      while let parent = parents[id] { id = parent }
      return id
    }
    for (one, other) in links {
      let (one, other) = (root(one), root(other))
      if one != other { parents[max(one, other)] = min(one, other) }
    }
    return Dictionary(uniqueKeysWithValues: parents.keys.map { ($0, root($0)) })
  }

  /// Returns the groups of some logs: crashes first, the most frequent first.
  func groups(_ logs: [TriageLog]) -> [TriageGroup] {
    var crashes: [String: [(log: TriageLog, blame: CrashBlame)]] = [:]
    var others: [Other: [TriageLog]] = [:]
    let wrong = wrongStates(logs)
    let isWrong = Set(wrong.flatMap { $0.logs.map(\.path) })
    for log in logs {
      if let blame = blame(for: log) {
        crashes[causes[blame.id] ?? blame.id, default: []].append((log, blame))
        continue
      }
      let other = other(of: log)
      // A session that ended well is represented by its wrong state.
      guard other.kind.isFailure || !isWrong.contains(log.path) else { continue }
      others[other, default: []].append(log)
    }
    let found = named(crashes.values.map { $0 }) + wrong + others.map(group)
    return found.sorted { Self.order($0) < Self.order($1) }
  }

  private static func order(_ group: TriageGroup) -> (Int, Int, String) {
    let kind = TriageGroup.Kind.allCases.firstIndex(of: group.kind) ?? 0
    return (kind, -group.count, group.id)
  }

  // MARK: - Crashes

  /// Makes groups of crashes; extends names until unique.
  ///
  /// A name is computed from parts that stay the same in another build, and with other logs.
  private func named(_ crashes: [[(log: TriageLog, blame: CrashBlame)]]) -> [TriageGroup] {
    let keys = crashes.map(Self.keys)
    var depths = crashes.map { _ in 0 }
    while true {
      let names = zip(keys, depths).map { $0[$1] }
      let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      let doubled = names.indices.filter {
        counts[names[$0], default: 0] > 1 && depths[$0] + 1 < keys[$0].count
      }
      guard !doubled.isEmpty else { return zip(crashes, names).map { Self.group($0, key: $1) } }
      for number in doubled { depths[number] += 1 }
    }
  }

  /// Returns candidate names, shortest first; the last one is unique.
  private static func keys(of crash: [(log: TriageLog, blame: CrashBlame)]) -> [String] {
    let features = Set(crash.map(\.blame)).map(\.features)
    let names = (features.first ?? []).indices.compactMap { depth in
      features.map { $0[...depth].joined(separator: "|") }.min()
    }
    return names + ["\(names.last ?? "")|\(crash.map(\.log.content).min() ?? "")"]
  }

  private static func group(
    _ crash: [(log: TriageLog, blame: CrashBlame)],
    key: String
  ) -> TriageGroup {
    var group = TriageGroup(.crash, crash.map(\.log), key: key)
    let blame = crash.first { $0.log.path == group.representative.path }?.blame ?? crash[0].blame
    group.fatal = Set(crash.map(\.blame.fatalType)).sorted()
    group.culprit =
      blame.culprit == .itself ? blame.fatalType : blame.culprit.words
    group.changed = blame.paths
    group.signature = blame.signature.description
    group.reason = blame.failedCheck
    return group
  }

  // MARK: - Others

  /// Logs that are alike without an explanation.
  private struct Other: Hashable {
    let kind: TriageGroup.Kind
    var fatal: String?
    var reason: String?
    /// The app and its version, of logs for which only that counts.
    var origin: String?

    init(_ kind: TriageGroup.Kind, fatal: String? = nil, _ reason: String? = nil) {
      (self.kind, self.fatal, self.reason) = (kind, fatal, reason)
    }
  }

  private func group(_ other: Other, _ logs: [TriageLog]) -> TriageGroup {
    let key = "\(other.fatal ?? "")|\(other.origin ?? other.reason ?? "")"
    var group = TriageGroup(other.kind, logs, key: key)
    group.fatal = other.fatal.map { [$0] } ?? []
    group.reason = other.reason
    guard other.kind == .undecodable else { return group }
    var types: Set<String> = []
    for log in group.logs {
      if case .crashed(let type) = log.end { group.fatal = Set(group.fatal + [type]).sorted() }
      guard let build = builds.build(of: log),
        case .undecodable(let failures)? = knowledge.findings[log.key(build)]
      else { continue }
      types.formUnion(failures.isEmpty ? ["the state"] : failures)
    }
    group.reason = "the app cannot decode \(types.sorted().shortList)"
    return group
  }

  /// Returns the explanation of a log's crash, if there is one.
  private func blame(for log: TriageLog) -> CrashBlame? {
    guard case .crashed = log.end, let build = builds.build(of: log),
      case .blamed(let id, _, _)? = knowledge.findings[log.key(build)]
    else { return nil }
    return knowledge.blames[id]
  }

  private func other(of log: TriageLog) -> Other {
    if case .crashed(let type) = log.end { return other(of: log, diedIn: type) }
    return other(of: log.end)
  }

  private func other(of end: TriageLog.End) -> Other {
    switch end {
    case .crashed(let type): Other(.crash, fatal: type)
    case .closed: Other(.closed, "closed by the app")
    case .stopped: Other(.stopped, "killed, or crashed outside a reducer")
    case .cut: Other(.cut, "cut off within the last line")
    case .continued: Other(.continued, "goes on in another segment")
    case .damaged(let kind): Other(.damaged, kind)
    case .unreadable(let why): Other(.unreadable, why)
    }
  }

  private func other(of log: TriageLog, diedIn type: String) -> Other {
    guard !builds.isEmpty else { return Other(.crash, fatal: type, "not replayed") }
    let version = log.version ?? log.commit
    guard let build = builds.build(of: log) else {
      let which = version.map { "version \($0)" } ?? "logs without a version"
      return Other(.noProgram, fatal: type, "no program for \(which)")
    }
    if let failure = unanswered[log.key(build)] { return Other(.unanswered, failure.finding) }
    switch knowledge.findings[log.key(build)] {
    case .blamed:
      return Other(.crash, fatal: type)
    case .unresolved(let input):
      return Other(
        .unresolved,
        fatal: type,
        "a reducer read \"\(input.name)\", which is not in the log"
      )
    case .notReproduced:
      return Other(.notReproduced, fatal: type, "the app survives it")
    case .diesElsewhere(let crash, let other):
      return Other(.otherCrash, fatal: type, "the app dies in \(other) instead (\(crash))")
    case .diesAtStart(let crash):
      return Other(.otherCrash, fatal: type, "the app dies at its start (\(crash))")
    case .blameless(.sometimes):
      return Other(.crash, fatal: type, "it crashes only sometimes")
    case .blameless(.encoding):
      return Other(.crash, fatal: type, "the app dies while the state after it is encoded")
    case .undecodable:
      var other = Other(.undecodable)
      other.origin = "\(log.app ?? "") \(version ?? "")"
      return other
    case .unread(let end):
      return other(of: end)
    case nil:
      return Other(.crash, fatal: type, "not replayed")
    }
  }

  // MARK: - Wrong states

  private func wrongStates(_ logs: [TriageLog]) -> [TriageGroup] {
    struct Cause: Hashable {
      let title: String
      let blame: WrongStateBlame
    }
    var found: [Cause: [TriageLog]] = [:]
    for condition in conditions {
      for log in logs {
        guard case .some(.some(let blame)) = knowledge.wrong[log.key(condition)] else { continue }
        let cause = WrongStateBlame(type: blame.type, index: 0, paths: blame.paths)
        found[Cause(title: condition.title, blame: cause), default: []].append(log)
      }
    }
    return found.map { cause, logs in
      let paths = cause.blame.paths.joined(separator: ",")
      let key = "\(cause.title)|\(cause.blame.type ?? "")|\(paths)"
      var group = TriageGroup(.wrongState, logs, key: key)
      group.culprit = cause.blame.type
      group.changed = cause.blame.paths
      group.reason = cause.title
      return group
    }
  }
}

extension [String] {
  /// The words with commas; of many the first three, and the number of the rest.
  package var shortList: String {
    let limit = 3
    guard count > limit else { return joined(separator: ", ") }
    return "\(prefix(limit).joined(separator: ", ")) and \(count - limit) more"
  }
}
