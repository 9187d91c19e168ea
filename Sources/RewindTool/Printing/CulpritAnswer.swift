import RewindDiagnosis
import RewindJSON
import RewindQuery
import RewindReports
import RewindText
import RewindTimeline

/// The answer of `bisect` where there is a culprit.
struct CulpritAnswer: AnswerPart {
  let timeline: Timeline
  let culprit: CrashBisection.Culprit
  /// The session's file and the app, for command lines.
  let path: String
  let program: ReplayProgram

  // MARK: - For scripts

  var json: JSONValue {
    [
      "fatal": JSONValue(culprit.fatal), "culprit": JSONValue(culprit.culprit),
      "certain": .bool(culprit.isCertain),
      "initial": JSONValue(culprit.initialState?.rawValue),
      "outside": .bool(culprit.diesAfterReducing),
      "external": .bool(culprit.externalChange != nil),
      "class": .string("\(culprit.crash)"), "signature": .string(culprit.signature.description),
      "survivor": culprit.survivor.map(\.json) ?? .null,
      "probes": JSONValue(culprit.allReplays),
      "needs": culprit.needs.map(\.json) ?? .null,
      "unprobed": .array(culprit.unprobed.map { JSONValue($0) }),
      "incomplete": .bool(culprit.recordedStateIsIncomplete),
      "wrote": JSONValue(FinalMessage(culprit.errorText).lines),
      "result": "found",
      "causes": [
        "culprit": causes(of: culprit.culprit), "fatal": causes(of: culprit.fatal),
      ],
      "race": race?.json(in: timeline) ?? .null,
    ]
  }

  /// The chain of an action's causes.
  private func causes(of index: Int) -> JSONValue {
    (try? CauseChain(timeline, index))?.json(in: timeline) ?? []
  }

  /// The request that the culprit answers, and what came between them.
  private var race: AnswerRace? {
    guard culprit.externalChange == nil, culprit.initialState != .toBlame else { return nil }
    return (try? CauseChain(timeline, culprit.culprit))?.race
  }

  /// Returns what the request in another store answers, and so on back.
  private func causesOfRequest() throws -> [String] {
    let steps = try CauseChain(timeline, culprit.culprit).steps
    guard steps.first?.action?.storeIndex(in: timeline).store != nil else { return [] }
    return zip(steps, steps.dropFirst()).compactMap { effect, cause in
      guard let above = effect.action else { return nil }
      let (index, store) = above.storeIndex(in: timeline)
      let lane = store.map { " of \($0)" } ?? ""
      let words = cause.reference(of: above, in: timeline).words
      let name = cause.action.map { " (\($0.type))" } ?? ""
      return "Action \(index)\(lane) \(words)\(name).".escapedForTerminal
    }
  }

  // MARK: - In words

  func lines(_ style: Style) throws -> [String] {
    let width = "\(culprit.fatal)".count
    func line(_ label: String, _ index: Int) throws -> String {
      "\(label) " + "\(index)".rightAligned(to: width) + "  "
        + (try timeline.action(index).brief(in: timeline, style, width: 100))
    }
    var lines = [try line(style.red("fatal  "), culprit.fatal) + "  \(culprit.crash)"]
    let label = style.yellow("culprit")
    let isDoubtful = !culprit.unprobed.isEmpty || culprit.signature.isEmpty
    let probably = isDoubtful ? "  probably" : ""
    if let change = culprit.externalChange {
      let after = "\(change.after)".rightAligned(to: width)
      lines.append("\(label) \(after)  and then \(change.name), without an action\(probably)")
    } else if culprit.initialState == .toBlame {
      let index = "\(culprit.culprit)".rightAligned(to: width)
      lines.append("\(label) \(index)  the initial state\(probably)")
    } else {
      let alternative =
        culprit.initialState == nil || culprit.needs?.read != nil
        ? "" : "  or the initial state"
      lines.append(try line(label, culprit.culprit) + probably + alternative)
    }
    lines.append("")
    lines += try why(style)
    lines += doubts + notes
    lines.append(style.dim("\(counted(culprit.allReplays, "replay")) in child processes."))
    return lines
  }

  /// The answer's reasons, as the page lists them: it shows by itself what was changed.
  var reasons: [String] { outcomes + read + doubts + notes }

  /// The results of the replays on both sides of the answer.
  private var outcomes: [String] {
    guard let survivor = culprit.survivor else { return [culprit.everyStateSentence] }
    let change = culprit.externalChange == nil ? "action \(culprit.culprit)" : "this change"
    let extent =
      culprit.unprobed.isEmpty
      ? "every state after \(change)"
      : "the state after \(change) and every later one that was tried"
    return [
      "Replaying action \(culprit.fatal) crashes from \(extent).",
      "It \(survivor.outcome) the state \(survivor.position).",
    ]
  }

  /// The value that was read and that the crash needs, if there is one.
  private var read: [String] { [culprit.readWords].compactMap(\.self) }

