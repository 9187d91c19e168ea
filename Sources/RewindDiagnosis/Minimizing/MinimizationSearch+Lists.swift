import RewindJSON

extension MinimizationSearch {
  /// Makes lists shorter, and lowers the numbers behind what is left out by as many, in one step.
  ///
  /// Where seven rows are added before the one that `delete [7]` deletes, none of the seven can go alone:
  /// the index would point elsewhere. A list is made of the actions of one type, or of the elements of an
  /// array in a payload. Which numbers are indexes of it is not known: all of the later ones that may be
  /// are lowered, and those of each member alone.
  ///
  /// - Returns: True if anything was left out.
  func shortenLists(_ trial: inout Trial, limit: Int) throws -> Bool {
    let (before, end) = (trial, probe.count + limit)
    let indexes = try IndexMembers.read(
      timeline,
      of: Set(trial.steps.map(\.type)),
      before: goal.fatal
    )
    for list in ListInSteps.all(in: trial.steps) {
      var size = list.count(in: trial.steps)
      while size > 0 {
        var start = 0
        while start + size <= list.count(in: trial.steps) {
          guard !isCancelled(), probe.count < end else { return trial != before }
          let range = start..<(start + size)
          let shorter = list.shortenings(of: trial.steps, leavingOut: range, indexes)
            .map { Trial(position: trial.position, steps: $0) }
          if let found = try firstKeeping(shorter) {
            trial = shorter[found]
          } else {
            start += size
          }
        }
        size /= 2
      }
    }
    return trial != before
  }
}

/// A list that the actions of a session build up.
private enum ListInSteps {
  /// Each action of a type adds an element.
  case actions(type: String)
  /// An array in the payload of the action with this index.
  case array(action: Int, path: [String])

  /// The number of members up to which all their combinations are tried.
  private static let combinedMembers = 3
  /// Longer lists are data, not what a user has added.
  private static let longest = 1_000

  static func all(in steps: [SessionStep]) -> [ListInSteps] {
    var types: [String] = []
    for step in steps.dropLast() where !types.contains(step.type) { types.append(step.type) }
    return types.map { .actions(type: $0) }
      + steps.flatMap { step in
        (step.payload?.arrays(longest: longest) ?? []).map {
          .array(action: step.index, path: $0)
        }
      }
  }

  func count(in steps: [SessionStep]) -> Int {
    switch self {
    case .actions(let type):
      return steps.dropLast().filter { $0.type == type }.count
    case .array(let action, let path):
      let step = steps.first { $0.index == action }
      return step?.payload?[Pointer(tokens: path)]?.array?.count ?? 0
    }
  }

  /// Returns the ways to leave out some elements and to lower numbers by as many; none if there are no
  /// numbers that may point behind them.
  func shortenings(
    of steps: [SessionStep],
    leavingOut range: Range<Int>,
    _ indexes: IndexMembers
  ) -> [[SessionStep]] {
    guard let (rest, first, own) = leaveOut(range, of: steps) else { return [] }
    // A list may have had elements before, or new ones are put in front.
    let bounds = range.lowerBound > 0 ? [range.upperBound, range.count] : [range.upperBound]
    return bounds.flatMap { bound -> [[SessionStep]] in
      var members: [PayloadMember] = []
      for step in rest[first...] {
        step.payload?.visitNumbers(from: bound) { _, path in
          let member = PayloadMember(type: step.type, path: path)
          if indexes.contains(member), !members.contains(member) { members.append(member) }
        }
      }
      return Self.choices(of: members).map { chosen in
        var lowered = rest
        for number in rest.indices[first...] {
          let step = rest[number]
          lowered[number].payload = step.payload?.lowered(by: range.count, from: bound) { path in
            let isInList = number == first && own != nil && path.starts(with: own ?? [])
            return !isInList && chosen.contains(PayloadMember(type: step.type, path: path))
          }
        }
        return lowered
      }
    }
  }

  /// Returns the actions without some elements, the number of the first action whose numbers may point at
  /// the others, and the path of the array in that action.
  private func leaveOut(
    _ range: Range<Int>,
    of steps: [SessionStep]
  ) -> (steps: [SessionStep], first: Int, own: [String]?)? {
    var steps = steps
    switch self {
    case .actions(let type):
      let members = steps.indices.dropLast().filter { steps[$0].type == type }[range]
      guard let first = members.first else { return nil }
      for number in members.reversed() { steps.remove(at: number) }
      return (steps, first, nil)
    case .array(let action, let path):
      let pointer = Pointer(tokens: path)
      guard let first = steps.firstIndex(where: { $0.index == action }),
        var payload = steps[first].payload, var elements = payload[pointer]?.array
      else { return nil }
      elements.removeSubrange(range)
      try? Patch([.replace(pointer, .array(elements))]).apply(to: &payload)
      steps[first].payload = payload
      return (steps, first, path.map { Pointer.arrayIndex($0) == nil ? $0 : PayloadValues.element })
    }
  }

  /// Returns the sets of members to lower together: all, then parts of them.
  private static func choices(of members: [PayloadMember]) -> [Set<PayloadMember>] {
    guard members.count <= combinedMembers else { return [Set(members)] + members.map { [$0] } }
    let parts = (1..<(1 << members.count)).map { bits in
      Set(members.indices.filter { bits >> $0 & 1 == 1 }.map { members[$0] })
    }
    return parts.sorted { $0.count > $1.count }
  }
}

extension JSONValue {
  /// The paths of the arrays in a payload, with their indexes, the outermost first.
  fileprivate func arrays(longest: Int) -> [[String]] {
    var found: [[String]] = []
    walk { value, path in
      guard let elements = value.array else { return true }
      if elements.count <= longest, !elements.isEmpty { found.append(path) }
      return elements.count <= longest
    }
    return found
  }

  /// Returns the value with lower numbers, where these are not below a bound.
  fileprivate func lowered(
    by count: Int,
    from bound: Int,
    where isChosen: (_ path: [String]) -> Bool
  ) -> JSONValue {
    rewritten { value, path in
      guard let number = value.int, number >= bound, isChosen(path) else { return value }
      return JSONValue(number - count)
    }
  }
}
