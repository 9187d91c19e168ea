import Foundation
import RewindJSON
import RewindQuery
import RewindReports
import RewindServer
import RewindTimeline

/// A question of a browser about a whole session, which may be longer than the part that it has.
enum LiveQuestion {
  /// The lines around an action; around the end without one.
  case window(index: Int?)
  /// The actions for which an expression holds, or that have a text in their type or payload.
  case find(StepExpression?, text: String?)
  case blame(Pointer, index: Int)
  case history(Pointer)

  /// The bytes of a window.
  private static let windowLimit = 2_000_000
  /// The number of indexes or values of an answer.
  private static let answerLimit = 5_000

  /// Reads a question from a query.
  ///
  /// - Throws: `HTTPRefusal` with a sentence for the person who asked.
  init(_ name: String, _ query: [String: String]) throws(HTTPRefusal) {
    switch name {
    case "window":
      self = .window(index: query["index"].flatMap { Int($0) })
    case "find":
      if let text = query["text"] {
        self = .find(nil, text: text)
        return
      }
      do {
        self = .find(try StepExpression(query["where"] ?? ""), text: nil)
      } catch {
        throw HTTPRefusal(400, "\(error)")
      }
    case "blame":
      self = .blame(try Self.pointer(query), index: query["index"].flatMap { Int($0) } ?? 0)
    default:
      self = .history(try Self.pointer(query))
    }
  }

  private static func pointer(_ query: [String: String]) throws(HTTPRefusal) -> Pointer {
    do {
      return try Pointer(query["at"] ?? "")
    } catch {
      throw HTTPRefusal(400, "\(error)")
    }
  }

  /// Answers; called on a thread of its own.
  func answer(
    about session: LiveSession,
    _ facts: JSONValue?,
    isCancelled: () -> Bool
  ) -> HTTPResponse {
    do {
      let timeline = try session.timeline()
      switch self {
      case .window(let index): return try Self.window(timeline, index, facts)
      case .find(let expression, let text):
        return try Self.find(timeline, expression, text, isCancelled)
      case .blame(let pointer, let index): return try Self.blame(timeline, pointer, index)
      case .history(let pointer): return try Self.history(timeline, pointer)
      }
    } catch {
      return HTTPResponse(HTTPRefusal(409, "\(error)"))
    }
  }

  private static func window(
    _ timeline: Timeline,
    _ index: Int?,
    _ facts: JSONValue?
  ) throws -> HTTPResponse {
    let window = try PageWindow.read(timeline, around: index, limit: windowLimit)
    var members = facts?.object ?? JSONObject()
    members["leftOut"] = JSONValue(window.leftOut)
    members["next"] = JSONValue(window.nextLine)
    members["lines"] = JSONValue(max(window.nextLine, timeline.log.lineCount))
    members["last"] = JSONValue(timeline.lastIndex)
    var text = Array(JSONValue.object(members).text.utf8)
    for line in window.lines {
      text.append(0x0A)
      text += line
    }
    return HTTPResponse(type: "text/plain; charset=utf-8", text)
  }

  private static func find(
    _ timeline: Timeline,
    _ expression: StepExpression?,
    _ text: String?,
    _ isCancelled: () -> Bool
  ) throws -> HTTPResponse {
    var indexes: [JSONValue] = []
    var count = 0
    let take = { (index: Int) in
      count += 1
      if indexes.count < answerLimit { indexes.append(JSONValue(index)) }
    }
    if let expression {
      try timeline.truths(of: expression, in: timeline.firstIndex...timeline.lastIndex) {
        if $1 == true { take($0) }
        return !isCancelled()
      }
    } else if let text {
      try steps(of: timeline, containing: text.lowercased(), isCancelled, take)
    }
    return HTTPResponse(json: ["count": JSONValue(count), "indexes": .array(indexes)])
  }

  /// Passes on the steps that have a text in an action, an input, a note or a change.
  private static func steps(
    of timeline: Timeline,
    containing text: String,
    _ isCancelled: () -> Bool,
    _ take: (Int) -> Void
  ) throws {
    var last: Int?
    for line in 1..<max(timeline.log.lineCount, 1) where !isCancelled() {
      guard let index = try timeline.log.index(of: line), index != last else { continue }
      let json = try timeline.log.json(of: line)
      let parts = ["action", "input", "note", "patch"].compactMap { json[$0] }
      guard parts.contains(where: { $0.hasText(text) }) else { continue }
      last = index
      take(index)
    }
  }

  private static func blame(
    _ timeline: Timeline,
    _ pointer: Pointer,
    _ index: Int
  ) throws -> HTTPResponse {
    guard let blame = try timeline.blame(pointer, at: index) else {
      return HTTPResponse(json: .null)
    }
    return HTTPResponse(
      json: [
        "index": JSONValue(blame.index), "type": blame.type.map { .string($0) } ?? .null,
        "isExternal": .bool(blame.isExternal),
        "isFirst": .bool(blame.type == nil && !blame.isExternal),
        "at": .string(blame.pointer.description), "old": .array(blame.old.map { [$0] } ?? []),
        "new": .array(blame.new.map { [$0] } ?? []),
      ]
    )
  }

  private static func history(_ timeline: Timeline, _ pointer: Pointer) throws -> HTTPResponse {
    var entries: [JSONValue] = []
    var count = 0
    try timeline.eachValue(of: pointer) { entry in
      count += 1
      guard entries.count < answerLimit else { return }
      entries.append(
        [
          "index": JSONValue(entry.index), "type": entry.type.map { .string($0) } ?? .null,
          "isExternal": .bool(entry.isExternal), "value": .array(entry.value.map { [$0] } ?? []),
        ]
      )
    }
    return HTTPResponse(json: ["count": JSONValue(count), "entries": .array(entries)])
  }
}

extension JSONValue {
  /// Returns true if a name or a value in it has a text, in upper or lower case.
  fileprivate func hasText(_ text: String) -> Bool {
    switch self {
    case .array(let elements): elements.contains { $0.hasText(text) }
    case .object(let object):
      object.members.contains { $0.key.lowercased().contains(text) || $0.value.hasText(text) }
    case .string(let string): string.lowercased().contains(text)
    default: self.text.contains(text)
    }
  }
}
