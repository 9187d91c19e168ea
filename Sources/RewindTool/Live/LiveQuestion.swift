import Foundation
import RewindDiagnosis
import RewindJSON
import RewindQuery
import RewindReports
import RewindServer
import RewindTimeline

/// A question of a browser about a whole session, which may be longer than the part that it has.
enum LiveQuestion {
  /// The lines around an action; around the end without one.
  case window(index: Int?)
  /// The actions from an index on that meet a criterion; those before the page's first are only counted.
  case find(StepCriterion, from: Int, page: Int)
  case blame(Pointer, index: Int)
  /// The actions that gave a pointer its values; those before the page's first are only counted.
  case history(Pointer, page: Int)
  /// The screens before and after an action.
  case screens(index: Int, ReplayProgram)

  /// The bytes of a window.
  private static let windowLimit = 2_000_000

  /// Reads a question from a query.
  ///
  /// - Throws: `HTTPRefusal` with a sentence for the person who asked.
  init(
    _ name: String,
    _ query: [String: String],
    _ program: ReplayProgram?
  ) throws(HTTPRefusal) {
    let page = query["page"].flatMap { Int($0) } ?? 0
    do {
      switch name {
      case "window":
        self = .window(index: query["index"].flatMap { Int($0) })
      case "screens":
        guard let program else {
          throw HTTPRefusal(409, "To see screens, start `rewind live` with --app PROGRAM.")
        }
        self = .screens(index: query["index"].flatMap { Int($0) } ?? 0, program)
      case "log":
        let arguments = try Self.arguments(.log, query)
        let criterion = try StepCriterion(typed: arguments[Command.listedCondition] ?? "")
        self = .find(criterion, from: arguments.count(Command.listedFrom) ?? 0, page: page)
      default:
        let arguments = try Self.arguments(.blame, query)
        let pointer = try Pointer(typed: arguments[1] ?? "")
        self =
          name == "history"
          ? .history(pointer, page: page)
          : .blame(pointer, index: arguments.count(Command.lookingBack) ?? 0)
      }
    } catch let refusal as HTTPRefusal {
      throw refusal
    } catch {
      throw HTTPRefusal(400, "\(error)")
    }
  }

  /// Returns the arguments of the command that answers the same question about a file.
  private static func arguments(
    _ command: Command,
    _ query: [String: String]
  ) throws -> Arguments {
    let texts = query.mapValues { [$0] }
    return try Arguments(texts.merging(["file": ["-"]]) { $1 }, for: command)
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
      case .find(let criterion, let from, let page):
        return try Self.find(timeline, criterion, from: from, page: page, isCancelled)
      case .blame(let pointer, let index):
        let writer = try timeline.writerOnPage(of: pointer, at: index)
        return HTTPResponse(json: ["writer": writer ?? .null])
      case .history(let pointer, let page):
        return try Self.history(timeline, pointer, page: page)
      case .screens(let index, let program):
        let shown = [index - 1, index].filter { $0 >= timeline.firstIndex }
        let drawn = try SessionScreens.draw(shown, of: timeline, by: program)
        let screens = PageScreens(drawn, moments: [], by: program.name, limit: 16_000_000)
        return HTTPResponse(type: "application/json", screens.text.utf8)
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
    _ criterion: StepCriterion,
    from first: Int,
    page: Int,
    _ isCancelled: () -> Bool
  ) throws -> HTTPResponse {
    var found = PageIndexes(from: page)
    let first = min(max(first, timeline.firstIndex), timeline.lastIndex)
    try criterion.truths(of: timeline, in: first...timeline.lastIndex) { index, holds in
      if holds { found.add(index) }
      return !isCancelled()
    }
    var json = found.json
    json["isExpression"] = .bool(criterion.text == nil)
    return HTTPResponse(json: .object(json))
  }

  private static func history(
    _ timeline: Timeline,
    _ pointer: Pointer,
    page: Int
  ) throws -> HTTPResponse {
    var found = PageIndexes(from: page)
    try timeline.eachValue(of: pointer) { found.add($0.index) }
    return HTTPResponse(json: .object(found.json))
  }
}

/// The indexes in an answer: those of the page's part and after it in runs, those before it by their number.
private struct PageIndexes {
  private let first: Int
  private var count = 0
  private var before: Int?
  private var indexes = IndexSet()

  init(from first: Int) {
    self.first = first
  }

  mutating func add(_ index: Int) {
    count += 1
    if index < first { before = index } else { indexes.insert(index) }
  }

  var json: JSONObject {
    JSONObject([
      ("count", JSONValue(count)), ("before", before.map { JSONValue($0) } ?? .null),
      ("ranges", indexes.json),
    ])
  }
}
