import RewindJSON
import RewindServer
import RewindTimeline

/// The time machines of several stores, driven as one; used on the server's thread.
///
/// A moment of the session is one of all of its stores: going to an action takes each store to its last one before. A
/// command about one action is for its store, all others are for all stores that are connected.
struct LiveStoreControls {
  private let session: StoreSession
  private let apps: [(store: String, app: LiveApp)]

  init(_ session: StoreSession, _ apps: [(store: String, app: LiveApp)]) {
    (self.session, self.apps) = (session, apps)
  }

  var isConnected: Bool { !apps.isEmpty }

  /// The action types that one of the stores can decode.
  var types: JSONValue {
    .array(Set(apps.flatMap { Self.names($0.app.types) }).sorted().map { .string($0) })
  }

  private static func names(_ types: JSONValue) -> [String] {
    types.array?.compactMap(\.string) ?? []
  }

  /// The position of all time machines, as that of one would be; null until each has reported its own.
  var status: JSONValue {
    let all = apps.map { ($0.store, $0.app.status) }
    guard !all.contains(where: { $0.1 == .null }) else { return .null }
    func index(_ name: String) -> JSONValue {
      let indexes = all.compactMap { store, status in
        status[name]?.int.flatMap { merged($0, store) }
      }
      return indexes.max().map { JSONValue($0) } ?? .null
    }
    let skipped = all.flatMap { store, status in
      (status["skipped"]?.array ?? []).compactMap { $0.int.flatMap { merged($0, store) } }
    }
    // The states that a store has computed again are asked of it, by its own indexes.
    let again = all.flatMap { store, status in
      (status["again"]?.array ?? []).compactMap(\.object).map { range in
        var range = range
        range["store"] = .string(store)
        return JSONValue.object(range)
      }
    }
    return [
      "again": .array(again), "index": index("index"), "end": index("end"),
      "isInPast": .bool(all.contains { $0.1["isInPast"]?.bool == true }),
      "isHolding": .bool(all.contains { $0.1["isHolding"]?.bool == true }),
      "held": JSONValue(all.map { $0.1["held"]?.int ?? 0 }.reduce(0, +)),
      "skipped": .array(skipped.sorted().map { JSONValue($0) }),
    ]
  }

  private func merged(_ index: Int, _ store: String) -> Int? {
    index == 0 ? 0 : session.index(of: StoreAction(store: store, index: index))
  }

  // MARK: - Commands

  /// Carries out a command; answers when all stores have.
  func ask(_ command: JSONObject, _ reply: HTTPReply) {
    let parts: [(Int, JSONObject)]
    do throws(Refusal) {
      parts = try self.parts(of: command)
    } catch {
      return reply.send(LiveApp.no(error.why))
    }
    // States are asked of one store, which answers for itself.
    if command["command"] == "states", let (number, command) = parts.first {
      return apps[number].app.ask(command, reply)
    }
    let answers = Answers(parts.count) { [self] whys in
      var json = JSONObject()
      if let why = whys.first { json["why"] = .string(why) }
      json["status"] = status
      reply.send(HTTPResponse(json: .object(json)))
    }
    for (number, command) in parts {
      apps[number].app.ask(
        command,
        isCancelled: { reply.isCancelled },
        answer: { answer in
          answers.add(answer["why"]?.string.map { "\(apps[number].store): \($0)" })
        }
      )
    }
  }

  private struct Refusal: Error {
    let why: String

    static let noNumber = Refusal(why: "The command lacks its number.")
  }

  /// Returns the commands of the stores, each with the number of its app.
  private func parts(of command: JSONObject) throws(Refusal) -> [(Int, JSONObject)] {
    func number(_ store: String) throws(Refusal) -> Int {
      if let number = apps.firstIndex(where: { $0.store == store }) { return number }
      throw Refusal(why: "The store \(store) is not connected.")
    }
    if let store = command["store"]?.string {
      // Of a view of that store alone: its indexes are its own.
      return [(try number(store), command)]
    }
    switch command["command"]?.string {
    case "states":
      throw Refusal(why: "States are asked of one store.")
    case "jump":
      guard let index = command["index"]?.int else { throw .noNumber }
      return jump(to: index)
    case "step":
      guard let number = command["by"]?.int else { throw .noNumber }
      let now = status["index"]?.int ?? session.timeline.lastIndex
      let next = now + number
      guard (0...session.timeline.lastIndex).contains(next) else {
        throw Refusal(why: "There is no action \(next).")
      }
      return jump(to: next)
    case "skip", "unskip":
      guard let index = command["index"]?.int,
        let own = (try? session.timeline.action(index))?.storeAction
      else { throw .noNumber }
      var command = command
      command["index"] = JSONValue(own.index)
      return [(try number(own.store), command)]
    case "dispatch":
      let type = command["action"]?["type"]?.string ?? ""
      // A decoder of an enum takes all its cases.
      let numbers = apps.indices.filter {
        Self.names(apps[$0].app.types).contains { type == $0 || type.hasPrefix("\($0).") }
      }
      guard numbers.count < 2 else {
        let names = numbers.map { apps[$0].store }.joined(separator: ", ")
        throw Refusal(why: "Several stores take this action: \(names).")
      }
      guard let number = numbers.first else {
        throw Refusal(why: "No connected store takes actions of the type \(type).")
      }
      return [(number, command)]
    default:
      return apps.indices.map { ($0, command) }
    }
  }

  /// Returns the jumps of all stores to one moment: each to its last action up to there.
  private func jump(to index: Int) -> [(Int, JSONObject)] {
    var last: [String: Int] = [:]
    for number in stride(from: index, to: 0, by: -1) where last.count < apps.count {
      guard let own = (try? session.timeline.recordedAction(number))?.storeAction else { continue }
      last[own.store] = last[own.store] ?? own.index
    }
    return apps.indices.map { number in
      let own = JSONValue(last[apps[number].store] ?? 0)
      return (number, JSONObject([("command", "jump"), ("index", own)]))
    }
  }
}

/// The answers of several stores to one command.
private final class Answers {
  private var missing: Int
  private var whys: [String] = []
  private let end: ([String]) -> Void

  init(_ count: Int, end: @escaping ([String]) -> Void) {
    (missing, self.end) = (count, end)
  }

  func add(_ why: String?) {
    if let why { whys.append(why) }
    missing -= 1
    if missing == 0 { end(whys) }
  }
}
