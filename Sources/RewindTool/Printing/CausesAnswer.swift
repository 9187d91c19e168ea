import RewindJSON
import RewindSession
import RewindTimeline

/// The answer of `why` about an action: what it came from, through all stores of the session.
struct CausesAnswer: AnswerPart {
  /// A step back.
  private struct Link {
    let reference: CauseReference
    /// The other store; nil for that of the log.
    let store: String?
    /// The action; nil if no log has it.
    let action: RecordedAction?
  }

  private let timeline: Timeline
  private let action: RecordedAction
  private var links: [Link] = []
  private let race: AnswerRace?

  /// True if the action has a cause.
  var isKnown: Bool { !links.isEmpty }

  var layout: AnswerLayout { .table }

  /// Reads the causes of an action; `passedOver` gets the reasons why a store's log is left out.
  init(_ timeline: Timeline, _ index: Int, passedOver: (String) -> Void) throws {
    guard index > timeline.firstIndex else {
      throw CommandError(
        "\(index) is the start, before any action: nothing recorded came before it."
      )
    }
    self.timeline = timeline
    action = try timeline.action(index)
    race = try timeline.race(of: index)
    var (current, store, stores) = (timeline, String?.none, SessionStores?.none)
    var next: Int? = index
    // A chain that a log makes go round ends.
    var seen: Set<CauseReference> = []
    while let index = next {
      next = nil
      for step in try current.causes(of: index) {
        if let action = step.action {
          links.append(Link(reference: step.reference, store: store, action: action))
          continue
        }
        let name = step.reference.store ?? store ?? timeline.storeName
        let known = try stores ?? SessionStores.find(beside: timeline, passedOver: passedOver)
        stores = known
        let found = try known.action(step.reference.index, of: name)
        store = name == timeline.storeName ? nil : name
        links.append(Link(reference: step.reference, store: store, action: found?.0))
        let isNew = seen.insert(CauseReference(store: name, index: step.reference.index)).inserted
        guard let found, isNew else { break }
        (current, next) = (found.1, found.0.index)
      }
    }
  }

  var json: JSONValue {
    JSONValue(present: [
      "index": JSONValue(action.index), "type": .string(action.type),
      "time": action.time.map { JSONValue($0) },
      "causes": .array(
        links.map { link in
          var step = link.reference.json(link.action).object ?? JSONObject()
          step["store"] = link.store.map { .string($0) }
          return .object(step)
        }
      ), "race": race?.json,
    ])
  }

  func lines(_ style: Style) -> [String] {
    var lines = [line(action, nil, style)]
    var last = action
    for link in links {
      let words = link.reference.words.escapedForTerminal
      guard let cause = link.action else {
        lines.append(
          "    \(words), which is "
            + (link.store == nil ? "not in this log" : "in a log that is not beside this one")
        )
        return lines + ending
      }
      let wait = zip(last.time, cause.time).map { ", \(($0 - $1).fixed(3)) s after it" } ?? ""
      lines.append("    \(words)\(wait)")
      lines.append(line(cause, link.store, style))
      last = cause
    }
    lines.append("    no action is recorded as its cause")
    return lines + ending
  }

  /// The race, if there is one.
  private var ending: [String] {
    race.flatMap { $0.rival == nil ? nil : ["", $0.sentence] } ?? []
  }

  private func line(_ action: RecordedAction, _ store: String?, _ style: Style) -> String {
    let index = "\(action.index)".rightAligned(to: "\(self.action.index)".count)
    let time = action.time.map { "  " + style.dim($0.fixed(3)) } ?? ""
    let source = action.source.map { "  " + style.dim($0.escapedForTerminal) } ?? ""
    let lane = store.map { "  of \($0.escapedForTerminal)" } ?? ""
    return index + lane + time + "  " + action.brief(style, width: 80) + source
  }

  private func zip(_ first: Double?, _ second: Double?) -> (Double, Double)? {
    guard let first, let second else { return nil }
    return (first, second)
  }
}
