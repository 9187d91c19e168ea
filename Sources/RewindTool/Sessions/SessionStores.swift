import Foundation
import RewindLog
import RewindSession
import RewindTimeline

/// The logs of all stores of a session, which share its id and its clock.
struct SessionStores {
  /// The log of a store, or a later segment of it.
  struct Member {
    /// The store's name.
    let name: String
    let timeline: Timeline
  }

  /// In the order of the files' names.
  let members: [Member]

  /// Returns the logs of a session in the folder of one of them.
  ///
  /// A file that cannot be read is left out, and `passedOver` gets the reason.
  static func find(beside timeline: Timeline, passedOver: (String) -> Void) throws -> SessionStores
  {
    let own = timeline.log.path
    let session = timeline.log.header.session
    let folder = URL(fileURLWithPath: own).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var members: [Member] = []
    for name in names.filter({ $0.hasSuffix(".jsonl") }).sorted() {
      let path = folder.appendingPathComponent(name).path
      if path.resolvedPath == own.resolvedPath {
        members.append(Member(name: timeline.storeName, timeline: timeline))
        continue
      }
      guard let file = try? ReadableFile.open(input: path),
        let header = SessionHeader(of: file), header.session == session
      else { continue }
      do {
        let other = try Timeline.open(SessionLog.open(path))
        members.append(Member(name: other.storeName, timeline: other))
      } catch {
        passedOver("\(path) is skipped: \(error)")
      }
    }
    if members.isEmpty { members = [Member(name: timeline.storeName, timeline: timeline)] }
    return SessionStores(members: members)
  }

  /// Returns an action of a store; nil if none of the logs has it.
  func action(_ index: Int, of store: String) throws -> (RecordedAction, Timeline)? {
    for member in members where member.name == store {
      let timeline = member.timeline
      guard index > timeline.firstIndex, index <= timeline.lastIndex,
        let action = try timeline.nextAction(from: index), action.index == index
      else { continue }
      return (action, timeline)
    }
    return nil
  }

  /// Passes on the actions of all stores in the order of their times, a cause before what came of it.
  func eachAction(_ body: (_ member: Member, _ action: RecordedAction) throws -> Void) throws {
    var next = try members.map { try $0.timeline.nextAction(from: $0.timeline.firstIndex + 1) }
    while let place = first(of: next), let action = next[place] {
      try body(members[place], action)
      next[place] = try members[place].timeline.nextAction(from: action.index + 1)
    }
  }

  /// Returns the place of the earliest action; of several at one microsecond, one that waits for no other.
  private func first(of actions: [RecordedAction?]) -> Int? {
    let times = actions.map { $0.map { $0.time ?? 0 } }
    guard let least = times.compactMap(\.self).min() else { return nil }
    let earliest = times.indices.filter { times[$0] == least }
    return earliest.first { !isWaiting(actions[$0], for: actions) } ?? earliest.first
  }

  /// True if an action's cause is in another store, and has not been passed on.
  private func isWaiting(_ action: RecordedAction?, for actions: [RecordedAction?]) -> Bool {
    guard let origin = action?.origin, let store = origin.store else { return false }
    return members.indices.contains {
      members[$0].name == store && (actions[$0].map { $0.index <= origin.index } ?? false)
    }
  }
}

extension Timeline {
  /// The name of the log's store.
  var storeName: String { log.header.store ?? "main" }
}
