import RewindJSON

/// A rule that holds for all actions of a type, with the answers that it finds.
struct AnswerMatch {
  /// The actions that a rule must be seen in, unless a value cannot be the same by chance.
  private static let actionsNeeded = 2

  /// True for a value that two actions do not have by chance.
  private static func isTelling(_ value: JSONValue) -> Bool {
    if case .string(let text) = value { return text.count > 3 }
    return value.int.map { abs($0) > 9 } ?? false
  }

  let rule: AnswerRules.Rule
  let links: [[Int: Int]]
  /// The answers that no request came before.
  let orphans: Int
  /// The number of answers.
  let count: Int
  /// The actions from a request to its answer, on average.
  let distance: Double

  /// True if each answer comes directly after its request.
  var isAlwaysNext: Bool { distance == 1 }

  /// The number of sessions that have such an answer.
  var sessions: Int { links.count { !$0.isEmpty } }

  /// Returns true if no request has the values of another one in its session.
  func asksOnce(_ recordings: [ExploredRecording], _ positions: [[String: [Int]]]) -> Bool {
    zip(recordings, positions).allSatisfy { recording, positions in
      let values = (positions[rule.request] ?? []).map { position in
        rule.echoes.map { recording.steps[position].step.payload?.value(at: $0.request) }
      }
      return Set(values).count == values.count
    }
  }

  static func find(
    _ request: String,
    _ answer: String,
    _ recordings: [ExploredRecording],
    _ positions: [[String: [Int]]],
    isPartial: Bool = false
  ) -> AnswerMatch? {
    var example: (recording: Int, position: Int, asked: [Int])?
    for number in positions.indices where example == nil {
      for position in positions[number][answer] ?? [] where example == nil {
        let asked = (positions[number][request] ?? []).filter { $0 < position }
        guard !asked.isEmpty || isPartial else { return nil }
        if !asked.isEmpty { example = (number, position, asked) }
      }
    }
    guard let (first, position, asked) = example else { return nil }
    let steps = recordings[first].steps
    var echoes: [(request: [String], answer: [String])] = []
    for candidate in asked.reversed() {
      for pair in pairs(steps[candidate].step.payload, steps[position].step.payload) {
        let isKnown = echoes.contains { $0.request == pair.request && $0.answer == pair.answer }
        if !isKnown { echoes.append(pair) }
      }
    }
    var kept: [(request: [String], answer: [String])] = []
    var match: AnswerMatch?
    for echo in echoes {
      guard let found = link(request, answer, kept + [echo], recordings, positions, isPartial)
      else { continue }
      kept.append(echo)
      match = found
    }
    if match == nil, AnswerName.fits(answer) {
      return link(request, answer, [], recordings, positions, isPartial)
    }
    return match
  }

  /// Links each answer to the latest request before it that has no answer yet and the same values.
  private static func link(
    _ request: String,
    _ answer: String,
    _ echoes: [(request: [String], answer: [String])],
    _ recordings: [ExploredRecording],
    _ positions: [[String: [Int]]],
    _ isPartial: Bool
  ) -> AnswerMatch? {
    var links: [[Int: Int]] = recordings.map { _ in [:] }
    var (count, distance, orphans) = (0, 0, 0)
    var values: Set<JSONValue> = []
    for (number, recording) in recordings.enumerated() {
      var open = positions[number][request] ?? []
      for position in positions[number][answer] ?? [] {
        let came = recording.steps[position].step.payload
        let found = open.lastIndex { candidate in
          let asked = recording.steps[candidate].step.payload
          return candidate < position
            && echoes.allSatisfy {
              guard let value = asked?.value(at: $0.request), value.isName else { return false }
              return came?.value(at: $0.answer) == value
            }
        }
        guard let found else {
          guard isPartial else { return nil }
          orphans += 1
          continue
        }
        let asked = open.remove(at: found)
        links[number][position] = asked
        count += 1
        distance += position - asked
        if let echo = echoes.last, let value = came?.value(at: echo.answer) {
          values.insert(value)
        }
      }
    }
    guard count > 0 else { return nil }
    let isRepeated = values.count > 1 && count >= actionsNeeded
    let isTold = count == 1 && values.allSatisfy(isTelling)
    // Each answer comes directly after its request if they are one action apart on average.
    guard echoes.isEmpty || isRepeated || distance == count || isTold else { return nil }
    return AnswerMatch(
      rule: AnswerRules.Rule(request: request, answer: answer, echoes: echoes),
      links: links,
      orphans: orphans,
      count: count,
      distance: Double(distance) / Double(count)
    )
  }

  static func pairs(
    _ request: JSONValue?,
    _ answer: JSONValue?
  ) -> [(request: [String], answer: [String])] {
    let asked = PayloadLeaf.all(of: request).filter(\.value.isName)
    return PayloadLeaf.all(of: answer).flatMap { came in
      asked.filter { $0.value == came.value }.map { ($0.path, came.path) }
    }
  }
}
