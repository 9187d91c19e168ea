import RewindQuery

/// The step from what is known of logs to groups; it reads nothing and replays nothing.
struct TriageGrouping {
  private let knowledge: TriageKnowledge
  private let builds: [TriageBuild]
  private let conditions: [NeverCondition]
  /// The explanation that stands for each cause.
  private let causes: [String: String]

  init(
    _ knowledge: TriageKnowledge,
    _ builds: [TriageBuild],
    _ conditions: [NeverCondition],
    _ links: [(String, String)]
  ) {
    (self.knowledge, self.builds, self.conditions) = (knowledge, builds, conditions)
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
      switch place(of: log) {
      case .crash(let blame):
        crashes[causes[blame.id] ?? blame.id, default: []].append((log, blame))
      case .other(let other):
        // A session that ended well is represented by its wrong state.
        guard other.kind.isFailure || !isWrong.contains(log.path) else { continue }
        others[other, default: []].append(log)
      }
    }
    let found = named(crashes.values.map { $0 }) + wrong + others.map(group)
    return found.sorted { Self.order($0) < Self.order($1) }
  }

  private static func order(_ group: TriageGroup) -> (Int, Int, String) {
    let kind = TriageGroup.Kind.allCases.firstIndex(of: group.kind) ?? 0
    return (kind, -group.count, group.id)
  }

  // MARK: - Crashes

  /// Makes groups of crashes; where two would have one name, more of what they are goes into it.
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

  /// Returns names of a cause, each of which says more; the last one is of no other.
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
    group.changed = blame.places
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

    func group(_ logs: [TriageLog]) -> TriageGroup {
      var group = TriageGroup(kind, logs, key: "\(fatal ?? "")|\(origin ?? reason ?? "")")
      group.fatal = fatal.map { [$0] } ?? []
      group.reason = reason
      return group
    }
  }

  private func group(_ other: Other, _ logs: [TriageLog]) -> TriageGroup {
    var group = other.group(logs)
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

  private enum Place {
    case crash(CrashBlame)
    case other(Other)
  }

  private func place(of log: TriageLog) -> Place {
    if case .crashed(let type) = log.end { return place(of: log, diedIn: type) }
    return place(of: log.end)
  }

  private func place(of end: TriageLog.End) -> Place {
    switch end {
    case .crashed(let type): return .other(Other(kind: .crash, fatal: type))
    case .closed: return .other(Other(kind: .closed, reason: "closed by the app"))
    case .stopped:
      return .other(Other(kind: .stopped, reason: "killed, or crashed outside a reducer"))
    case .cut: return .other(Other(kind: .cut, reason: "cut off within the last line"))
    case .continued: return .other(Other(kind: .continued, reason: "goes on in another segment"))
    case .damaged(let kind): return .other(Other(kind: .damaged, reason: kind))
    case .unreadable(let why): return .other(Other(kind: .unreadable, reason: why))
    }
  }

  private func place(of log: TriageLog, diedIn type: String) -> Place {
    guard !builds.isEmpty else {
      return .other(Other(kind: .crash, fatal: type, reason: "not replayed"))
    }
    guard let build = builds.build(of: log) else {
      let version = log.version ?? log.commit
      let why =
        version.map { "no --app for version \($0)" } ?? "no --app for logs without a version"
      return .other(Other(kind: .noProgram, fatal: type, reason: why))
    }
    switch knowledge.findings[log.key(build)] {
    case .blamed(let id, _, _):
      return knowledge.blames[id].map { .crash($0) } ?? .other(Other(kind: .crash, fatal: type))
    case .notReproduced:
      return .other(Other(kind: .notReproduced, fatal: type, reason: "the app survives it"))
    case .diesElsewhere(let crash, let other):
      return .other(
        Other(kind: .otherCrash, fatal: type, reason: "the app dies in \(other) instead (\(crash))")
      )
    case .diesAtStart(let crash):
      return .other(
        Other(kind: .otherCrash, fatal: type, reason: "the app dies at its start (\(crash))")
      )
    case .blameless(.sometimes):
      return .other(Other(kind: .crash, fatal: type, reason: "it crashes only sometimes"))
    case .blameless(.encoding):
      return .other(
        Other(kind: .crash, fatal: type, reason: "the app dies while the state after it is encoded")
      )
    case .undecodable:
      return .other(
        Other(kind: .undecodable, origin: "\(log.app ?? "") \(log.version ?? log.commit ?? "")")
      )
    case .unread(let end):
      return place(of: end)
    case nil:
      return .other(Other(kind: .crash, fatal: type, reason: "not replayed"))
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
        let cause = WrongStateBlame(type: blame.type, index: 0, places: blame.places)
        found[Cause(title: condition.title, blame: cause), default: []].append(log)
      }
    }
    return found.map { cause, logs in
      let places = cause.blame.places.joined(separator: ",")
      let key = "\(cause.title)|\(cause.blame.type ?? "")|\(places)"
      var group = TriageGroup(.wrongState, logs, key: key)
      group.culprit = cause.blame.type
      group.changed = cause.blame.places
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
