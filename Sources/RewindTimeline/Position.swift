import RewindSession

/// A position in a session as typed by a person: `12`, `end`, `end-1`, `50%`, `12.5s`, `note:NAME`.
public enum Position: Hashable, Sendable {
  case index(Int)
  /// A number of actions before the last.
  case fromEnd(Int)
  /// A percentage of the actions.
  case percent(Double)
  /// The last action that began at most that many seconds after the start.
  case seconds(Double)
  /// The action of the note with this text.
  case note(String)

  /// Reads a position; nil if the text is not a position.
  public init?(_ text: String) {
    if let index = Int(text), index >= 0 {
      self = .index(index)
    } else if text == "end" {
      self = .fromEnd(0)
    } else if text.hasPrefix("end-"), let distance = Int(text.dropFirst(4)), distance >= 0 {
      self = .fromEnd(distance)
    } else if text.hasSuffix("%"), let percent = Double(text.dropLast()),
      (0...100).contains(percent)
    {
      self = .percent(percent)
    } else if text.hasSuffix("s"), let seconds = Double(text.dropLast()),
      seconds >= 0, seconds.isFinite
    {
      self = .seconds(seconds)
    } else if text.hasPrefix("note:"), text.count > 5 {
      self = .note(String(text.dropFirst(5)))
    } else {
      return nil
    }
  }

  /// The forms of a position, for messages and help.
  public static let forms = "12, end, end-1, 50%, 12.5s or note:NAME"
}

extension Timeline {
  /// Returns the index of a position.
  ///
  /// - Throws: ``PositionError`` if the session has no such position.
  public func index(of position: Position) throws -> Int {
    switch position {
    case .index(let index):
      guard index >= firstIndex, index <= lastIndex else {
        throw PositionError.noSuchIndex(index, first: firstIndex, last: lastIndex)
      }
      return index
    case .fromEnd(let distance):
      guard distance <= actionCount else {
        throw PositionError.beforeStart(distance: distance, actions: actionCount)
      }
      return lastIndex - distance
    case .percent(let percent):
      return firstIndex + Int((Double(actionCount) * percent / 100).rounded())
    case .seconds(let seconds):
      return try lastAction(before: seconds)
    case .note(let name):
      return try index(ofNote: name)
    }
  }

  private func lastAction(before seconds: Double) throws(SessionLogError) -> Int {
    var low = firstIndex
    var high = lastIndex
    while low < high {
      let middle = (low + high + 1) / 2
      // The action in the middle may be lost in a gap.
      if let action = try nextAction(from: middle), action.time ?? 0 <= seconds {
        low = action.index
      } else {
        high = middle - 1
      }
    }
    return low
  }

  private func index(ofNote name: String) throws -> Int {
    var names: [String] = []
    for line in 0..<log.lineCount where try log.key(of: line).kind == .note {
      guard case .note(let note) = try log.line(line) else { continue }
      if note.text == name { return note.index }
      names.append(note.text)
    }
    throw PositionError.noSuchNote(name, notes: names)
  }
}

/// The reason why a session has no such position.
public enum PositionError: Error, Hashable, CustomStringConvertible {
  case noSuchIndex(Int, first: Int, last: Int)
  case beforeStart(distance: Int, actions: Int)
  case noSuchNote(String, notes: [String])

  public var description: String {
    switch self {
    case .noSuchIndex(let index, let first, let last) where first == last:
      "There is no action \(index): the session has none, and \(first) is its start."
    case .noSuchIndex(let index, let first, let last):
      """
      There is no action \(index): the session has actions \(first + 1) to \(last), and \(first) is \
      its start.
      """
    case .beforeStart(let distance, let actions):
      "end-\(distance) is before the start: the session has \(actions) actions."
    case .noSuchNote(let name, let notes) where notes.isEmpty:
      "There is no note \"\(name)\": the session has no notes."
    case .noSuchNote(let name, let notes):
      """
      There is no note "\(name)". The session's notes: \
      \(notes.prefix(20).map { "\"\($0)\"" }.joined(separator: ", "))\
      \(notes.count > 20 ? " and \(notes.count - 20) more" : "").
      """
    }
  }
}
