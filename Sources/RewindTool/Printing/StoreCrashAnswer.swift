import RewindDiagnosis
import RewindJSON
import RewindText
import RewindTimeline

/// The answer of `bisect` about one store of a session.
struct StoreCrashAnswer: AnswerPart {
  let store: String
  private let timeline: Timeline
  private let outcome: Outcome

  private enum Outcome {
    /// The log's end and the replay's are no crash.
    case survived
    case crashed(CrashAnswer)
    /// The app cannot replay the store.
    case unanswered([String])
  }

  /// Replays the log of a store, of a long one its last segment.
  static func search(
    _ member: SessionStores.Member,
    by program: ReplayProgram,
    budget: SearchBudget
  ) throws -> StoreCrashAnswer {
    let recorded = member.segments[member.segments.count - 1]
    func answer(_ outcome: Outcome) -> StoreCrashAnswer {
      StoreCrashAnswer(store: member.name, timeline: recorded, outcome: outcome)
    }
    do {
      let path = recorded.log.path
      let timeline = try StateBackfill.whole(recorded, by: program)
      let found = try CrashAnswer.search(timeline, by: program, budget: budget, path: path)
      if case .notReproduced(let replay) = found, replay.isWithoutCrash { return answer(.survived) }
      return answer(.crashed(found))
    } catch let error as CommandError {
      return answer(.unanswered(error.lines))
    } catch  where error is ReplayProgramError || error is StateBackfill.Refusal {
      return answer(.unanswered(["\(error)"]))
    } catch let error as SessionUpdate.Refusal {
      return answer(.unanswered(["States that were not recorded cannot be computed: \(error)."]))
    }
  }

  /// True if there is an action to blame.
  var isFound: Bool {
    if case .crashed(let answer) = outcome { answer.isFound } else { false }
  }

  var json: JSONValue {
    get throws {
      let rest: JSONValue =
        switch outcome {
        case .survived: ["result": "no-crash"]
        case .crashed(let answer): answer.json
        case .unanswered(let lines):
          ["result": "error", "why": .string(lines.joined(separator: " "))]
        }
      var json = JSONObject([("store", .string(store)), ("file", .string(timeline.log.path))])
      for member in rest.object?.members ?? [] { json[member.key] = member.value }
      return .object(json)
    }
  }

  func lines(_ style: Style) throws -> [String] {
    let name = "store " + style.bold(store.escapedForTerminal)
    switch outcome {
    case .survived: return ["\(name): \(counted(timeline.actionCount, "action")), no crash"]
    case .crashed(let answer):
      return ["\(name): \(answer.isFound ? "crashes" : "not as recorded")"]
        + (try answer.lines(style))
    case .unanswered(let lines): return ["\(name): not replayed"] + lines.map { "  \($0)" }
    }
  }
}
