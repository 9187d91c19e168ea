import Foundation
import RewindCoding
import RewindLog
import RewindSession

/// The logs of all stores of a session, which share its id and, in one process, its clock; beside them those of other
/// processes that recorded into the same folder of a group at the same time.
package struct SessionStores {
  /// The log of a store: of a long session, its segments in order.
  package struct Member {
    /// The store's name.
    package let name: String
    package let segments: [Timeline]
    /// Returns the name here of a store that the log names.
    let nameHere: (String) -> String

    /// The wall clock at its start, in seconds since 2001.
    var started: Double? { segments[0].log.header.started.flatMap(DateText.secondsSince2001) }

    /// The process that has recorded it, if its header has that.
    var process: Int? { segments[0].log.header.json["process"]?.int }
  }

  /// In the order of their names, which decides between actions of one microsecond.
  package let members: [Member]
  /// The log beside which they were found.
  let named: Timeline

  /// Returns the logs of a log's session in its folder.
  ///
  /// Of several logs of one store, such as a recording and what `minimize` made of it, one counts: the named one, or
  /// else the one with the most actions.
  ///
  /// - Parameters:
  ///   - named: The log of one of the stores.
  ///   - withOtherProcesses: True to add what other processes of the group recorded at the same time: of each app
  ///     its newest session, with the app's name in the names of its stores.
  ///   - reportsCopies: True if other logs of a store are reported.
  ///   - report: Gets a sentence on each log that is left out, and on clocks that are not one.
  /// - Returns: The stores; the log alone where there is no other.
  package static func find(
    beside named: Timeline,
    withOtherProcesses: Bool = false,
    reportsCopies: Bool = true,
    report: (String) -> Void
  ) -> SessionStores {
    func opened(_ path: String) -> Timeline? {
      do throws(SessionLogError) {
        return try Timeline.open(SessionLog.open(path))
      } catch {
        report("\(path) is left out: \(error)")
        return nil
      }
    }
    let session = named.log.header.session
    let own = [named] + logs(besides: named.log.path) { $0.session == session }.compactMap(opened)
    let others = withOtherProcesses ? otherSessions(beside: named, opened, report) : [:]
    // Each app has a store of that name.
    func name(_ store: String, _ app: String) -> String {
      store == "main" ? app : "\(app)-\(store)"
    }
    var members = self.members(own, named, reportsCopies ? report : { _ in }) { store in
      others.isEmpty ? store : name(store, named.log.header.app ?? "app")
    }
    for (app, logs) in others.sorted(by: { $0.key < $1.key }) {
      for member in self.members(logs, named, report, nameHere: { name($0, app) }) {
        guard members.contains(where: { $0.name == member.name }) else {
          members.append(member)
          continue
        }
        report(
          "\(member.segments[0].log.path) is left out: another store is called \(member.name)."
        )
      }
    }
    let stores = SessionStores(members: members.sorted { $0.name < $1.name }, named: named)
    stores.reportClocks(report)
    return stores
  }

  /// Returns the logs of the sessions that other processes of the group recorded at the same time, by their apps.
  private static func otherSessions(
    beside named: Timeline,
    _ opened: (String) -> Timeline?,
    _ report: (String) -> Void
  ) -> [String: [Timeline]] {
    let header = named.log.header
    guard let group = header.json["group"]?.string else { return [:] }
    let logs = logs(besides: named.log.path) {
      $0.session != header.session && $0.json["group"]?.string == group
    }
    let beside = logs.compactMap(opened).filter { other in
      guard other.overlaps(named) else { return false }
      if other.log.header.app != header.app { return true }
      report("\(other.log.path) is left out: another process of the same app has recorded it.")
      return false
    }
    return Dictionary(grouping: beside, by: { $0.log.header.app ?? "app" }).mapValues { logs in
      let newest = logs.max { $0.log.header.started ?? "" < $1.log.header.started ?? "" }
      return logs.filter { other in
        if other.log.header.session == newest?.log.header.session { return true }
        report("\(other.log.path) is left out: its app has a newer session of that time.")
        return false
      }
    }
  }

  /// Returns the stores of one session: its logs by the stores' names.
  private static func members(
    _ logs: [Timeline],
    _ named: Timeline,
    _ report: (String) -> Void,
    nameHere: @escaping (String) -> String
  ) -> [Member] {
    Dictionary(grouping: logs, by: \.storeName).map { store, logs in
      let segments = Dictionary(grouping: logs, by: \.segment).sorted { $0.key < $1.key }
      return Member(
        name: nameHere(store),
        segments: segments.map { chosen($0.value, named, report) },
        nameHere: nameHere
      )
    }
  }

  /// Returns the paths of other logs in a log's folder whose headers fulfil a condition.
  private static func logs(
    besides named: String,
    where isWanted: (SessionHeader) -> Bool
  ) -> [String] {
    guard named != "-" else { return [] }
    let folder = URL(fileURLWithPath: named).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted()
      .map { folder.appendingPathComponent($0) }
      .map(\.path)
      .filter { $0.absolutePath != named.absolutePath }
      .filter { header(of: $0).map(isWanted) ?? false }
  }

  private static func header(of path: String) -> SessionHeader? {
    (try? ReadableFile.open(input: path)).flatMap { SessionHeader(of: $0) }
  }

  /// The part that a log has in a session of several stores.
  package enum Kind {
    /// It stands for the stores of its session.
    case stores
    /// It is the log of another one of these stores.
    case part
  }

  /// Returns the part that logs of a list have in sessions of several stores, by their paths.
  ///
  /// Another log of a store, such as what `minimize` made of its recording, has none: it is a session by itself.
  package static func kinds(of paths: [String]) -> [String: Kind] {
    let headers = paths.map(header)
    let groups = Dictionary(grouping: paths.indices) { index in
      let folder = URL(fileURLWithPath: paths[index]).deletingLastPathComponent().path
      return [folder, headers[index]?.session ?? "no session \(index)"]
    }
    var kinds: [String: Kind] = [:]
    for group in groups.values where Set(group.map { headers[$0]?.store ?? "main" }).count > 1 {
      let logs = group.compactMap { try? Timeline.open(SessionLog.open(paths[$0])) }
      guard let longest = logs.max(by: { $0.actionCount < $1.actionCount }) else { continue }
      let stores = find(beside: longest) { _ in }
      let parts = Set(stores.members.flatMap(\.segments).map(\.log.path.absolutePath))
      for index in group where parts.contains(paths[index].absolutePath) {
        kinds[paths[index]] = paths[index] == longest.log.path ? .stores : .part
      }
    }
    return kinds
  }

  /// Returns true if the folder of a log has one of another store of its session.
  package static func areSeveral(besides path: String) -> Bool {
    guard let named = header(of: path) else { return false }
    let others = logs(besides: path) {
      $0.session == named.session && $0.store ?? "main" != named.store ?? "main"
    }
    return !others.isEmpty
  }

  private static func chosen(
    _ logs: [Timeline],
    _ named: Timeline,
    _ report: (String) -> Void
  ) -> Timeline {
    let chosen =
      logs.first { $0 === named }
      ?? logs.reduce(logs[0]) { $1.actionCount > $0.actionCount ? $1 : $0 }
    for other in logs where other !== chosen {
      report("\(other.log.path) is left out: \(chosen.log.path) has the same store.")
    }
    return chosen
  }

  /// Returns the stores with the lines that have come since; nil if none have.
  ///
  /// - Throws: `SessionLogError` if a log cannot be read any more.
  package func grown() throws(SessionLogError) -> SessionStores? {
    var hasGrown = false
    var members: [Member] = []
    var named = named
    for member in self.members {
      var segments: [Timeline] = []
      for timeline in member.segments {
        let isLonger = try timeline.log.refresh()
        hasGrown = hasGrown || isLonger
        let next = isLonger ? try Timeline.open(timeline.log) : timeline
        if timeline === named { named = next }
        segments.append(next)
      }
      members.append(
        Member(name: member.name, segments: segments, nameHere: member.nameHere)
      )
    }
    return hasGrown ? SessionStores(members: members, named: named) : nil
  }

  /// Returns the stores with one log replaced by another.
  package func replacing(_ log: Timeline, by other: Timeline) -> SessionStores {
    SessionStores(
      members: members.map { member in
        Member(
          name: member.name,
          segments: member.segments.map { $0 === log ? other : $0 },
          nameHere: member.nameHere
        )
      },
      named: named === log ? other : named
    )
  }

  /// Returns the stores with logs that `complete` returns for them, such as logs with all of their states.
  package func completed(
    by complete: (Timeline) throws -> Timeline
  ) rethrows -> SessionStores {
    try members.flatMap(\.segments).reduce(self) { stores, log in
      stores.replacing(log, by: try complete(log))
    }
  }

  private func reportClocks(_ report: (String) -> Void) {
    let others = members.filter { $0.process != nil && $0.process != own?.process }
    guard own?.process != nil, !others.isEmpty else { return }
    let names = others.map(\.name).joined(separator: ", ")
    report(
      "Other processes have recorded \(names): their order is that of the wall clock, in milliseconds."
    )
  }

  /// The member that has the named log.
  package var own: Member? {
    members.first { $0.segments.contains { $0 === named } }
  }
}

extension Timeline {
  /// The name of the log's store.
  package var storeName: String { log.header.store ?? "main" }

  /// The number of the log among those of its store.
  fileprivate var segment: Int { log.header.json["segment"]?.int ?? 1 }

  /// True if both have actions in one stretch of time, by the wall clock at their starts.
  fileprivate func overlaps(_ other: Timeline) -> Bool {
    guard let own = interval, let other = other.interval else { return false }
    return own.overlaps(other)
  }

  /// The time from the log's start to its last action, in seconds since 2001.
  private var interval: ClosedRange<Double>? {
    guard let started = log.header.started.flatMap(DateText.secondsSince2001) else { return nil }
    let last = (try? action(lastIndex))?.time ?? 0
    return started...started + max(last, 0)
  }
}

extension String {
  /// The path without links in it.
  fileprivate var absolutePath: String { URL(fileURLWithPath: self).resolvingSymlinksInPath().path }
}
