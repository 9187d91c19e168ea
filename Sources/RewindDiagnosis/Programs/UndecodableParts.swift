import RewindJSON
import RewindSession

/// The parts of a session that a program cannot decode.
package enum UndecodableParts: Hashable, Sendable, CustomStringConvertible {
  /// The actions of one type.
  package struct Failure: Hashable, Sendable {
    package let type: String
    /// The first action of the type.
    package let index: Int
    /// The number of actions of the type.
    package let count: Int
    /// The reason why the first cannot be decoded.
    package let why: String
  }

  /// The state to start from.
  case state(why: String)
  /// Actions, by type.
  case actions([Failure])

  /// The state of a program that can begin only with its own.
  static let opaqueState = state(
    why:
      "The app's state is not Decodable, so that a replay can only begin with the app's own initial state."
  )

  init(_ end: SessionEndLine) {
    if let why = end.json["state"]?.string {
      self = .state(why: why)
    } else {
      self = .actions(Self.failures(of: end))
    }
  }

  /// Returns the actions that an end line lists.
  static func failures(of end: SessionEndLine) -> [Failure] {
    (end.json["undecodable"]?.array ?? []).map {
      Failure(
        type: $0["type"]?.string ?? "?",
        index: $0["index"]?.int ?? 0,
        count: $0["count"]?.int ?? 1,
        why: $0["why"]?.string ?? "it gives no reason"
      )
    }
  }

  package var description: String { statements.joined(separator: "\n") }

  /// A statement for each part; texts of the session in it may have line feeds.
  package var statements: [String] {
    switch self {
    case .state(let why):
      ["The recorded state cannot be decoded: \(why)"]
    case .actions(let failures):
      failures.map { failure in
        // A program need not say where.
        guard failure.index > 0 else { return "\(failure.type): \(failure.why)" }
        let times =
          failure.count == 1
          ? "once, at \(failure.index)" : "\(failure.count) times, first at \(failure.index)"
        return "\(failure.type) (\(times)): \(failure.why)"
      }
    }
  }
}