  /// Returns the results, and what lies between them.
  private func why(_ style: Style) throws -> [String] {
    let fatal = culprit.fatal
    guard culprit.survivor != nil else { return outcomes + read }
    let isExternal = culprit.externalChange != nil
    var lines = outcomes
    let index = culprit.culprit
    let changes = try culprit.externalChange?.changes ?? timeline.changes(of: index)
    if let part = culprit.needs?.part, let words = culprit.partWords {
      lines.append("\(words):")
      lines += timeline.lines(of: part.changes, style)
      let others = counted(part.count - part.changes.count, "other")
      lines.append(
        style.dim("  (\(others) that \(others.hasPrefix("1 ") ? "does" : "do") not matter here)")
      )
    } else {
      lines.append(
        isExternal
          ? "Changed without an action:"
          : changes.isEmpty
            ? "Action \(index) changed nothing that the recorded state shows."
            : "What action \(index) changed:"
      )
      lines += timeline.lines(of: changes, style)
    }
    lines += read
    if let race { lines += [race.sentence(in: timeline)] + (try causesOfRequest()) }
    if let origin = try timeline.action(fatal).origin, origin.store != nil || origin.index != index
    {
      lines.append("Action \(fatal) \(origin.words.escapedForTerminal).")
    }
    return lines
  }

  /// The states that were not tried, and the way to try them.
  private var doubts: [String] {
    guard !culprit.unprobed.isEmpty else { return [] }
    let left = "Not tried: \(TruthRuns.words(culprit.unprobed))."
    guard let obstacle = culprit.obstacle else {
      let scan = "rewind bisect \(path.shellPath) \(program.words(with: ["--scan"]))"
      return [left, "To try them all: \(scan)"]
    }
    return [left, "At least one of them cannot be tried: \(obstacle.escapedForTerminal)"]
  }

  private var notes: [String] {
    var lines: [String] = []
    if (try? timeline.stateLine(after: culprit.fatal)) != nil {
      lines.append(
        "The recording survived action \(culprit.fatal): it has the state after it. Only the replay crashes."
      )
      lines += timeline.log.header.pseudonymAdvice
    }
    if let index = culprit.replayedAfter {
      lines.append(
        index == 0
          ? "A replay from the app's own initial state does not reach the crash: this one began at the recorded one."
          : "A replay from the start does not reach the crash: this one began at the external change after action \(index)."
      )
    }
    if culprit.recordedStateIsIncomplete {
      lines.append(
        "From a state decoded from the log, action \(culprit.fatal) does not end as in the replay: it depends on something that the recorded state does not have. States were reproduced by running the actions again."
      )
    }
    if culprit.diesAfterReducing {
      lines.append(
        "The app dies after its reducer has made the state: in a check, a subscriber or an `encode(to:)`."
      )
    }
    if culprit.isStackOverflow { lines.append("The stack overflowed.") }
    if let reason = culprit.reason, culprit.errorText.failedCheckLine == nil {
      lines.append("Swift reports: \(reason.escapedForTerminal)")
    }
    lines += FinalMessage(culprit.errorText).labeled()
    if culprit.signature.isEmpty {
      lines.append(
        "The crash names neither an error nor a function: another crash of this action would look the same."
      )
    }
    if !culprit.signature.frames.isEmpty {
      lines.append(
        "It died in \(culprit.signature.frames.joined(separator: ", called by ").escapedForTerminal)"
      )
    }
    return lines
  }
}

extension CrashBisection.Culprit {
  /// The answer where the fatal action crashes from every state.
  var everyStateSentence: String {
    let states =
      unprobed.isEmpty ? "every state before it" : "every state that was tried, including the first"
    let crashes = "Action \(fatal) crashes from \(states)"
    if needs?.read != nil { return "\(crashes): a value that it read is to blame." }
    return switch initialState {
    case .toBlame:
      "\(crashes), and survives the app's own initial state: that of the session is to blame."
    case .likeOwn:
      "\(crashes), and from the app's own initial state: it is its own culprit, or the initial state is."
    case .unknown, nil:
      "\(crashes): it is its own culprit, or the initial state is. The app's own initial state could not be tried."
    }
  }
}

extension CrashNeeds {
  /// The values, and that they were tried on states that no session has.
  fileprivate var json: JSONValue {
    [
      "changes": .array((part?.changes ?? []).map(\.json)), "of": JSONValue(part?.count),
      "read": read.map { read in
        [
          "index": JSONValue(read.action), "name": .string(read.name), "value": read.value,
          "other": read.other, "otherIndex": JSONValue(read.otherAction),
        ]
      } ?? .null,
      "states": "made up", "replays": JSONValue(replays), "skipped": JSONValue(skipped),
    ]
  }
}

extension CrashBisection.Survivor {
  fileprivate var json: JSONValue {
    ["index": JSONValue(index), "signature": JSONValue(otherCrash?.description)]
  }

  fileprivate var position: String { isNeighbor ? "before that" : "after action \(index)" }

  fileprivate var outcome: String {
    otherCrash.map { "dies differently (\($0.description.escapedForTerminal)) from" } ?? "survives"
  }
}
