import Foundation
import RewindLog
import RewindSession

/// The logs of all stores of a session, which share its id and, in one process, its clock.
package struct SessionStores {
  /// The log of a store: of a long session, its segments in order.
  package struct Member {
    /// The store's name.
    package let name: String
    package let segments: [Timeline]

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
  ///   - reportsCopies: True if other logs of a store are reported.
  ///   - report: Gets a sentence on each log that is left out, and on clocks that are not one.
  /// - Returns: The stores; the log alone where there is no other.
  package static func find(
    beside named: Timeline,
    reportsCopies: Bool = true,
    report: (String) -> Void
  ) -> SessionStores {
    var groups: [String: [Int: [Timeline]]] = [named.storeName: [named.segment: [named]]]
    for path in logs(besides: named.log.path, of: named.log.header.session) {
      do throws(SessionLogError) {
        let other = try Timeline.open(SessionLog.open(path))
        groups[other.storeName, default: [:]][other.segment, default: []].append(other)
      } catch {
        report("\(path) is left out: \(error)")
      }
    }
    let members = groups.sorted { $0.key < $1.key }.map { name, segments in
      Member(
        name: name,
        segments: segments.sorted { $0.key < $1.key }.map { _, logs in
          chosen(logs, named, reportsCopies ? report : { _ in })
        }
      )
    }
    let stores = SessionStores(members: members, named: named)
    stores.reportClocks(report)
    return stores
  }

  /// Returns the paths of the other logs of a session in a log's folder.
  private static func logs(besides named: String, of session: String) -> [String] {
    guard named != "-" else { return [] }
    let folder = URL(fileURLWithPath: named).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.sorted()
      .map { folder.appendingPathComponent($0) }
      .map(\.path)
      .filter { $0.absolutePath != named.absolutePath }
      .filter { header(of: $0)?.session == session }
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
    return logs(besides: path, of: named.session)
      .contains { header(of: $0)?.store ?? "main" != named.store ?? "main" }
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
      members.append(Member(name: member.name, segments: segments))
    }
    return hasGrown ? SessionStores(members: members, named: named) : nil
  }

  /// Returns the stores with one log replaced by another.
  package func replacing(_ log: Timeline, by other: Timeline) -> SessionStores {
    SessionStores(
      members: members.map { member in
        Member(name: member.name, segments: member.segments.map { $0 === log ? other : $0 })
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
}

extension String {
  /// The path without links in it.
  fileprivate var absolutePath: String { URL(fileURLWithPath: self).resolvingSymlinksInPath().path }
}
