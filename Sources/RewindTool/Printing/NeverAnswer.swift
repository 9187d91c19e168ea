import RewindJSON
import RewindQuery
import RewindSession
import RewindText
import RewindTimeline

/// The answer of `bisect` about one condition that must not hold.
struct NeverAnswer: AnswerPart {
  let timeline: Timeline
  let condition: Invariant
  let runs: TruthRuns
  /// Equalities that broke before it held.
  let suggestions: [HeldEquality]
  /// The path of the session's file, for command lines.
  let path: String

  /// Checks a condition on all states of a session.
  static func search(
    _ condition: Invariant,
    in timeline: Timeline,
    path: String
  ) throws -> NeverAnswer {
    let progress = Progress()
    let runs = try timeline.runs(of: condition.expression) {
      progress.show("state \($0) of \(timeline.lastIndex)")
    }
    return NeverAnswer(
      timeline: timeline,
      condition: condition,
      runs: runs,
      suggestions: try HeldEqualities.broken(before: runs, of: condition.expression, in: timeline),
      path: path
    )
  }

  /// True if an action or an external change is to blame.
  var isFound: Bool { runs.last?.survivor != nil }

  private var isCertain: Bool { runs.unjudged.isEmpty }

  private var result: String {
    guard let run = runs.last else { return "not-found" }
    return run.survivor == nil ? "from-start" : "found"
  }

  private var fatal: Int? { timeline.end.fatalAction }

  // MARK: - For scripts

  var json: JSONValue {
    get throws {
      [
        "name": JSONValue(condition.name),
        "never": .string(condition.expression.text),
        "culprit": JSONValue(runs.last?.first.index),
        "last": JSONValue(runs.last?.last.index),
        "external": .bool(runs.last.map { $0.first.external > 0 } ?? false),
        "survivor": JSONValue(runs.last?.survivor?.index),
        "certain": .bool(isCertain),
        "unprobed": .array(runs.unjudged.map { JSONValue($0) }),
        "reads": try runs.last.map(reads) ?? [],
        "first": try runs.first.map(firstOnset) ?? .null,
        "runs": .array(
          runs.runs.map { [JSONValue($0.first.index), JSONValue($0.last.index)] }
        ),
        "probes": JSONValue(runs.judged),
        "suggestions": .array(suggestions.map(\.json)),
        "crashed": JSONValue(fatal),
        "result": .string(result),
      ]
    }
  }

  /// Returns where the condition began to hold.
  private func firstOnset(_ run: TruthRuns.Run) throws -> JSONValue {
    [
      "index": JSONValue(run.first.index), "external": .bool(run.first.external > 0),
      "survivor": JSONValue(run.survivor?.index), "certain": .bool(runs.isFirstCertain),
      "reads": try reads(run),
    ]
  }

  /// Returns the values that the condition reads where a run begins, with their writers.
  private func reads(_ run: TruthRuns.Run) throws -> JSONValue {
    .array(
      try timeline.readValues(of: condition.expression, at: run.first).values.map { value in
        [
          "pointer": .string(value.pointer.description), "index": JSONValue(value.blame.index),
          "type": JSONValue(value.blame.type), "external": .bool(value.blame.isExternal),
        ]
      }
    )
  }

  // MARK: - In words

  func lines(_ style: Style) throws -> [String] {
    var lines = [style.bold("never   ") + condition.description.escapedForTerminal]
    if let run = runs.last {
      lines += try run.survivor == nil ? [] : blame(run, style)
      lines += try runs.runs.dropLast().first.map { try firstOnset($0, style) } ?? []
      lines.append("")
      lines += why(run)
      lines += try changes(run, style) + writers(run)
      if let first = runs.runs.dropLast().first {
        lines += try changes(first, style) + writers(first)
      }
    } else {
      lines += ["", never]
    }
    lines += try suggestions.map(suggestion) + notes
    lines.append(style.dim("\(counted(runs.judged, "state")) of the session checked."))
    return lines
  }

  private func blame(_ run: TruthRuns.Run, _ style: Style) throws -> [String] {
    let label = style.yellow("culprit")
    return ["\(label) \(try beginning(of: run, style))\(isCertain ? "" : "  probably")"]
  }

  /// Returns where the condition first held, which may be long before the last run.
  private func firstOnset(_ run: TruthRuns.Run, _ style: Style) throws -> [String] {
    let label = style.yellow("first  ")
    return ["\(label) \(try beginning(of: run, style))\(runs.isFirstCertain ? "" : "  probably")"]
  }

  private func beginning(of run: TruthRuns.Run, _ style: Style) throws -> String {
    let index = run.first.index
    if let change = try timeline.externalChange(at: run.first) {
      return "\(index)  and then \(change.name), without an action"
    }
    guard run.survivor != nil || !runs.isFirstCertain else {
      return "\(index)  \(run.first.words)"
    }
    let action = try timeline.recordedAction(index)?.brief(in: timeline, style, width: 100)
    return "\(index)  \(action ?? "an action that is not in the log")"
  }

  /// The answer in sentences, as the page has them.
  var sentences: [String] { (runs.last.map(why) ?? [never]) + uncertain }

  /// Returns the states on both sides of the answer, in words.
  private func why(_ run: TruthRuns.Run) -> [String] {
    let survivor =
      run.survivor.map { "In \($0.words) it does not hold." }
      ?? "So no action of this session is to blame."
    let earlier = runs.earlier.map { ["It also held earlier: after \($0)."] } ?? []
    return [extent(of: run), survivor] + earlier
  }

  private func extent(of run: TruthRuns.Run) -> String {
    let kind = runs.unjudged.isEmpty ? "every state" : "every state that could be checked"
    let (first, last) = (run.first.words, run.last.words)
    if run.first == run.last {
      return runs.lastsToEnd
        ? "It holds in \(first), the last."
        : "It holds in \(first), and not in the next one checked."
    }
    return runs.lastsToEnd
      ? "It holds from \(first) on, in \(kind) up to the last, \(last)."
      : "It holds from \(first) on, in \(kind) up to \(last), and not in the next one checked."
  }

  private func changes(_ run: TruthRuns.Run, _ style: Style) throws -> [String] {
    guard run.survivor != nil else { return [] }
    if let change = try timeline.externalChange(at: run.first) {
      return ["Changed without an action:"]
        + timeline.lines(of: change.changes, style)
    }
    let index = run.first.index
    // After a gap, the state before the action is unknown.
    guard !runs.unjudged.contains(where: { $0.contains(index - 1) }),
      try timeline.recordedAction(index) != nil, try timeline.stateLine(after: index) != nil,
      try timeline.isStateKnown(before: index)
    else { return [] }
    let race = (try? CauseChain(timeline, index))?.race.flatMap { $0.rival == nil ? nil : $0 }
    return ["What action \(index) changed:"]
      + timeline.lines(of: try timeline.changes(of: index), style)
      + (race.map { [$0.sentence(in: timeline)] } ?? [])
  }

  /// The number of values shown to a person.
  private static let shownReads = 8

  /// Returns who wrote what the condition reads where a run begins; none if its beginning wrote it all.
  private func writers(_ run: TruthRuns.Run) throws -> [String] {
    let (found, omitted) = try timeline.readValues(of: condition.expression, at: run.first)
    let isByOthers = found.contains {
      $0.blame.index != run.first.index || $0.blame.isExternal != (run.first.external > 0)
    }
    guard isByOthers else { return [] }
    let values = found.sorted { $0.blame.index > $1.blame.index }
    let pointers = values.map(\.pointer.description.escapedForTerminal)
    let width = min(pointers.prefix(Self.shownReads).map(\.columns).max() ?? 0, 48)
    let rows = zip(values, pointers).prefix(Self.shownReads).map { value, pointer in
      WriterRow(
        index: value.blame.index,
        writer: timeline.writer(value.blame.type, isExternal: value.blame.isExternal),
        text: "\(pointer.padded(to: width))  \(value.blame.new?.brief(40) ?? "removed")"
      )
    }
    let others = values.count + omitted - rows.count
    return ["What it reads in \(run.first.words), and who wrote that last:"]
      + Array(rows).lines.map { "  " + $0 } + (others > 0 ? ["  … and \(others) more"] : [])
  }

  private var never: String {
    isCertain ? "It never holds." : "It holds in no state that could be checked."
  }

  /// Returns an equality that broke earlier, with the question that leads on.
  private func suggestion(_ held: HeldEquality) throws -> String {
    let type = try timeline.recordedAction(held.broken).map { " (\($0.type))" } ?? ""
    let question = "rewind bisect \(path.shellPath) --never \(held.never.shellWord)"
    let words =
      "\(held.text) held in each of \(counted(held.count, "state")); action \(held.broken)\(type) broke it."
    return "\(words.escapedForTerminal) Ask: \(question)"
  }

  private var uncertain: [String] {
    guard !isCertain else { return [] }
    return ["Not checked: \(TruthRuns.words(runs.unjudged)), which the log does not have."]
  }

  private var notes: [String] {
    var lines = uncertain
    if let fatal {
      lines.append(
        "The session also crashes, in action \(fatal): `rewind bisect \(path.shellPath) --app APP` finds the cause."
      )
    }
    return lines
  }
}

extension HeldEquality {
  var json: JSONValue {
    [
      "held": .string(text), "never": .string(never), "states": JSONValue(count),
      "broken": JSONValue(broken),
    ]
  }
}
